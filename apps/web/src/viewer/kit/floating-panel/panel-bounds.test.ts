import { describe, expect, test } from 'vitest'
import { computeInitialBounds, clampToPage, moveBounds, type PanelBounds, resizeBounds } from './panel-bounds.js'

const page = { width: 1440, height: 900 }
const bounds: PanelBounds = { left: 400, top: 300, width: 500, height: 400 }

describe('nested viewer panel bounds', () => {
  test('start at 500×400 pixels, beside the left panel and above the tools', () => {
    expect(computeInitialBounds(page, { left: 368, bottom: 64 })).toEqual({
      left: 368,
      top: 436,
      width: 500,
      height: 400,
    })
  })

  test('shrink to fit a small page', () => {
    const small = { width: 480, height: 420 }
    expect(computeInitialBounds(small, { left: 60, bottom: 64 })).toEqual({ left: 8, top: 64, width: 464, height: 348 })
    expect(computeInitialBounds({ width: 300, height: 200 }, { left: 60, bottom: 64 })).toEqual({
      left: 8,
      top: 64,
      width: 284,
      height: 128,
    })
  })

  test.each([
    [
      { x: 16, y: -16 },
      { left: 416, top: 284 },
    ],
    [
      { x: -4000, y: -4000 },
      { left: 8, top: 64 },
    ],
    [
      { x: 4000, y: 4000 },
      { left: 932, top: 492 },
    ],
  ])('stay on the page when moved by %j', (by, expected) => {
    expect(moveBounds(bounds, by, page)).toEqual({ ...bounds, ...expected })
  })

  test.each([
    [
      { x: 16, y: -16 },
      { width: 516, height: 384 },
    ],
    [
      { x: -4000, y: -4000 },
      { width: 320, height: 240 },
    ],
    [
      { x: 4000, y: 4000 },
      { width: 1032, height: 592 },
    ],
  ])('keep the opposite corner, a minimum size and the page limits when resized by %j', (by, expected) => {
    expect(resizeBounds(bounds, by, page)).toEqual({ ...bounds, ...expected })
  })

  test('move into a smaller window', () => {
    expect(clampToPage(bounds, { width: 800, height: 600 })).toEqual({ left: 292, top: 192, width: 500, height: 400 })
  })
})
