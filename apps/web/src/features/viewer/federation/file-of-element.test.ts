import { describe, expect, test } from 'vitest'
import { houseTree, testTree } from '../../../testing/test-tree.js'
import { fileOfElement } from '../use-tree.js'

describe('the file of an element', () => {
  const tree = testTree([
    { name: 'house.ifc', className: 'File' },
    { name: 'Wall', className: 'IfcWall', parent: 0 },
    { name: 'pipes.ifc', className: 'File' },
    { name: 'Storey', className: 'IfcBuildingStorey', parent: 2 },
    { name: 'Pipe', className: 'IfcPipeSegment', parent: 3 },
  ])

  test('is the one above it, however deep it stands', () => {
    expect([1, 3, 4].map((element) => fileOfElement(tree, element))).toEqual(['house.ifc', 'pipes.ifc', 'pipes.ifc'])
  })
  test('is not said of a file itself, nor where one model is open', () => {
    expect([0, 2].map((element) => fileOfElement(tree, element))).toEqual([null, null])
    expect(fileOfElement(houseTree(), 4)).toBeNull()
  })
})
