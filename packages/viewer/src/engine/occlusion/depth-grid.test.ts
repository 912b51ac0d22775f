import { describe, expect, it } from 'vitest'
import { DepthGrid, type Footprint } from './depth-grid.js'

/** Draws a rectangle as two triangles that share a side; nearness may increase to the right. */
function wall(grid: DepthGrid, [left, bottom, right, top]: readonly number[], near: readonly [number, number]): void {
  const [a, b] = near
  grid.fill(Float64Array.of(left, bottom, a, right, bottom, b, right, top, b), 3, true)
  grid.fill(Float64Array.of(left, bottom, a, right, top, b, left, top, a), 3, true)
}
const print = (left: number, bottom: number, right: number, top: number, nearness: number): Footprint => ({
  left,
  bottom,
  right,
  top,
  nearness,
})

describe('DepthGrid', () => {
  it('hides objects behind a wall, but none in front of it or beside it', () => {
    const grid = new DepthGrid()
    grid.clear()
    wall(grid, [100, 50, 500.4, 300.7], [0.5, 0.5])
    grid.finish()
    expect(grid.hides(print(120, 60, 480, 290, 0.4))).toBe(true)
    expect(grid.hides(print(120, 60, 480, 290, 0.6))).toBe(false)
    for (const outside of [print(90, 60, 110, 80, 0.4), print(480, 60, 502, 80, 0.4), print(200, 290, 210, 301, 0.4)])
      expect(grid.hides(outside)).toBe(false)
    // Outside the frame it is not visible.
    expect(grid.hides(print(-50, 60, 110, 80, 0.4))).toBe(false)
  })

  it('has no seam where triangles meet, and leaves a gap of a sample and a half open', () => {
    const grid = new DepthGrid()
    grid.clear()
    wall(grid, [0, 0, 320.3, 360], [1, 1])
    wall(grid, [320.3, 0, 640, 360], [1, 1])
    grid.finish()
    expect(grid.hides(print(0, 0, 639, 359, 0.9))).toBe(true)
    grid.clear()
    wall(grid, [0, 0, 320.3, 360], [1, 1])
    wall(grid, [321.9, 0, 640, 360], [1, 1])
    grid.finish()
    expect(grid.hides(print(0, 0, 639, 359, 0.9))).toBe(false)
    expect(grid.hides(print(0, 0, 316, 359, 0.9))).toBe(true)
  })

  it('interpolates the depth of an inclined wall and keeps the nearest surface', () => {
    const grid = new DepthGrid()
    grid.clear()
    wall(grid, [0, 0, 640, 360], [0, 1])
    wall(grid, [0, 0, 640, 360], [0.3, 0.3])
    grid.finish()
    expect(grid.hides(print(500, 10, 520, 20, 0.7))).toBe(true)
    expect(grid.hides(print(400, 10, 420, 20, 0.7))).toBe(false)
    expect(grid.hides(print(20, 10, 40, 20, 0.29))).toBe(true)
    expect(grid.hides(print(20, 10, 40, 20, 0.31))).toBe(false)
  })

  it('skips back faces and triangles without area', () => {
    const grid = new DepthGrid()
    grid.clear()
    grid.fill(Float64Array.of(0, 0, 1, 0, 360, 1, 640, 0, 1), 3, false)
    grid.fill(Float64Array.of(0, 0, 1, 100, 100, 1, 200, 200, 1), 3, true)
    grid.finish()
    expect(grid.hides(print(10, 10, 20, 20, 0.5))).toBe(false)
    grid.fill(Float64Array.of(0, 0, 1, 640, 0, 1, 640, 360, 1, 0, 360, 1), 4, false)
    grid.finish()
    expect(grid.hides(print(10, 10, 20, 20, 0.5))).toBe(true)
  })
})
