import type { ModelTree } from '@kamar/package-format/read'
import { describe, expect, test } from 'vitest'
import { testTree } from '../../../testing/test-tree.js'
import { findPlanStorey } from '../../tools/navigation/storey-action.js'
import { findStorey, isSpace } from './element-kind.js'

const names = ['site', 'storey', 'room', 'zone', 'wall', 'part', 'tree'] as const
type Name = (typeof names)[number]
const getNumber = (name: Name): number => names.indexOf(name)

const tree: ModelTree = {
  ...testTree([
    { name: 'Site', className: 'IfcSite' },
    { name: 'Level 1', className: 'IfcBuildingStorey', parent: 0 },
    { name: 'Kitchen', className: 'IfcSpace', parent: 1 },
    { name: 'Zone', className: 'IfcSpatialZone', parent: 1 },
    { name: 'Wall', className: 'IfcWall', parent: 1 },
    { name: 'Layer', className: 'IfcBuildingElementPart', parent: 4 },
    { name: 'Oak', className: 'IfcGeographicElement', parent: 0 },
  ]),
  hidden: Uint8Array.of(0, 0, 1, 1, 0, 0, 0),
}

describe('isSpace', () => {
  test.each([
    ['a hidden space', 'room', true],
    ['another hidden volume', 'zone', false],
    ['a wall', 'wall', false],
  ] as const)('decides about %s', (_name, name, expected) => {
    expect(isSpace(tree, getNumber(name))).toBe(expected)
  })

  test.each(['Room', 'Rooms', 'IfcSpace', 'SPACE'])('knows the class %s', (className) => {
    const single = { ...testTree([{ name: '', className }]), hidden: Uint8Array.of(1) }
    expect(isSpace(single, 0)).toBe(true)
  })

  test('takes a space that its source displays for an ordinary element', () => {
    expect(isSpace({ ...tree, hidden: new Uint8Array(tree.count) }, getNumber('room'))).toBe(false)
  })
})

describe('findStorey', () => {
  test.each([
    ['a storey itself', 'storey', 'storey'],
    ['a room on it', 'room', 'storey'],
    ['a part of a wall on it', 'part', 'storey'],
  ] as const)('returns the storey of %s', (_name, name, storey) => {
    expect(findStorey(tree, getNumber(name))).toBe(getNumber(storey))
  })

  test('returns null for an element outside of the building', () => {
    expect(findStorey(tree, getNumber('tree'))).toBeNull()
  })
})

describe('findPlanStorey', () => {
  const find = (...selected: readonly Name[]): number | null =>
    findPlanStorey({ tree, state: { selected: selected.map(getNumber) } } as unknown as Parameters<
      typeof findPlanStorey
    >[0])

  test('returns the storey of a single room, and a storey itself', () => {
    expect([find('room'), find('storey')]).toEqual([getNumber('storey'), getNumber('storey')])
  })

  test('returns null for other elements, for several and for none', () => {
    expect([find('wall'), find('tree'), find('room', 'storey'), find()]).toEqual([null, null, null, null])
  })

  test('returns null until the tree is read', () => {
    const state = { selected: [getNumber('room')] }
    expect(findPlanStorey({ tree: null, state } as unknown as Parameters<typeof findPlanStorey>[0])).toBeNull()
  })
})
