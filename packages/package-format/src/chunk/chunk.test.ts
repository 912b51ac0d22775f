import type { PreparedPoints } from '@kamar/core'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  decodeChunk,
  decoderReady,
  encodeChunk,
  encodeContainer,
  encoderReady,
  geometryFlag,
  geometryKind,
  textureWrap,
  type ChunkInput,
  type ChunkLines,
  type ChunkMesh,
} from '../index.js'

beforeAll(async () => {
  await encoderReady
  await decoderReady
})

const mesh: ChunkMesh = {
  positions: Uint16Array.of(0, 0, 0, 100, 0, 0, 100, 200, 0, 0, 200, 0, 0, 0, 65535),
  normals: Int8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 127, -127),
  colors: null,
  indices: Uint32Array.of(0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 1, 2),
  levels: [
    { start: 0, count: 9, errorMetres: 0 },
    { start: 9, count: 3, errorMetres: 0.25 },
  ],
  edges: Uint32Array.of(0, 1, 1, 2),
  origin: [1, -2, 0.5],
  step: 0.001,
  area: 1,
  volume: null,
  closed: false,
  shapeHash: '0123456789abcdef',
}
const colored: ChunkMesh = {
  ...mesh,
  positions: Uint16Array.of(0, 0, 0, 5, 0, 0, 0, 5, 0),
  normals: new Int8Array(6),
  colors: Uint8Array.of(255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 128),
  indices: Uint32Array.of(2, 0, 1),
  levels: [{ start: 0, count: 3, errorMetres: 0 }],
  edges: new Uint32Array(0),
  closed: true,
}
const lines: ChunkLines = {
  positions: Uint16Array.of(0, 0, 0, 10, 20, 30),
  edges: Uint32Array.of(0, 1),
  origin: [0, 0, 0],
  step: 0.5,
}

const input: ChunkInput = {
  firstGeometry: 10,
  firstMaterial: 2,
  firstInstance: 100,
  geometries: [mesh, lines, colored],
  instances: {
    node: Uint32Array.of(7, 7, 3),
    geometry: Uint32Array.of(10, 4, 12),
    material: Uint32Array.of(2, 0, 2),
    linear: Uint32Array.of(0, 1, 0),
    translation: Float32Array.of(1, 2, 3, -4, 5.5, 6, 0, 0, 1e6),
  },
  linear: Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 0, -1, 0, 0, 0, 0, 1),
  materials: { color: Uint8Array.of(1, 2, 3, 255), names: ['Beton'] },
}

/** Returns triangles with their smallest index first: the codec may rotate a triangle, never reorder or flip one. */
function triangles(indices: Uint32Array): number[][] {
  const out: number[][] = []
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [indices[at], indices[at + 1], indices[at + 2]]
    const least = Math.min(a, b, c)
    out.push(least === a ? [a, b, c] : least === b ? [b, c, a] : [c, a, b])
  }
  return out
}

describe('chunk', () => {
  it('keeps geometries: vertices, levels, edges, frame', () => {
    const chunk = decodeChunk(encodeChunk(input))
    const { geometries } = chunk
    expect([chunk.firstGeometry, chunk.firstMaterial, chunk.firstInstance]).toEqual([10, 2, 100])
    expect([...geometries.kind]).toEqual([geometryKind.triangles, geometryKind.lines, geometryKind.triangles])
    expect([...geometries.vertexStart]).toEqual([0, 5, 7])
    expect([...geometries.vertexCount]).toEqual([5, 2, 3])
    expect([...geometries.levelStart]).toEqual([0, 9, 12, 12, 12, 12, 12, 15, 15])
    expect([...geometries.levelCount]).toEqual([9, 3, 0, 0, 0, 0, 3, 0, 0])
    expect(geometries.levelError[0]).toBeGreaterThanOrEqual(0.25)
    expect(geometries.levelError[0]).toBeLessThan(0.25 * 1.045)
    expect([...geometries.levelError.subarray(1)]).toEqual([0, 0, 0, 0, 0])
    expect([...geometries.extent]).toEqual([100, 200, 65535, 10, 20, 30, 5, 5, 0])
    expect([...geometries.step]).toEqual([Math.fround(0.001), 0.5, Math.fround(0.001)])
    expect([...geometries.origin.subarray(0, 3)]).toEqual([1, -2, 0.5])
    const described = geometryFlag.hasColors | geometryFlag.closed
    expect([...geometries.flags].map((flags) => flags & described)).toEqual([0, 0, described])
    expect(triangles(chunk.index)).toEqual([
      [0, 1, 2],
      [0, 2, 3],
      [0, 3, 4],
      [0, 1, 2],
      [7, 8, 9],
    ])
    expect([...chunk.edge]).toEqual([0, 1, 1, 2, 5, 6])
    expect([...geometries.edgeStart]).toEqual([0, 4, 6])
    expect([...chunk.color]).toEqual([...(colored.colors ?? [])])
    const vertexValues = new Uint16Array(chunk.vertex.buffer)
    expect([...vertexValues.subarray(4 * 4, 4 * 4 + 3)]).toEqual([0, 0, 65535])
    expect([...new Int8Array(chunk.vertex.buffer, 4 * 8 + 6, 2)]).toEqual([127, -127])
  })

  it('keeps points beside meshes, coloured or not', () => {
    const points: PreparedPoints = {
      kind: 'points',
      positions: Uint16Array.of(0, 0, 7, 65535, 3, 2, 0, 0, 7),
      colors: Uint8Array.of(1, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 255),
      origin: [1, 2, 3],
      step: 0.25,
    }
    const plain: PreparedPoints = { ...points, positions: Uint16Array.of(0, 0, 0), colors: null }
    const instances = { ...input.instances, geometry: Uint32Array.of(10, 11, 12) }
    for (const effort of ['full', 'quick'] as const) {
      const chunk = decodeChunk(
        encodeChunk({ ...input, instances, geometries: [points, colored, plain, points] }, effort),
      )
      const { geometries } = chunk
      expect([...geometries.kind]).toEqual([geometryKind.points, geometryKind.triangles, 2, 2])
      expect([...geometries.vertexCount]).toEqual([3, 3, 1, 3])
      expect([...geometries.levelCount.subarray(0, 3), ...geometries.edgeCount.subarray(0, 1)]).toEqual([0, 0, 0, 0])
      expect([...geometries.extent.subarray(0, 3)]).toEqual([65535, 3, 7])
      expect([...geometries.origin.subarray(0, 3), geometries.step[0]]).toEqual([1, 2, 3, 0.25])
      const vertexValues = new Uint16Array(chunk.vertex.buffer)
      expect([0, 1, 2].flatMap((row) => [...vertexValues.subarray(row * 4, row * 4 + 3)])).toEqual([
        ...points.positions,
      ])
      const own = [...(points.colors ?? [])]
      expect([...chunk.color]).toEqual([...own, ...(colored.colors ?? []), ...own])
    }
  })

  it('keeps instances and materials', () => {
    const chunk = decodeChunk(encodeChunk(input))
    expect(chunk.instances).toEqual(input.instances)
    expect(chunk.linear).toEqual(input.linear)
    expect(chunk.materials).toEqual(input.materials)
  })

  it('may be empty', () => {
    const none = new Uint32Array(0)
    const chunk = decodeChunk(
      encodeChunk({
        firstGeometry: 0,
        firstMaterial: 0,
        firstInstance: 0,
        geometries: [],
        instances: { node: none, geometry: none, material: none, linear: none, translation: new Float32Array(0) },
        linear: new Float32Array(0),
        materials: { color: new Uint8Array(0), names: [] },
      }),
    )
    expect(chunk.geometries.count).toBe(0)
    expect(chunk.index.length).toBe(0)
  })

  it('is encoded to the same bytes twice', () => {
    expect(encodeChunk(input)).toEqual(encodeChunk(input))
  })

  it.each([
    ['a vertex of another geometry', { ...mesh, indices: Uint32Array.of(0, 1, 5, 0, 2, 3, 0, 3, 4, 0, 1, 2) }],
    ['an edge of another geometry', { ...mesh, edges: Uint32Array.of(0, 6) }],
  ])('refuses %s', (_, geometry) => {
    expect(() => decodeChunk(encodeChunk({ ...input, geometries: [geometry, lines, colored] }))).toThrow(RangeError)
  })

  it.each([
    ['geometry', { geometry: Uint32Array.of(10, 4, 13) }],
    ['material', { material: Uint32Array.of(3, 0, 2) }],
    ['placement', { linear: Uint32Array.of(0, 1, 2) }],
  ])('refuses an instance of a %s that does not exist', (_, wrong) => {
    const bytes = encodeChunk({ ...input, instances: { ...input.instances, ...wrong } })
    expect(() => decodeChunk(bytes)).toThrow(RangeError)
  })

  it('refuses a container that is not a chunk', () => {
    expect(() => decodeChunk(encodeContainer({ geometries: 0, instances: 0 }, []))).toThrow(RangeError)
  })
})

describe('chunk textures', () => {
  const square: ChunkMesh = {
    ...colored,
    colors: null,
    indices: Uint32Array.of(0, 1, 2),
    textureCoordinates: { values: Uint16Array.of(0, 0, 32768, 16384, 65535, 1), offset: [-2, 3], step: 2 ** -15 },
  }
  const textures = {
    image: Uint16Array.of(0, 3),
    tintAndWrap: Uint8Array.of(0, 0, 0, 0, 9, 8, 7, textureWrap.clamp),
    side: Uint16Array.of(0, 512),
  }
  const textured: ChunkInput = {
    ...input,
    geometries: [mesh, square, lines, square],
    materials: { color: new Uint8Array(8), names: ['', 'brick'], textures },
  }

  it('keep texture coordinates of textured geometries, whole values exactly', () => {
    const chunk = decodeChunk(encodeChunk(textured))
    const own = [-2, 3, -1, 3.5, 65535 / 32768 - 2, 3 + 1 / 32768]
    expect([...(chunk.textureCoordinates ?? [])]).toEqual([...own, ...own].map(Math.fround))
    expect([...chunk.geometries.flags].map((flags) => flags & geometryFlag.hasTexture)).toEqual([0, 16, 0, 16])
    expect(chunk.materials.textures).toEqual(textures)
  })

  it('add nothing to a chunk without textures', () => {
    const chunk = decodeChunk(encodeChunk(input))
    expect(chunk.textureCoordinates).toBeNull()
    expect(chunk.materials.textures).toBeUndefined()
    expect(new TextDecoder().decode(encodeChunk(input))).not.toMatch(/"uv|m\.picture/)
  })

  it('are refused with fewer coordinates than vertices', () => {
    const short = { ...square, textureCoordinates: { values: new Uint16Array(4), offset: [0, 0], step: 1 } } as const
    expect(() => decodeChunk(encodeChunk({ ...textured, geometries: [short] }))).toThrow(RangeError)
  })
})
