import type { MeshInput } from '@kamar/core'
import { createRecordedContext } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { SceneWriter } from '../kit/scene-writer.js'
import { type LibraryShape, pushShape } from './svf-meshes.js'

const triangle = {
  vcount: 3,
  tcount: 1,
  uvcount: 0,
  attrs: 0,
  flags: 0,
  comment: '',
  uvmaps: [] as { name: string; file: string; uvs: Float32Array }[],
  indices: Uint16Array.of(0, 1, 2),
  vertices: Float32Array.of(0, 0, 0, 10, 0, 0, 0, 10, 0),
  min: { x: 0, y: 0, z: 0 },
  max: { x: 10, y: 10, z: 0 },
}
const uvmap = { name: 'map', file: '', uvs: Float32Array.of(0, 0, 1, 0, 0, 1) }

function push(shape: LibraryShape | undefined, scale: readonly [number, number] | null = null) {
  const { context, scene } = createRecordedContext()
  const inputs: MeshInput[] = []
  const addMesh = scene.addMesh.bind(scene)
  scene.addMesh = (mesh) => {
    inputs.push(mesh as MeshInput)
    return addMesh(mesh)
  }
  const pushed = pushShape({ context, writer: new SceneWriter(context), metres: 0.1 }, shape, scale)
  return { pushed, scene, input: inputs[0] }
}

describe('SVF shape', () => {
  it('writes triangles in metres', () => {
    const { input, pushed, scene } = push(triangle)
    expect(pushed).toEqual({ mesh: 0, hasCoordinates: false })
    expect(scene.numbers).toMatchObject({ meshes: 1, triangles: 1 })
    expect(Array.from(input?.positions ?? [])).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0])
  })

  it('has texture coordinates only for a texture and valid values', () => {
    const mapped = { ...triangle, uvcount: 1, uvmaps: [uvmap] }
    expect(push(mapped).pushed).toMatchObject({ hasCoordinates: false })
    const textured = push(mapped, [2, 3])
    expect(textured.pushed).toMatchObject({ hasCoordinates: true })
    // The scale applies from the image's lower edge; v counts from the upper one.
    expect(Array.from(textured.input?.textureCoordinates ?? [])).toEqual([0, -2, 2, -2, 0, 1])
    expect(push(triangle, [2, 3]).pushed).toMatchObject({ hasCoordinates: false })
    const broken = { ...uvmap, uvs: Float32Array.of(Number.NaN, 0, 0, 0, 0, 0) }
    expect(push({ ...mapped, uvmaps: [broken] }, [1, 1]).pushed).toMatchObject({ hasCoordinates: false })
  })

  it('omits normals with non-finite values', () => {
    const normals = Float32Array.of(Number.NaN, 0, 0, 0, 0, 1, 0, 0, 1)
    expect(push({ ...triangle, normals }).input?.normals).toBeUndefined()
    const upwards = Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1)
    expect(push({ ...triangle, normals: upwards }).input?.normals).toBe(upwards)
  })

  it('clamps vertex colors', () => {
    const colors = Float32Array.of(2, -1, 0.5, 1, 0, 0, 0, 1, 1, 1, 1, 1)
    expect(Array.from(push({ ...triangle, colors }).input?.colors ?? [])).toEqual([
      ...[255, 0, 128, 255],
      ...[0, 0, 0, 255],
      ...[255, 255, 255, 255],
    ])
  })

  it('writes lines and points as such', () => {
    const vertices = Float32Array.of(0, 0, 0, 10, 0, 0)
    const line = { isLines: true, vcount: 2, lcount: 1, vertices, indices: Uint16Array.of(0, 1), lineWidth: 1 } as const
    expect(push(line).scene.numbers).toMatchObject({ lines: 1, meshes: 0 })
    expect(push({ isPoints: true, vcount: 2, vertices, pointSize: 1 }).scene.numbers).toMatchObject({ points: 2 })
  })
})

describe('dropped SVF shape', () => {
  const line = { isLines: true, vcount: 1, lcount: 1, lineWidth: 1 } as const
  const vertexCount = 65_537
  it.each([
    ['an unsupported encoding', null, 'coding'],
    ['a mesh missing from its pack', undefined, 'coding'],
    ['a missing vertex', { ...triangle, indices: Uint16Array.of(0, 1, 3) }, 'index-out-of-range'],
    [
      'a missing line end point',
      { ...line, vertices: Float32Array.of(0, 0, 0), indices: Uint16Array.of(0, 1) },
      'index-out-of-range',
    ],
    [
      'a non-finite coordinate',
      { ...triangle, vertices: Float32Array.of(0, 0, Number.POSITIVE_INFINITY, 1, 0, 0, 0, 1, 0) },
      'not-a-number',
    ],
    [
      'more vertices than the library can index',
      { ...triangle, vcount: vertexCount, vertices: new Float32Array(vertexCount * 3) },
      'too-many-vertices',
    ],
  ] as const)('is reported for %s', (_, shape, fault) => {
    const { pushed, scene } = push(shape)
    expect(pushed).toBe(fault)
    expect(scene.shapes).toEqual([])
  })

  it('fails the whole model beyond the triangle limit', () => {
    const { context } = createRecordedContext({ limits: { triangles: 0 } })
    const tools = { context, writer: new SceneWriter(context), metres: 1 }
    expect(() => pushShape(tools, triangle, null)).toThrow(/limit-exceeded/)
  })
})
