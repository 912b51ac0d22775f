import { prepareMesh } from '@kamar/mesh'
import type { Placement } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { boxMesh } from '../test-support/written-package.js'
import { computeContentHash } from './geometry-content.js'
import { InstanceStore } from './instance-store.js'
import { MeshStore } from './mesh-store.js'

const square = {
  positions: Float32Array.of(2, 0, 0, 3, 0, 0, 3, 1, 0, 2, 1, 0),
  indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
}

/** Moves the vertices of a mesh by a power of two, which changes no digit of them. */
const move = (mesh: typeof square): typeof square => ({ ...mesh, positions: mesh.positions.map((value) => value + 4) })

describe('MeshStore', () => {
  it('shares the geometry of equal shapes and keeps the position of each', () => {
    const store = new MeshStore()
    expect([store.addMesh(square), store.addMesh(boxMesh(1, 1, 1)), store.addMesh(move(square))]).toEqual([0, 1, 2])
    expect(store.count).toBe(3)
    expect([...store.geometryOfMesh]).toEqual([0, 1, 0])
    expect(store.geometries).toHaveLength(2)
    const origins = [...store.originOfMesh]
    expect(origins.slice(0, 3).map(Math.round)).toEqual([2, 0, 0])
    expect(origins.slice(6).map(Math.round)).toEqual([6, 4, 4])
  })

  it('counts the triangles of unique geometries, of all meshes, and of their source', () => {
    const store = new MeshStore()
    store.addMesh(square)
    store.addMesh(square)
    store.addMesh(boxMesh(1, 1, 1))
    expect([store.triangles, store.storedTriangles, store.source.triangles]).toEqual([14, 16, 16])
  })

  it('takes a mesh that the reader has prepared as it is', () => {
    const store = new MeshStore()
    const prepared = prepareMesh(square)
    if (prepared === null) throw new Error('a square has triangles')
    expect(store.addMesh(prepared)).toBe(0)
    expect(store.geometries[0]).toBe(prepared)
    expect(store.addMesh(square)).toBe(1)
    expect([...store.geometryOfMesh]).toEqual([0, 0])
  })

  it('adds nothing for a mesh without area, but counts its triangles', () => {
    const store = new MeshStore()
    expect(store.addMesh({ ...square, indices: Uint32Array.of(0, 1, 1, 2, 2, 2) })).toBeNull()
    expect(store.addMesh({ positions: new Float32Array(0), indices: new Uint32Array(0) })).toBeNull()
    expect([store.count, store.triangles, store.storedTriangles]).toEqual([0, 0, 0])
    expect(store.source).toMatchObject({ triangles: 2, withoutArea: 2 })
  })

  it('counts only level 0 of a mesh with coarser levels', () => {
    const store = new MeshStore()
    const prepared = prepareMesh(boxMesh(1, 1, 1))
    if (prepared === null) throw new Error('a box has triangles')
    const levels = [...prepared.levels, { start: 0, count: 12, errorMetres: 0.1 }]
    store.addMesh({ ...prepared, levels })
    expect([store.triangles, store.storedTriangles]).toEqual([12, 12])
  })

  it('stores lines and points, which have no triangles', () => {
    const store = new MeshStore()
    const positions = Float32Array.of(0, 0, 0, 1, 2, 3, 5, 5, 5)
    expect(store.addLines({ positions, indices: Uint32Array.of(0, 1, 1, 2) })).toBe(0)
    expect(store.addPoints({ positions })).toBe(1)
    expect(store.addPoints({ positions })).toBe(2)
    expect([...store.geometryOfMesh]).toEqual([0, 1, 1])
    expect([store.triangles, store.points, store.source.triangles]).toEqual([0, 3, 0])
  })

  it('has the content hash of every geometry', () => {
    const store = new MeshStore()
    store.addMesh(square)
    store.addMesh(boxMesh(1, 2, 3))
    expect([...store.contentHashes]).toEqual(store.geometries.map(computeContentHash))
  })
})

describe('InstanceStore', () => {
  const placement: Placement = [1, 2, 3, 4, 5, 6, 7, 8, 9, 100, 200, 300]

  it('stores rows as columns, with translations relative to the origin', () => {
    const store = new InstanceStore()
    expect(store.add({ node: 4, mesh: 5, placement, material: null }, 6, [1, 2, 3])).toBe(true)
    expect(store.add({ node: 1, mesh: 2, placement, material: 9 }, 3, [0, 0, 0.5])).toBe(true)
    expect([store.count, [...store.node], [...store.mesh], [...store.material]]).toEqual([2, [4, 1], [5, 2], [6, 3]])
    expect([...store.gatherPlacements(Uint32Array.of(0, 1))]).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 99, 198, 297, 1, 2, 3, 4, 5, 6, 7, 8, 9, 100, 200, 299.5,
    ])
  })

  it.each([0, 4, 11])('adds nothing when number %i of the transform is not finite', (at) => {
    const store = new InstanceStore()
    for (const value of [Number.NaN, Infinity]) {
      const broken = [...placement].with(at, value) as unknown as Placement
      expect(store.add({ node: 0, mesh: 0, placement: broken, material: null }, 0, [0, 0, 0])).toBe(false)
    }
    expect([store.count, store.node.length]).toEqual([0, 0])
  })
})
