import { describe, expect, test } from 'vitest'
import { type TestElement, testTree } from '../../../testing/test-tree.js'
import { locateElements } from './locate-elements.js'

const locate = (elements: readonly TestElement[], hits: readonly number[]): string[] => [
  ...locateElements(testTree(elements), hits).values(),
]

describe('place of an element in a list', () => {
  test('is its storey, or its nearest named parent where there is none', () => {
    const elements = [
      { name: 'Project' },
      { name: 'Level 2', className: 'IfcBuildingStorey', parent: 0 },
      { name: '', parent: 1 },
      { name: 'Wall', parent: 2 },
      { name: '', parent: 0 },
      { name: 'Tree', parent: 4 },
    ]
    expect(locate(elements, [3, 5, 1, 0])).toEqual(['Level 2', 'Project', 'Project', ''])
  })

  test('has the file and then the id where elements look the same in the same place', () => {
    const storey = { name: 'Level 1', className: 'IfcBuildingStorey' }
    const elements = [
      { name: 'a.ifc', className: 'File' },
      { ...storey, parent: 0 },
      { name: 'Wall', id: 'id-1', parent: 1 },
      { name: 'Wall', id: 'id-2', parent: 1 },
      { name: 'b.ifc', className: 'File' },
      { ...storey, parent: 4 },
      { name: 'Wall', id: 'id-1', parent: 5 },
      { name: 'Door', id: 'id-3', parent: 5 },
    ]
    expect(locate(elements, [2, 3, 6, 7])).toEqual([
      'Level 1 · a.ifc · id-1',
      'Level 1 · a.ifc · id-2',
      'Level 1 · b.ifc',
      'Level 1',
    ])
  })

  test('has the id of names that differ only in their hidden middle', () => {
    const name = (type: string): string => `Basic Wall: Exterior ${type} with plaster, 200 mm`
    const elements = [
      { name: 'Level 1', className: 'Level' },
      { name: name('brick'), id: '101', parent: 0 },
      { name: name('block'), id: '102', parent: 0 },
      { name: 'Basic Wall: Exterior brick, 300 mm', id: '103', parent: 0 },
    ]
    expect(locate(elements, [1, 2, 3])).toEqual(['Level 1 · 101', 'Level 1 · 102', 'Level 1'])
  })
})
