import { describe, expect, test } from 'vitest'
import { houseTree, testTree } from '../../../testing/test-tree.js'
import { fileOfElement } from '../use-tree.js'

describe('element source file', () => {
  const tree = testTree([
    { name: 'house.ifc', className: 'File' },
    { name: 'Wall', className: 'IfcWall', parent: 0 },
    { name: 'pipes.ifc', className: 'File' },
    { name: 'Storey', className: 'IfcBuildingStorey', parent: 2 },
    { name: 'Pipe', className: 'IfcPipeSegment', parent: 3 },
  ])

  test('is the nearest file above the element, at any depth', () => {
    expect([1, 3, 4].map((element) => fileOfElement(tree, element))).toEqual(['house.ifc', 'pipes.ifc', 'pipes.ifc'])
  })
  test('is null for a file itself and for a single model', () => {
    expect([0, 2].map((element) => fileOfElement(tree, element))).toEqual([null, null])
    expect(fileOfElement(houseTree(), 4)).toBeNull()
  })
})
