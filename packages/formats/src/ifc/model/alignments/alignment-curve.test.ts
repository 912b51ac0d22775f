import { describe, expect, it } from 'vitest'
import { AlignmentCurve, raiseCurve } from './alignment-curve.js'

const round = (values: ArrayLike<number>): number[] => Array.from(values, (value) => Math.round(value * 1e9) / 1e9 + 0)

/** 3 along x, 4 along y, 12 upwards along y. */
const bent = new AlignmentCurve([[0, 0, 0], [3, 0, 0], [3, 4, 0], [3, 9, 12]]) // prettier-ignore

describe('AlignmentCurve', () => {
  it('has the length of its edges', () => {
    expect(bent.length).toBe(3 + 4 + 13)
  })

  it('omits points that coincide with their predecessor', () => {
    const { points } = new AlignmentCurve([[0, 0, 0], [0, 0, 1e-7], [1, 0, 0], [1, 0, 0]]) // prettier-ignore
    expect(points).toEqual([[0, 0, 0], [1, 0, 0]]) // prettier-ignore
  })

  it('computes upright frames along the tangent', () => {
    expect(round(bent.computeFrame(1))).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0])
    expect(round(bent.computeFrame(5))).toEqual([0, 1, 0, -1, 0, 0, 0, 0, 1, 3, 2, 0])
    expect(round(bent.computeFrame(7 + 6.5))).toEqual([0, 1, 0, -1, 0, 0, 0, 0, 1, 3, 6.5, 6])
  })

  it('uses the earlier edge at a vertex', () => {
    expect(round(bent.computeFrame(3)).slice(0, 3)).toEqual([1, 0, 0])
  })

  it('ends at its ends', () => {
    expect(round(bent.computeFrame(-5)).slice(9)).toEqual([0, 0, 0])
    expect(round(bent.computeFrame(99)).slice(9)).toEqual([3, 9, 12])
  })

  it('has a frame where it is vertical', () => {
    const shaft = new AlignmentCurve([[0, 0, 0], [0, 0, 5]]) // prettier-ignore
    expect(round(shaft.computeFrame(2))).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 2])
  })

  it('returns the part around two distances, with distances along it', () => {
    const part = bent.getPart(4, 6)
    expect(part.points).toEqual([[3, 0, 0], [3, 4, 0]]) // prettier-ignore
    expect([4, 6].map((distance) => part.toDistance(distance))).toEqual([1, 3])
  })

  it('returns a part that begins before a vertex at its first distance', () => {
    const part = bent.getPart(7, 20)
    expect(part.points).toEqual(bent.points.slice(1))
    expect([7, 20].map((distance) => part.toDistance(distance))).toEqual([4, 17])
  })

  it('returns an edge beyond its ends', () => {
    expect(bent.getPart(30, 40).points).toEqual(bent.points.slice(2))
    expect(bent.getPart(-9, -1).points).toEqual(bent.points.slice(0, 2))
    expect(bent.getPart(-9, -1).toDistance(-9)).toBe(-9)
  })

  it('converts the distance of a vertex to the sum of the edges before it', () => {
    const curve = new AlignmentCurve(Array.from({ length: 100 }, (_, at) => [at * 0.1, Math.sin(at), at / 7]))
    const sumEdges = (points: AlignmentCurve['points']): number => new AlignmentCurve(points).length
    for (let last = 60; last < 90; last++) {
      const part = curve.getPart(sumEdges(curve.points.slice(0, 50)), sumEdges(curve.points.slice(0, last)))
      const own = sumEdges(part.points.slice(0, -1))
      expect(part.toDistance(sumEdges(curve.points.slice(0, last)))).toBe(own)
    }
  })
})

describe('raiseCurve', () => {
  it('interpolates the heights of the gradient curve', () => {
    const base = [[0, 0], [3, 4], [6, 8], [9, 12]] as const // prettier-ignore
    const gradient = [[0, 100], [10, 100], [13, 104]] as const // prettier-ignore
    expect(raiseCurve(base, gradient).map(([, , z]) => z)).toEqual([100, 100, 100, 104])
  })

  it('has the last height beyond the gradient curve', () => {
    const base = [[0, 0], [50, 0]] as const // prettier-ignore
    expect(raiseCurve(base, [[0, 7], [10, 9]])).toEqual([[0, 0, 7], [50, 0, 9]]) // prettier-ignore
  })
})
