import { describe, expect, it } from 'vitest'
import { sampleCircle, sampleClothoid, sampleLine, type Point2 } from './parent-curves.js'

/** Computes the distance between two points; infinite when the first is missing. */
const computeDistance = (point: Point2 | undefined, [x, y]: Point2): number =>
  point ? Math.hypot(point[0] - x, point[1] - y) : Infinity

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
      expect(computeDistance(point, [200 * Math.cos(angle), 200 * Math.sin(angle)])).toBeLessThan(1e-9)
    })
  })

  it('has tangents in the direction of the arc', () => {
    const forward = sampleCircle(100, { start: 0, end: 50 * Math.PI })
    expect(computeDistance(forward.startTangent, [0, 1])).toBeLessThan(1e-9)
    expect(computeDistance(forward.endTangent, [-1, 0])).toBeLessThan(1e-9)
    const backward = sampleCircle(100, { start: 0, end: -50 * Math.PI })
    expect(computeDistance(backward.points.at(-1), [0, -100])).toBeLessThan(1e-9)
    expect(computeDistance(backward.startTangent, [0, -1])).toBeLessThan(1e-9)
    expect(computeDistance(backward.endTangent, [-1, 0])).toBeLessThan(1e-9)
  })

  it('reduces ends beyond a full turn', () => {
    const circumference = 2 * Math.PI * 100
    const { points } = sampleCircle(100, { start: circumference * 3 + 10, end: circumference * 3 + 20 })
    expect(computeDistance(points.at(-1), [100 * Math.cos(0.2), 100 * Math.sin(0.2)])).toBeLessThan(1e-9)
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
      const expected = integrate(constant, start + ((end - start) * index) / 23)
      expect(computeDistance(point, expected)).toBeLessThan(isEnd ? 1e-5 : 0.02)
    })
  })

  it('has the tangents of its curvature', () => {
    const { startTangent, endTangent } = sampleClothoid(-100, { start: 0, end: 100 })
    expect(computeDistance(startTangent, [1, 0])).toBeLessThan(1e-9)
    expect(computeDistance(endTangent, [Math.cos(0.5), -Math.sin(0.5)])).toBeLessThan(1e-9)
  })

  it('runs towards the greater distance', () => {
    expect(sampleClothoid(100, { start: 0, end: -50 })).toEqual(sampleClothoid(100, { start: -50, end: 0 }))
  })
})
