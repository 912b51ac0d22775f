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

test('what stands for the whole file has the file’s own name, what is called alike below it has not', () => {
  expect(names(['model'], 'model.skp')).toEqual(['Tower, east.skp', 'model'])
  expect(names(['model.stl'], 'model.stl')).toEqual(['Tower, east.skp', 'model'])
})

test('names that a file gives stay', () => {
  expect(names(['Villa', ''], 'model.skp')).toEqual(['Villa', '', 'model'])
})
