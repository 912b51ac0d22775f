import { prepareMesh, preparePoints } from '@kamar/mesh'
import type { PreparedMesh } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { hasTriangles, type PlacedGeometry } from '../pack/placed-scene.js'
import { TestScratchStorage } from '../test-support/scratch-storage.js'
import { boxMesh } from '../test-support/written-package.js'
import {
  geometryObjectBytes,
  GeometryPool,
  getMaxPosition,
  getSizes,
  isInMemory,
  isTextured,
  loadGeometry,
} from './geometry-pool.js'
import { MeshStore } from './mesh-store.js'
import { quantiseLines } from './quantise-lines.js'
import { noTriangles } from './source-triangles.js'

function prepareBox(): PreparedMesh {
  const mesh = prepareMesh(boxMesh(1, 2, 3))
  if (mesh === null) throw new Error('a box has triangles')
  return mesh
}

const box = prepareBox()
const vertexCount = box.positions.length / 3
const levels = [...box.levels, { start: 12, count: 6, errorMetres: 0.1 }]
const textureCoordinates = { values: new Uint16Array(vertexCount * 2).fill(3), offset: [-1, 4], step: 0.5 } as const
const largeVertexCount = 70_000

const geometries: readonly (readonly [string, PlacedGeometry])[] = [
  ['a closed mesh', box],
  ['an open mesh with coarser levels', { ...box, levels, closed: false, volume: null }],
  ['a mesh with colours', { ...box, colors: new Uint8Array(vertexCount * 4).fill(200) }],
  ['a mesh with texture coordinates and one side', { ...box, textureCoordinates, isSingleSided: true }],
  ['a mesh without normals', { ...box, normals: null }],
  [
    'a mesh of more than 65,536 vertices',
    {
      ...box,
      positions: Uint16Array.from({ length: largeVertexCount * 3 }, (_, at) => at % 60_000),
      normals: new Int8Array(largeVertexCount * 2).fill(-5),
      indices: Uint32Array.of(0, 69_998, 69_999),
      levels: [{ start: 0, count: 3, errorMetres: 0 }],
      edges: Uint32Array.of(69_999, 3),
    },
  ],
  ['lines', quantiseLines({ positions: Float32Array.of(0, 0, 0, 1, 2, 3), indices: Uint32Array.of(0, 1) })],
  ['points', preparePoints({ positions: Float32Array.of(0, 0, 0, 1, 2, 3) })],
  ['points with colours', preparePoints({ positions: Float32Array.of(1, 2, 3), colors: Uint8Array.of(1, 2, 3, 4) })],
]

/** Returns the stored form of a geometry: without position and counts of the source. */
function toStored(geometry: PlacedGeometry): PlacedGeometry {
  const { source: _, ...rest } = { source: noTriangles, ...geometry }
  return { ...rest, origin: [0, 0, 0] }
}

describe('GeometryPool', () => {
  it.each(geometries)('returns %s as it was', (_, geometry) => {
    const pool = new GeometryPool(new TestScratchStorage())
    pool.add(geometry)
    const stored = pool.add(geometry)
    pool.add(box)
    expect(isInMemory(stored)).toBe(false)
    expect(loadGeometry(stored)).toEqual(toStored(geometry))
    expect(getSizes(stored)).toEqual(getSizes(geometry))
    expect(getMaxPosition(stored)).toEqual(getMaxPosition(geometry))
    expect(stored.positions).toEqual(geometry.positions)
    expect(hasTriangles(stored)).toBe(hasTriangles(geometry))
    if (!hasTriangles(stored) || !hasTriangles(geometry)) return
    const { area, closed, colors, edges, indices, normals, shapeHash, step, volume } = geometry
    expect(stored).toMatchObject({ area, closed, colors, edges, indices, normals, shapeHash, step, volume })
    expect(stored.levels).toEqual(geometry.levels)
    expect(isTextured(stored)).toBe(isTextured(geometry))
    expect(stored.isSingleSided).toBe(geometry.isSingleSided === true)
  })

  it('stores the triangles of similar geometries once', () => {
    const storage = new TestScratchStorage()
    const pool = new GeometryPool(storage)
    const template = pool.add({ ...box, levels })
    const alike = { ...box, normals: null, positions: box.positions.map((value) => value >> 1), levels }
    expect(loadGeometry(pool.add(alike, template))).toEqual(toStored(alike))
    pool.close()
  })

  it('reads geometries again that are no longer in its cache', () => {
    const pool = new GeometryPool(new TestScratchStorage())
    const [[, first]] = geometries
    const large = geometries[5][1]
    const stored = pool.add(first)
    expect(loadGeometry(stored)).toEqual(toStored(first))
    for (let number = 0; number < 120; number++) loadGeometry(pool.add(large))
    expect(loadGeometry(stored)).toEqual(toStored(first))
    pool.close()
  })
})

describe('MeshStore with a scratch file', () => {
  it('moves all geometries when they exceed the memory, and still finds equal ones', () => {
    const storage = new TestScratchStorage(3 * geometryObjectBytes)
    const store = new MeshStore(storage)
    const sizes = [1, 2, 1, 3, 4, 2, 5, 1, 6]
    const numbers = sizes.map((size) => store.addMesh(boxMesh(size, 1, 0.5)))
    expect(numbers).toEqual([...sizes.keys()])
    expect([...store.geometryOfMesh]).toEqual([0, 1, 0, 2, 3, 1, 4, 0, 5])
    expect(store.geometries.map(isInMemory)).not.toContain(true)
    expect(store.triangles).toBe(6 * 12)
    store.close()
  })
})
