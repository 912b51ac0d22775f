import { describe, expect, it } from 'vitest'
import { getDomain, evenKnots, expandKnots, isSpline, pointAt, type Spline } from './spline.js'

const closeTo = (point: readonly number[]): unknown[] => point.map((value) => expect.closeTo(value, 12))

const hill: Spline = {
  degree: 2,
  points: [
    [0, 0, 0],
    [1, 2, 0],
    [2, 0, 0],
  ],
  knots: [0, 0, 0, 1, 1, 1],
}

describe('spline knots', () => {
  it.each([
    ['clamped with one span', 3, 4, true, [0, 0, 0, 0, 1, 1, 1, 1]],
    ['clamped with several spans', 2, 5, true, [0, 0, 0, 1, 2, 3, 3, 3]],
    ['unclamped', 2, 4, false, [-2, -1, 0, 1, 2, 3, 4]],
  ])('are uniform: %s', (_, degree, points, isClamped, knots) => {
    expect(evenKnots(degree, points, isClamped)).toEqual(knots)
  })

  it('are repeated by their multiplicity', () => {
    expect(expandKnots([0, 0.5, 1], [3, 1, 3], 100)).toEqual([0, 0, 0, 0.5, 1, 1, 1])
    expect(expandKnots([0, 1], [2], 100)).toEqual([0, 0])
  })

  it('are limited for excessive multiplicities', () => {
    expect(expandKnots([0, 1], [1e9, 1e9], 10).length).toBeLessThanOrEqual(11)
  })
})

describe('isSpline', () => {
  it('accepts matching degree, points, knots and weights', () => {
    expect(isSpline(hill)).toBe(true)
    expect(isSpline({ ...hill, weights: [1, 1, 1] })).toBe(true)
    expect(getDomain({ ...hill, degree: 1, knots: [3, 4, 5, 6, 7] })).toEqual([4, 6])
  })

  it.each([
    ['degree 0', { degree: 0, knots: [0, 0, 1, 1] }],
    ['an excessive degree', { degree: 26 }],
    ['a degree equal to the number of points', { degree: 3, knots: [0, 0, 0, 0, 1, 1, 1] }],
    ['a missing knot', { knots: [0, 0, 0, 1, 1] }],
    ['decreasing knots', { knots: [0, 0, 1, 0, 1, 1] }],
    ['a non-finite knot', { knots: [0, 0, 0, 1, 1, Number.NaN] }],
    ['an infinite knot', { knots: [0, 0, 0, 1, 1, Infinity] }],
    ['a missing weight', { weights: [1, 1] }],
  ])('rejects %s', (_, changes) => {
    expect(isSpline({ ...hill, ...changes })).toBe(false)
  })
})

describe('spline point', () => {
  it('is the first or last control point at the ends of a clamped curve', () => {
    expect([pointAt(hill, 0), pointAt(hill, 1)]).toEqual([
      [0, 0, 0],
      [2, 0, 0],
    ])
  })

  it('follows the parabola of three control points', () => {
    for (const t of [0.1, 0.25, 0.5, 0.9]) expect(pointAt(hill, t)).toEqual(closeTo([2 * t, 4 * t * (1 - t), 0]))
  })

  it('lies on a circle with suitable weights', () => {
    const quarter: Spline = {
      ...hill,
      points: [
        [1, 0, 0],
        [1, 1, 0],
        [0, 1, 0],
      ],
      weights: [1, Math.SQRT1_2, 1],
    }
    for (const t of [0, 0.2, 0.5, 0.7, 1]) expect(Math.hypot(...pointAt(quarter, t))).toBeCloseTo(1, 12)
  })

  it('passes through a control point at a knot whose multiplicity is the degree', () => {
    const sharp: Spline = {
      degree: 2,
      points: [
        [0, 0, 0],
        [1, 0, 0],
        [2, 0, 0],
        [2, 1, 0],
        [2, 2, 0],
      ],
      knots: [0, 0, 0, 0.5, 0.5, 1, 1, 1],
    }
    expect(pointAt(sharp, 0.5)).toEqual(closeTo([2, 0, 0]))
    expect(pointAt(sharp, 0.25)).toEqual(closeTo([1, 0, 0]))
  })

  it('starts between the control points of an unclamped curve', () => {
    const open: Spline = { ...hill, knots: evenKnots(2, 3, false) }
    expect(pointAt(open, getDomain(open)[0])).toEqual(closeTo([0.5, 1, 0]))
  })

  it('stays finite on a span of zero length', () => {
    const flat: Spline = {
      degree: 1,
      points: [
        [0, 0, 0],
        [1, 0, 0],
        [5, 0, 0],
      ],
      knots: [0, 0, 1, 1, 1],
    }
    expect(pointAt(flat, 0.5)).toEqual(closeTo([0.5, 0, 0]))
    expect(pointAt(flat, 1).every(Number.isFinite)).toBe(true)
  })

  it('has zero height for 2D control points', () => {
    expect(
      pointAt(
        {
          ...hill,
          points: [
            [0, 0],
            [1, 2],
            [2, 0],
          ],
        },
        0.5,
      ),
    ).toEqual(closeTo([1, 1, 0]))
  })
})
