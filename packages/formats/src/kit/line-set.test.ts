import { describe, expect, it } from 'vitest'
import { lineSet } from './line-set.js'

describe('lineSet', () => {
  it('joins the points of each line, but no line with the next', () => {
    const lines = lineSet(
      [
        [
          [0, 0, 0],
          [1, 0, 0],
          [1, 1, 0],
        ],
        [
          [5, 0, 0],
          [6, 0, 0],
        ],
      ],
      [0, 0, 0],
      1,
    )
    expect([...lines.indices]).toEqual([0, 1, 1, 2, 3, 4])
    expect([...lines.positions]).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0, 5, 0, 0, 6, 0, 0])
  })

  it('returns metres relative to an origin, so that far coordinates stay exact', () => {
    const far = 4_000_000_000
    const { positions } = lineSet(
      [
        [
          [far, 1, 2],
          [far + 1, 1, 2],
        ],
      ],
      [far, 1, 2],
      0.001,
    )
    expect([...positions]).toEqual([0, 0, 0, Math.fround(0.001), 0, 0])
  })

  it('returns no segments for lines of fewer than two points', () => {
    expect(lineSet([[[1, 2, 3]], []], [1, 2, 3], 1)).toEqual({
      positions: new Float32Array(3),
      indices: new Uint32Array(0),
    })
  })
})
