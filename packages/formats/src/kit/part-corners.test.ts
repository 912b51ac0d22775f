import { expect, it } from 'vitest'
import { partCorners } from './part-corners.js'

it('vertex indices of a part follow the order of first use', () => {
  const square = [7, 3, 5, 7, 5, 9, 1, 2, 3]
  const { indices, locals } = partCorners([2, 0], square)
  expect([...indices]).toEqual([0, 1, 2, 3, 2, 4])
  expect([...locals]).toEqual([
    [1, 0],
    [2, 1],
    [3, 2],
    [7, 3],
    [5, 4],
  ])
  expect(partCorners([], square)).toEqual({ indices: new Uint32Array(0), locals: new Map() })
})
