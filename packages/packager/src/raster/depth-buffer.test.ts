import { seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { DepthBuffer, type Rectangle } from './depth-buffer.js'

const fullRectangle = ({ width, height }: DepthBuffer): Rectangle => ({
  left: 0,
  top: 0,
  right: width - 1,
  bottom: height - 1,
})

function fill(buffer: DepthBuffer, { left, top, right, bottom }: Rectangle, depth: number): void {
  for (let y = top; y <= bottom; y++) buffer.depth.fill(depth, y * buffer.width + left, y * buffer.width + right + 1)
  buffer.touch({ left, top, right, bottom })
}

describe('DepthBuffer', () => {
  it('hides nothing while it is empty', () => {
    const buffer = new DepthBuffer(20, 12)
    expect(buffer.depth).toEqual(new Float32Array(240).fill(Infinity))
    expect(buffer.hides(fullRectangle(buffer), 1e30)).toBe(false)
  })

  it('hides what is behind a filled tile, but nothing at its depth or in front of it', () => {
    const buffer = new DepthBuffer(20, 12)
    fill(buffer, fullRectangle(buffer), 5)
    expect([5.5, 5, 4.5].map((nearest) => buffer.hides(fullRectangle(buffer), nearest))).toEqual([true, false, false])
  })

  it('decides by the farthest pixel of each tile that the rectangle touches', () => {
    const buffer = new DepthBuffer(24, 24)
    fill(buffer, fullRectangle(buffer), 1)
    // Pixel (8, 16) is the first of the tile in column 1, row 2.
    buffer.depth[16 * 24 + 8] = 3
    buffer.touch({ left: 8, top: 16, right: 8, bottom: 16 })
    const hides = (left: number, top: number, right = left, bottom = top): boolean =>
      buffer.hides({ left, top, right, bottom }, 2)
    expect([hides(7, 16), hides(16, 16), hides(8, 15)]).toEqual([true, true, true])
    expect([hides(8, 16), hides(15, 23), hides(7, 15, 8, 16), hides(0, 0, 23, 23)]).toEqual([
      false,
      false,
      false,
      false,
    ])
  })

  it('refreshes every tile that was touched, also the incomplete ones at the right and lower border', () => {
    const buffer = new DepthBuffer(19, 11)
    fill(buffer, fullRectangle(buffer), 2)
    expect(buffer.hides({ left: 16, top: 8, right: 18, bottom: 10 }, 3)).toBe(true)
    buffer.depth[10 * 19 + 18] = 9
    expect(buffer.hides({ left: 18, top: 10, right: 18, bottom: 10 }, 3)).toBe(true)
    buffer.touch({ left: 17, top: 9, right: 18, bottom: 10 })
    expect(buffer.hides({ left: 16, top: 8, right: 16, bottom: 8 }, 3)).toBe(false)
  })

  it('agrees with a search of all pixels of the tiles, for random rectangles (seed 11)', () => {
    const random = seededRandom(11)
    const buffer = new DepthBuffer(37, 29)
    const pick = (end: number): number => Math.floor(random() * end)
    const pickRectangle = (): Rectangle => {
      const [left, top] = [pick(37), pick(29)]
      return { left, top, right: left + pick(37 - left), bottom: top + pick(29 - top) }
    }
    for (let round = 0; round < 300; round++) {
      fill(buffer, pickRectangle(), 1 + pick(5))
      const { left, top, right, bottom } = pickRectangle()
      const nearest = pick(7)
      let farthest = -Infinity
      for (let y = (top >> 3) * 8; y < Math.min(29, ((bottom >> 3) + 1) * 8); y++)
        for (let x = (left >> 3) * 8; x < Math.min(37, ((right >> 3) + 1) * 8); x++)
          farthest = Math.max(farthest, buffer.depth[y * 37 + x])
      expect(buffer.hides({ left, top, right, bottom }, nearest), `round ${round}`).toBe(farthest < nearest)
    }
  })
})
