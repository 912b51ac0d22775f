import { describe, expect, it } from 'vitest'
import { cropView, orthographicView, type OrthographicView, viewDirection } from './orthographic-view.js'

type Point = readonly [number, number, number]

/** Projects a point: pixel x, pixel y, depth. */
const project = ({ rows, offset }: OrthographicView, point: Point): number[] =>
  [0, 1, 2].map((row) => point.reduce((sum, value, axis) => sum + rows[row * 3 + axis] * value, offset[row]))

/** Matches numbers to six digits. */
const closeTo = (expected: readonly number[]): unknown[] => expected.map((value): unknown => expect.closeTo(value, 6))

describe('viewDirection', () => {
  it('turns azimuth from x to y and elevation towards z', () => {
    expect(viewDirection(0, 0)).toEqual(closeTo([1, 0, 0]))
    expect(viewDirection(90, 0)).toEqual(closeTo([0, 1, 0]))
    expect(viewDirection(0, 90)).toEqual(closeTo([0, 0, 1]))
    expect(viewDirection(30, 60)).toEqual(closeTo([Math.sqrt(3) / 4, 1 / 4, Math.sqrt(3) / 2]))
  })
})

describe('orthographicView', () => {
  const grid = { width: 120, height: 100, margin: 10 }

  it('fits the wider side between the margins, seen from the front', () => {
    // From -y: x runs to the right, z up; 4 by 2 metres in 100 by 80 pixels.
    const view = orthographicView([1, 0, 0, 5, 3, 2], [0, -1, 0], grid)
    expect(view.scale).toBe(25)
    expect(project(view, [1, 0, 0]).slice(0, 2)).toEqual(closeTo([10, 75]))
    expect(project(view, [5, 3, 2]).slice(0, 2)).toEqual(closeTo([110, 25]))
    expect([view.width, view.height]).toEqual([120, 100])
  })

  it('fits the height when that is tighter', () => {
    const view = orthographicView([0, 0, 0, 1, 1, 8], [0, -1, 0], grid)
    expect(view.scale).toBe(10)
    expect(project(view, [0.5, 0.5, 8]).slice(0, 2)).toEqual(closeTo([60, 10]))
  })

  it('measures depth away from the viewer in pixels, zero at the center of the bounds', () => {
    const view = orthographicView([1, 0, 0, 5, 3, 2], [0, -1, 0], grid)
    expect(project(view, [3, 1.5, 1])).toEqual(closeTo([60, 50, 0]))
    expect(project(view, [3, 0, 1])[2]).toBeCloseTo(-1.5 * 25)
    expect(project(view, [3, 3, 1])[2]).toBeCloseTo(1.5 * 25)
  })

  it('has y to the right when it is seen from the top', () => {
    const view = orthographicView([0, 0, 0, 2, 4, 9], [0, 0, 1], grid)
    expect(project(view, [0, 0, 9]).slice(0, 2)).toEqual(closeTo([10, 25]))
    expect(project(view, [2, 4, 0]).slice(0, 2)).toEqual(closeTo([110, 75]))
  })

  it('preserves angles and lengths in a slanting view', () => {
    const view = orthographicView([-2, 3, 1, 7, 5, 4], viewDirection(-50, 28), grid)
    for (let one = 0; one < 3; one++)
      for (let other = 0; other < 3; other++) {
        const dot = [0, 1, 2].reduce((sum, axis) => sum + view.rows[one * 3 + axis] * view.rows[other * 3 + axis], 0)
        expect(dot).toBeCloseTo(one === other ? view.scale ** 2 : 0, 6)
      }
  })

  it('contains all corners of the bounds within the margins, and touches two of them', () => {
    for (const direction of [viewDirection(-50, 28), viewDirection(200, -40), viewDirection(10, 80)]) {
      const view = orthographicView([-2, 3, 1, 7, 5, 4], direction, grid)
      const points = [0, 1, 2, 3, 4, 5, 6, 7].map((vertex) =>
        project(view, [vertex & 1 ? 7 : -2, vertex & 2 ? 5 : 3, vertex & 4 ? 4 : 1]),
      )
      const [xs, ys] = [0, 1].map((row) => points.map((point) => point[row] ?? NaN))
      const gaps = [Math.min(...xs) - 10, 110 - Math.max(...xs), Math.min(...ys) - 10, 90 - Math.max(...ys)]
      expect(Math.min(...gaps)).toBeCloseTo(0, 6)
    }
  })

  it('is finite for bounds without extent', () => {
    const view = orthographicView([1, 1, 1, 1, 1, 1], [1, 0, 0], grid)
    expect(project(view, [1, 1, 1])).toEqual(closeTo([60, 50, 0]))
    expect(view.scale).toBe(80e6)
  })
})

describe('cropView', () => {
  const view: OrthographicView = {
    width: 100,
    height: 60,
    rows: Float64Array.of(2, 0, 0, 0, 0, -2, 0, 4, 0),
    offset: Float64Array.of(50, 30, 7),
    scale: 2,
  }

  it('enlarges a rectangle of pixels until it fills the grid up to its margin', () => {
    const cropped = cropView(view, { left: 40, top: 20, right: 50, bottom: 40 }, 10)
    // 80 / 10 and 40 / 20: the height decides.
    expect(cropped.scale).toBe(4)
    expect([cropped.width, cropped.height]).toEqual([100, 60])
    expect(project(cropped, [-2.5, 0, 0]).slice(0, 2)).toEqual(closeTo([50, 30]))
    expect(project(cropped, [-5, 0, 5]).slice(0, 2)).toEqual(closeTo([40, 10]))
    expect(project(cropped, [0, 0, -5]).slice(0, 2)).toEqual(closeTo([60, 50]))
    expect(project(cropped, [0, 1, 0])[2]).toBe(22)
  })

  it('lets the width decide for a wide rectangle', () => {
    const cropped = cropView(view, { left: 0, top: 28, right: 20, bottom: 30 }, 10)
    expect(cropped.scale).toBe(8)
    expect(project(cropped, [-20, 0, 0.5]).slice(0, 2)).toEqual(closeTo([50, 30]))
  })

  it('takes a rectangle without extent as one pixel', () => {
    expect(cropView(view, { left: 5, top: 5, right: 5, bottom: 5 }, 10).scale).toBe(80)
  })
})
