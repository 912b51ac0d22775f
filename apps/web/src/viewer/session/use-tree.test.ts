import { expect, test } from 'vitest'
import { testTree } from '../../testing/test-tree.js'
import { namedByFile } from './use-tree.js'

const names = (roots: readonly string[], copy: string): string[] => {
  const tree = testTree([
    ...roots.map((name) => ({ name, className: 'model' })),
    { name: 'model', className: 'group', parent: 0 },
  ])
  const namedTree = namedByFile(tree, copy, 'Tower, east.skp')
  return Array.from({ length: tree.count }, (_, element) => namedTree.name(element))
}

test('root element takes the name of the file, but a child of the same name does not', () => {
  expect(names(['model'], 'model.skp')).toEqual(['Tower, east.skp', 'model'])
  expect(names(['model.stl'], 'model.stl')).toEqual(['Tower, east.skp', 'model'])
})

test('named elements keep the names given by the file', () => {
  expect(names(['Villa', ''], 'model.skp')).toEqual(['Villa', '', 'model'])
})
