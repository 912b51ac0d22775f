import { describe, expect, it } from 'vitest'
import { traceOutlines } from './outlines.js'

describe('traceOutlines', () => {
  it('drops edges between triangles and retains holes', () => {
    const square = [0, 0, 2, 0, 2, 2, 0, 2]
    expect(traceOutlines(square, [0, 1, 2, 0, 3, 2])).toHaveLength(1)
    expect(traceOutlines(square, [0, 1, 2, 0, 3, 2])[0]).toHaveLength(8)
    const ring = [0, 0, 9, 0, 9, 9, 0, 9, 3, 3, 6, 3, 6, 6, 3, 6]
    const around = [0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7]
    const outlines = traceOutlines(ring, around)
    expect(outlines.map((outline) => outline.length)).toEqual([8, 8])
  })
})
