import { changedPart, type ElementChange } from '@kamar/comparison'
import { describe, expect, test } from 'vitest'
import { testTree } from '../../../../testing/test-tree.js'
import type { PackageComparison } from '../compare-packages.js'
import { changeKinds } from '../compared-kinds.js'
import {
  type ChangeFilter,
  countClasses,
  countPart,
  countStoreys,
  listMatches,
  matchesFilter,
  noFilter,
} from './change-filter.js'

/** In the older version, wall 3 stood on the ground floor and door 4 existed. */
const older = testTree([
  { name: 'House', className: 'IfcBuilding' },
  { name: 'Ground floor', className: 'IfcBuildingStorey', parent: 0 },
  { name: 'Attic', className: 'IfcBuildingStorey', parent: 0 },
  { name: 'Wall', className: 'IfcWall', parent: 1 },
  { name: 'Door', className: 'IfcDoor', parent: 3 },
])
const newer = testTree([
  { name: 'House', className: 'IfcBuilding' },
  { name: 'Ground floor', className: 'IfcBuildingStorey', parent: 0 },
  { name: 'Attic', className: 'IfcBuildingStorey', parent: 0 },
  { name: 'Wall', className: 'IfcWall', parent: 2 },
  { name: 'New wall', className: 'IfcWall', parent: 1 },
  { name: 'Fence', className: 'IfcRailing', parent: 0 },
  { name: 'Box', parent: 2 },
])
const removedDoor: ElementChange = { kind: 'removed', before: 4, after: -1, parts: 0 }
const movedWall: ElementChange = {
  kind: 'changed',
  before: 3,
  after: 3,
  parts: changedPart.placement | changedPart.properties,
}
const addedWall: ElementChange = { kind: 'added', before: -1, after: 4, parts: 0 }
const addedFence: ElementChange = { kind: 'added', before: -1, after: 5, parts: 0 }
const changedBox: ElementChange = { kind: 'changed', before: 0, after: 6, parts: changedPart.shape }
const changes = [removedDoor, changedBox, movedWall, addedWall, addedFence]
const result = {
  older: { tree: older },
  newer: { tree: newer },
  comparison: { changes },
} as unknown as PackageComparison

const list = (filter: Partial<ChangeFilter>, shownKinds = new Set(changeKinds)) =>
  listMatches(result, { shownKinds, filter: { ...noFilter, ...filter } })

describe('listMatches', () => {
  test('orders changes as added, removed and changed, each kind in its order', () => {
    expect(list({})).toEqual([addedWall, addedFence, removedDoor, changedBox, movedWall])
  })

  test('leaves out the kinds that are switched off', () => {
    expect(list({}, new Set(['removed'] as const))).toEqual([removedDoor])
    expect(list({}, new Set())).toEqual([])
  })

  test('narrows to a part, which added and removed elements do not have', () => {
    expect(list({ part: 'properties' })).toEqual([movedWall])
    expect(list({ part: 'placement' })).toEqual([movedWall])
    expect(list({ part: 'identity' })).toEqual([])
  })

  test('takes the class and the storey of a removed element from the older version', () => {
    expect(list({ className: 'IfcDoor' })).toEqual([removedDoor])
    expect(list({ storey: 'Ground floor' })).toEqual([addedWall, removedDoor])
  })

  test('takes the storey of a changed element from the newer version', () => {
    expect(list({ storey: 'Attic' })).toEqual([changedBox, movedWall])
  })

  test('combines the class with the storey', () => {
    expect(list({ className: 'IfcWall', storey: 'Attic' })).toEqual([movedWall])
    expect(list({ className: 'IfcRailing', storey: 'Attic' })).toEqual([])
  })
})

describe('numbers of changes', () => {
  test('are counted by class, the most frequent first, without elements that have none', () => {
    expect(countClasses(result, changes)).toEqual([
      { value: 'IfcWall', count: 2 },
      { value: 'IfcDoor', count: 1 },
      { value: 'IfcRailing', count: 1 },
    ])
  })

  test('are counted by storey, without elements outside every storey', () => {
    expect(countStoreys(result, changes)).toEqual([
      { value: 'Ground floor', count: 2 },
      { value: 'Attic', count: 2 },
    ])
  })

  test('are counted for each part of an element that changed in several', () => {
    expect(countPart(changes, 'placement')).toBe(1)
    expect(countPart(changes, 'properties')).toBe(1)
    expect(countPart(changes, 'shape')).toBe(1)
  })
})

test.each(['IfcBuildingStorey', 'Level', 'Geschoss'])('matchesFilter knows storeys of the class %s', (className) => {
  const tree = testTree([
    { name: 'Second', className },
    { name: 'Wall', className: 'IfcWall', parent: 0 },
  ])
  const comparison = { ...result, newer: { tree } } as unknown as PackageComparison
  expect(matchesFilter(comparison, { ...movedWall, after: 1 }, { ...noFilter, storey: 'Second' })).toBe(true)
  expect(matchesFilter(comparison, { ...movedWall, after: 1 }, { ...noFilter, storey: 'Third' })).toBe(false)
})
