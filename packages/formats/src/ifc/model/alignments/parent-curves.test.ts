import { describe, expect, it } from 'vitest'
import { sampleCircle, sampleClothoid, sampleLine, type Point2 } from './parent-curves.js'

const expectPoint = (point: Point2 | undefined, [x, y]: Point2, digits = 9): void => {
  expect(point?.[0]).toBeCloseTo(x, digits)
  expect(point?.[1]).toBeCloseTo(y, digits)
}

/** Computes a point of a clothoid with Simpson's rule, an independent quadrature of the Fresnel integrals. */
function integrate(constant: number, distance: number): Point2 {
  const count = 2000
  const step = distance / count
  let [x, y] = [0, 0]
  for (let index = 0; index <= count; index++) {
    const angle = (Math.sign(constant) * (index * step) ** 2) / (2 * constant * constant)
    const weight = index === 0 || index === count ? 1 : index % 2 === 1 ? 4 : 2
    x += (weight * step * Math.cos(angle)) / 3
    y += (weight * step * Math.sin(angle)) / 3
  }
  return [x, y]
}

describe('sampleLine', () => {
  it('returns the ends of the range', () => {
    expect(sampleLine({ start: 2, end: 7 }).points).toEqual([[2, 0], [7, 0]]) // prettier-ignore
  })

  it('returns one point of an empty range', () => {
    expect(sampleLine({ start: 3, end: 3 }).points).toEqual([[3, 0]])
  })
})

describe('sampleCircle', () => {
  it('samples an arc at 24 equal angles', () => {
    const { points } = sampleCircle(200, { start: 0, end: 100 })
    expect(points).toHaveLength(24)
    points.forEach((point, index) => {
      const angle = (0.5 * index) / 23
      expectPoint(point, [200 * Math.cos(angle), 200 * Math.sin(angle)])
    })
  })

  it('has tangents in the direction of the arc', () => {
    const forward = sampleCircle(100, { start: 0, end: 50 * Math.PI })
    expectPoint(forward.startTangent, [0, 1])
    expectPoint(forward.endTangent, [-1, 0])
    const backward = sampleCircle(100, { start: 0, end: -50 * Math.PI })
    expectPoint(backward.points.at(-1), [0, -100])
    expectPoint(backward.startTangent, [0, -1])
    expectPoint(backward.endTangent, [-1, 0])
  })

  it('reduces ends beyond a full turn', () => {
    const turn = 2 * Math.PI * 100
    expectPoint(sampleCircle(100, { start: turn * 3 + 10, end: turn * 3 + 20 }).points.at(-1), [
      100 * Math.cos(0.2),
      100 * Math.sin(0.2),
    ])
  })
})

describe('sampleClothoid', () => {
  it.each([
    ['from the inflection point', 173.2, 0, 100],
    ['bent to the right', -173.2, 0, 100],
    ['towards the inflection point', 155.7, -84.185, 0],
    ['between two radii', 120, 40, 90],
  ])('agrees with a quadrature of the Fresnel integrals %s', (_, constant, start, end) => {
    const { points } = sampleClothoid(constant, { start, end })
    expect(points).toHaveLength(24)
    points.forEach((point, index) => {
      // The kernel integrates the points between the ends in coarse steps.
      const isEnd = index === 0 || index === 23
      expectPoint(point, integrate(constant, start + ((end - start) * index) / 23), isEnd ? 5 : 1)
    })
  })

  it('has the tangents of its curvature', () => {
    const { startTangent, endTangent } = sampleClothoid(-100, { start: 0, end: 100 })
    expectPoint(startTangent, [1, 0])
    expectPoint(endTangent, [Math.cos(0.5), -Math.sin(0.5)])
  })

  it('runs towards the greater distance', () => {
    expect(sampleClothoid(100, { start: 0, end: -50 })).toEqual(sampleClothoid(100, { start: -50, end: 0 }))
  })
})
