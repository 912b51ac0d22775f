import { meshStageReady } from '@kamar/mesh'
import { decoderReady, encoderReady } from '@kamar/package-format'
import { beforeAll, describe, expect, it } from 'vitest'
import { ballMesh, boxMesh } from '../../testing/shapes.js'
import { testChunk } from '../../testing/test-chunk.js'
import { GpuChunkBuilder } from '../stream/gpu-chunk-builder.js'
import { GeometryStore } from './geometry-store.js'
import type { GpuChunk } from './gpu-chunk.js'

beforeAll(async () => {
  await Promise.all([encoderReady, decoderReady, meshStageReady])
})

const lines = {
  positions: Uint16Array.of(0, 0, 0, 500, 0, 0, 500, 250, 0),
  edges: Uint32Array.of(0, 1, 1, 2),
  origin: [0, 0, 0],
  step: 0.01,
} as const
const points = {
  kind: 'points',
  positions: Uint16Array.of(1, 2, 3, 9, 8, 7),
  colors: null,
  origin: [0, 0, 0],
  step: 1,
} as const

/** Creates two chunks: a box and a ball, then lines and points. */
function buildChunks(): GpuChunk[] {
  const builder = new GpuChunkBuilder()
  return [
    builder.build(
      testChunk({ meshes: [boxMesh([0, 0, 0], [1, 2, 4]), ballMesh(1, 12)], instances: [{ geometry: 0 }] }),
    ),
    builder.build(
      testChunk({
        firstGeometry: 2,
        firstInstance: 1,
        firstMaterial: 1,
        meshes: [lines, points],
        instances: [{ geometry: 2 }, { geometry: 3 }],
      }),
    ),
  ]
}

function createStore(): { store: GeometryStore; chunks: readonly GpuChunk[] } {
  const store = new GeometryStore()
  const chunks = buildChunks()
  for (const chunk of chunks) store.append(chunk)
  return { store, chunks }
}

describe('GeometryStore', () => {
  it('numbers geometries across chunks and knows the chunk of each', () => {
    const { store } = createStore()
    expect(store.count).toBe(4)
    expect([0, 1, 2, 3].map((geometry) => store.chunkOf(geometry))).toEqual([0, 0, 1, 1])
  })

  it('returns the extent of each geometry in its quantisation steps', () => {
    const { store } = createStore()
    const [x, y, z] = store.extent.subarray(0, 3)
    // The box measures 1 × 2 × 4.
    expect(z / x).toBeCloseTo(4, 2)
    expect(y / x).toBeCloseTo(2, 2)
    expect([...store.extent.subarray(6, 12)]).toEqual([500, 250, 0, 9, 8, 7])
  })

  it('returns the kind, the vertices and the indices of each shape', () => {
    const { store } = createStore()
    const shapes = [0, 1, 2, 3].map((geometry) => store.getShape(geometry))
    expect(shapes.map(({ kind }) => kind)).toEqual(['triangles', 'triangles', 'lines', 'points'])
    expect(shapes.map(({ indexCount }) => indexCount)).toEqual([36, shapes[1].indexCount, 4, 0])
    expect(shapes[1].indexCount).toBe(12 * (12 / 2 - 1) * 2 * 3)
    expect(shapes[1].firstVertex).toBe(shapes[0].vertexCount)
    const read = (geometry: number, vertex: number): number[] => {
      const { vertices, firstVertex } = store.getShape(geometry)
      return [...vertices.subarray((firstVertex + vertex) * 4, (firstVertex + vertex) * 4 + 3)]
    }
    expect([read(2, 0), read(2, 1), read(2, 2)]).toEqual([
      [0, 0, 0],
      [500, 0, 0],
      [500, 250, 0],
    ])
    expect([read(3, 0), read(3, 1)]).toEqual([
      [1, 2, 3],
      [9, 8, 7],
    ])
    const { indices, indexStart } = store.getShape(2)
    expect([...indices.subarray(indexStart, indexStart + 4)]).toEqual([0, 1, 1, 2])
  })

  it('reads 32-bit indices for a geometry that is marked as wide', () => {
    const store = new GeometryStore()
    const [chunk] = buildChunks()
    store.append({
      ...chunk,
      indices32: Uint32Array.of(70_000, 70_001, 70_002),
      geometries: {
        ...chunk.geometries,
        wide: Uint8Array.of(0, 1),
        indexStart: Uint32Array.of(0, 0),
        indexCount: Uint32Array.of(36, 3),
      },
    })
    const { indices, indexStart, indexCount } = store.getShape(1)
    expect([...indices.subarray(indexStart, indexStart + indexCount)]).toEqual([70_000, 70_001, 70_002])
    expect(store.getShape(0).indices).toBeInstanceOf(Uint16Array)
  })

  it('has neither indices nor vertices of an evicted chunk, and all of them again once it is restored', () => {
    const { store, chunks } = createStore()
    const before = [0, 1, 2, 3].map((geometry) => store.getShape(geometry))
    const bytes = store.byteLength
    const ofFirst = store.getByteLength(0)
    expect(ofFirst).toBe(
      chunks[0].vertices.byteLength + chunks[0].indices16.byteLength + chunks[0].indices32.byteLength,
    )
    store.evict(0)
    expect([0, 1].map((geometry) => store.getShape(geometry).indexCount)).toEqual([0, 0])
    expect([0, 1].map((geometry) => store.getShape(geometry).vertexCount)).toEqual([0, 0])
    expect([2, 3].map((geometry) => store.getShape(geometry))).toEqual(before.slice(2))
    expect([store.getByteLength(0), store.byteLength]).toEqual([0, bytes - ofFirst])
    expect(store.chunkOf(1)).toBe(0)
    store.restore(0, chunks[0])
    expect([0, 1, 2, 3].map((geometry) => store.getShape(geometry))).toEqual(before)
    expect(store.byteLength).toBe(bytes)
  })

  it('keeps no data that only the GPU needs', () => {
    const { store, chunks } = createStore()
    const picking = chunks.reduce(
      (sum, { vertices, indices16, indices32 }) =>
        sum + vertices.byteLength + indices16.byteLength + indices32.byteLength,
      0,
    )
    expect(store.byteLength).toBe(picking)
    expect(chunks[0].indices.byteLength).toBeGreaterThan(0)
  })
})
