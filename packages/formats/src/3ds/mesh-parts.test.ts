import { describe, expect, it } from 'vitest'
import { Extent } from './extent.js'
import { createParts } from './mesh-parts.js'
import type { MaterialFaces, TdsMesh, TdsTexture } from './model.js'
import { identity } from './placements.js'
import { smoothCorners } from '../kit/smooth-normals.js'

function mesh(positions: readonly number[], indices: readonly number[], more: Partial<TdsMesh> = {}): TdsMesh {
  return {
    name: 'Mesh',
    isHidden: false,
    positions: Float32Array.from(positions),
    indices: Uint16Array.from(indices),
    textureCoordinates: null,
    materialFaces: [],
    smoothingGroups: null,
    matrix: null,
    ...more,
  }
}

/** Two faces that meet at a right angle along the y axis. */
const fold = [0, 0, 0, 0, 4, 0, 3, 0, 0, 0, 0, 3]
const foldFaces = [0, 2, 1, 0, 1, 3]
const assignMaterial = (material: string, ...faces: readonly number[]): MaterialFaces => ({
  material,
  faces: Uint16Array.from(faces),
})

describe('3DS mesh parts', () => {
  it('are a single part in metres near its origin when the mesh has no materials', () => {
    const { parts, origin, triangles } = createParts(mesh([10, 20, 30, 12, 20, 30, 10, 25, 30], [0, 1, 2]), 0.5)
    expect(triangles).toBe(1)
    expect(origin).toEqual([10, 20, 30])
    expect(parts).toMatchObject([{ material: null }])
    expect([...(parts[0]?.mesh.positions ?? [])]).toEqual([0, 0, 0, 1, 0, 0, 0, 2.5, 0])
  })

  it('are split by material, with one part for faces without, each with its own vertices', () => {
    const { parts } = createParts(mesh(fold, foldFaces, { materialFaces: [assignMaterial('Brick', 1)] }), 1)
    expect(parts.map(({ material, mesh: part }) => [material, part.indices.length, part.positions.length])).toEqual([
      [null, 3, 9],
      ['Brick', 3, 9],
    ])
  })

  it('use the last material of a face and ignore materials of nonexistent faces', () => {
    const materialFaces = [assignMaterial('Brick', 0, 1), assignMaterial('Glass', 1, 500), assignMaterial('Brick', 7)]
    const { parts } = createParts(mesh(fold, foldFaces, { materialFaces }), 1)
    expect(parts.map(({ material, mesh: part }) => [material, part.indices.length / 3])).toEqual([
      ['Brick', 1],
      ['Glass', 1],
    ])
  })

  it('omit and count faces with non-finite or missing vertices', () => {
    const holed = mesh([...fold, Number.POSITIVE_INFINITY, 0, 0], [...foldFaces, 0, 1, 4, 0, 1, 9])
    expect(createParts(holed, 1)).toMatchObject({ triangles: 2, facesNotANumber: 1, facesOutOfRange: 1 })
  })

  it('are empty for a mesh without faces', () => {
    expect(createParts(mesh([], []), 1)).toMatchObject({ parts: [], triangles: 0, origin: [0, 0, 0] })
  })
})

describe('3DS smoothing groups', () => {
  const faces = Uint32Array.of(0, 1)
  const smoothWith = (...groups: readonly number[]): ReturnType<typeof smoothCorners> =>
    smoothCorners(mesh(fold, foldFaces), Uint32Array.from(groups), faces)

  it('keep an edge sharp between faces without a shared group', () => {
    expect(smoothWith(1, 2).vertices).toHaveLength(6)
  })

  it('keep faces without a group flat', () => {
    expect(smoothWith(0, 0).vertices).toHaveLength(6)
  })

  it('blend normals of faces in a shared group, weighted by area', () => {
    const { vertices, normals } = smoothWith(4, 4)
    expect(vertices).toHaveLength(4)
    const at = vertices.indexOf(1)
    expect(normals[3 * at]).toBeCloseTo(Math.SQRT1_2)
    expect(normals[3 * at + 2]).toBeCloseTo(Math.SQRT1_2)
  })

  it('set the normals of mesh parts', () => {
    const smoothingGroups = Uint32Array.of(4, 4)
    const [part] = createParts(mesh(fold, foldFaces, { smoothingGroups }), 1).parts
    expect(part?.mesh.normals).toHaveLength(12)
  })

  it('yield a normal where opposite faces cancel each other out', () => {
    const both = smoothCorners(mesh(fold, [0, 2, 1, 0, 1, 2]), Uint32Array.of(1, 1), faces)
    expect([...both.normals.slice(0, 3)]).toEqual([0, 0, 1])
  })
})

describe('Extent', () => {
  it('includes meshes at their placements', () => {
    const extent = new Extent()
    extent.add(mesh([0, 0, 0, 1, 2, 3], []), [2, 0, 0, 0, 1, 0, 0, 0, 1, 10, 0, 0])
    extent.add(mesh([5, 5, 5], []), identity)
    extent.add(mesh([], []), identity)
    expect(extent).toMatchObject({ min: [5, 0, 0], max: [12, 5, 5] })
    expect(extent.longestSide).toBe(7)
    expect(extent.center).toEqual([8.5, 2.5, 2.5])
  })

  it('has a longest side of 0 when empty', () => {
    expect(new Extent().longestSide).toBe(0)
  })
})

describe('3DS texture coordinates', () => {
  const textureCoordinates = Float32Array.of(0, 0, 0, 1, 1, 0, Number.NaN, 0.5)
  const texture: TdsTexture = { name: 'a.png', isClamped: false, scale: [2, 1], offset: [0, 0.25], angle: 0 }
  const texturedMesh = mesh(fold, foldFaces, {
    textureCoordinates,
    materialFaces: [assignMaterial('Brick', 0), assignMaterial('Lime', 1)],
  })
  const coordinates = (of: TdsMesh): (number[] | undefined)[] =>
    createParts(of, 1, (name) => (name === 'Brick' ? texture : undefined)).parts.map(
      ({ mesh: { textureCoordinates: own } }) => own && [...own],
    )

  it('are scaled, shifted and flipped in v under a textured material, and omitted elsewhere', () => {
    expect(coordinates(texturedMesh)).toEqual([[0, 0.75, 2, 0.75, 0, -0.25], undefined])
  })

  it('are rotated about the center of the texture', () => {
    const rotatedTexture = { ...texture, scale: [1, 1], offset: [0, 0], angle: 90 } satisfies TdsTexture
    const [{ mesh: first }] = createParts(texturedMesh, 1, () => rotatedTexture).parts
    const rounded = [...(first.textureCoordinates ?? [])].map((value) => Math.round(value * 1e6) / 1e6 + 0)
    expect(rounded).toEqual([1, 1, 1, 0, 0, 1])
  })

  it('follow vertices that smoothing groups split', () => {
    expect(coordinates({ ...texturedMesh, smoothingGroups: Uint32Array.of(1, 2) })).toEqual([
      [0, 0.75, 2, 0.75, 0, -0.25],
      undefined,
    ])
  })

  it('are zero when non-finite, and omitted when the file has none', () => {
    const other = { ...texturedMesh, materialFaces: [assignMaterial('Brick', 1)] }
    expect(coordinates(other).flat()).not.toContain(Number.NaN)
    expect(coordinates({ ...texturedMesh, textureCoordinates: null })).toEqual([undefined, undefined])
  })
})
