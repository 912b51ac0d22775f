import { seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { at, boxMesh } from '../test-support/written-package.js'
import { runToEnd } from '../test-support/run-to-end.js'
import { SceneStoresBuilder, type ScenePart } from '../test-support/scene-stores.js'
import { canonicalInstanceOrder } from './canonical-order.js'

const listOrder = (nodeCount: number, parts: readonly ScenePart[]): number[] => {
  const stores = new SceneStoresBuilder(nodeCount)
  for (const part of parts) stores.add(part)
  return [...runToEnd(canonicalInstanceOrder(stores.instances, stores.meshes, nodeCount))]
}

const box = boxMesh(1, 1, 1)

/** Moves the vertices of a box, so that its geometry is the same but its origin in the mesh frame is not. */
const shifted = (x: number): typeof box => ({
  ...box,
  positions: box.positions.map((value, at) => (at % 3 === 0 ? value + x : value)),
})

describe('canonicalInstanceOrder', () => {
  it('sorts by element first', () => {
    const parts = [3, 0, 2, 0, 3].map((node) => ({ node, mesh: box }))
    expect(listOrder(5, parts).map((row) => parts[row]?.node)).toEqual([0, 0, 2, 3, 3])
  })

  it('sorts equal geometries of an element by the numbers of their placement in turn', () => {
    const parts = [at(2, 0, 0), at(1, 5, 0), at(1, 4, 9), at(1, 4, 8)].map((placement) => ({
      node: 0,
      mesh: box,
      placement,
    }))
    expect(listOrder(1, parts)).toEqual([3, 2, 1, 0])
    const rotated = { node: 0, mesh: box, placement: [0, 1, 0, -1, 0, 0, 0, 0, 1, -9, 0, 0] as const }
    expect(listOrder(1, [...parts, rotated])[0]).toBe(4)
  })

  it('sorts equal placements by the origin of the mesh, then by material', () => {
    const parts = [
      { node: 0, mesh: shifted(4), red: 0 },
      { node: 0, mesh: shifted(2), red: 0.5 },
      { node: 0, mesh: shifted(2), red: 0 },
    ]
    expect(listOrder(1, parts)).toEqual([2, 1, 0])
  })

  it('sorts different geometries of an element by content, whichever arrives first', () => {
    const sizes = [1, 2, 3, 4, 5]
    const parts = sizes.map((size) => ({ node: 0, mesh: boxMesh(size, 1, 0.5) }))
    const forwards = listOrder(1, parts).map((row) => sizes[row])
    const backwards = listOrder(1, parts.toReversed()).map((row) => sizes.toReversed()[row])
    expect(backwards).toEqual(forwards)
  })

  it('gives the same sequence of contents for any order of arrival (seed 12)', () => {
    const random = seededRandom(12)
    const parts = Array.from({ length: 60 }, (_, part) => ({
      node: part % 3,
      mesh: boxMesh(1 + (part % 4), 1, 1),
      placement: at(Math.floor(part / 12), part % 5, 0),
    }))
    const describeParts = (list: readonly ScenePart[]): string[] =>
      listOrder(3, list).map(
        (row) => `${list[row].node} ${list[row].mesh?.positions[3]} ${list[row].placement?.join()}`,
      )
    const expected = describeParts(parts)
    for (let round = 0; round < 5; round++) {
      const mixed = parts.map((part) => [random(), part] as const).toSorted(([a], [b]) => a - b)
      expect(describeParts(mixed.map(([, part]) => part))).toEqual(expected)
    }
  })

  it('is empty without instances', () => {
    expect(listOrder(2, [])).toEqual([])
  })
})
