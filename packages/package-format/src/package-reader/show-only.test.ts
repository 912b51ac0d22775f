import { type ModelTree, noParent } from '../read.js'
import { describe, expect, it } from 'vitest'
import { showOnly } from './show-only.js'

/** 1 a house containing 2 a wall and 3 a hidden space, which contains 4 a hidden boundary; 5 another house. */
const tree = {
  count: 5,
  parent: Uint32Array.of(noParent, 0, 0, 2, noParent),
  hidden: Uint8Array.of(0, 0, 1, 1, 0),
} as Partial<ModelTree> as ModelTree

const listVisible = (...objectIds: number[]): number[] =>
  Array.from(showOnly(tree, objectIds).hidden).flatMap((isHidden, element) => (isHidden === 1 ? [] : [element + 1]))

describe('showOnly', () => {
  it.each([
    ['shows an object and its descendants except hidden ones', [1], [1, 2]],
    ['shows a selected hidden object with its descendants', [3], [3, 4]],
    ['shows a hidden object that is selected along with its parent', [1, 3], [1, 2, 3, 4]],
    ['hides all other objects', [2], [2]],
  ])('%s', (_, objectIds, expected) => expect(listVisible(...objectIds)).toEqual(expected))

  it('does not change the original tree', () => {
    listVisible(3)
    expect([...tree.hidden]).toEqual([0, 0, 1, 1, 0])
  })
})
