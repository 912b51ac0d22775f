import { describe, expect, it } from 'vitest'
import { getDomain, pointAt } from '@kamar/core/math'
import type { TokenPosition } from './acis-file.js'
import { helixCurve, helixSurface } from './helix.js'
import { findSplineCurve } from './spline-blocks.js'
import { parseSatText } from './sat-text.js'
import { satBytes } from './testing/acis-text.js'

const parsePosition = (text: string): TokenPosition => {
  const { tokens } = parseSatText(satBytes(`thing ${text} #`)).records[0] ?? { tokens: [] }
  return { tokens, at: 0 }
}

const fullTurn = 2 * Math.PI
/** Builds two turns about z with radius 3 and a rise of 5 each, preceded by these limits. */
const frame = (taper = 0, limits = `0 ${2 * fullTurn}`): string => `${limits} 1 0 0 3 0 0 0 3 0 0 0 5 ${taper} 0 0 1`
const nullSurfaces = 'null_surface null_surface nullbs nullbs'

const expand = ({
  values,
  multiplicities,
}: {
  values: readonly number[]
  multiplicities: readonly number[]
}): number[] => values.flatMap((value, at) => Array.from({ length: multiplicities[at] }, () => value))

describe('ACIS helix', () => {
  const curve = helixCurve(parsePosition(`{ helix_int_cur ${frame()} ${nullSurfaces} }`))

  it('is approximated by a spline within a ten-thousandth of its radius', () => {
    if (!curve) throw new Error('no curve')
    const spline = { degree: 3, points: curve.points, knots: expand(curve.knots) }
    const [from, to] = getDomain(spline)
    expect([from, to]).toEqual([0, 2 * fullTurn])
    for (let step = 0; step <= 997; step++) {
      const angle = from + ((to - from) * step) / 997
      const [x, y, z] = pointAt(spline, angle)
      expect(Math.hypot(x - 1 - 3 * Math.cos(angle), y - 3 * Math.sin(angle), z - (5 * angle) / fullTurn)).toBeLessThan(
        3e-4,
      )
    }
  })

  it('has as many control points as its knots require', () => {
    const count = curve ? curve.knots.multiplicities.reduce((sum, each) => sum + each, 0) - 4 : -1
    expect(curve?.points).toHaveLength(count)
  })

  it.each([
    ['a leading version number', `22300 ${frame()}`],
    ['keywords before its limits', frame(0, `F 0 F ${2 * fullTurn}`)],
  ])('yields the same spline with %s', (_, numbers) => {
    expect(helixCurve(parsePosition(`{ helix_int_cur ${numbers} ${nullSurfaces} }`))).toEqual(curve)
  })

  it('grows with each turn when it is tapered', () => {
    const last = helixCurve(parsePosition(`{ helix_int_cur ${frame(0.5)} ${nullSurfaces} }`))?.points.at(-1)
    expect(last?.map((value) => value.toFixed(6).replace('-0.0', '0.0'))).toEqual(['7.000000', '0.000000', '10.000000'])
  })

  it('prefers its stored spline', () => {
    const stored = 'nubs 1 open 2 0 1 1 1 0 0 0 7 0 0'
    expect(findSplineCurve(parsePosition(`{ helix_int_cur ${frame()} ${stored} }`))?.points[1]).toEqual([7, 0, 0])
    expect(findSplineCurve(parsePosition(`{ helix_int_cur ${frame()} ${nullSurfaces} }`))?.degree).toBe(3)
  })

  it.each([
    ['reversed limits', frame(0, '3 1')],
    ['too many turns', frame(0, '0 6000')],
    ['no axis', '0 6 1 0 0 3 0 0 0 3 0 0 0 5 0 0 0 0'],
    ['too few numbers', '0 6 1 0 0 3 0 0'],
  ])('is rejected with %s', (_, numbers) => {
    expect(helixCurve(parsePosition(`{ helix_int_cur ${numbers} ${nullSurfaces} }`))).toBeNull()
  })
})

describe('ACIS line swept along a helix', () => {
  const line = (direction: string, limits = '0 2'): ReturnType<typeof helixSurface> =>
    helixSurface(
      parsePosition(`{ helix_spl_line ${limits} 0 ${2 * fullTurn} ${frame()} ${nullSurfaces} ${direction} }`),
    )

  it('is ruled between two helices slightly beyond its limits', () => {
    const surface = line('0 0 1')
    expect(surface?.degrees).toEqual([1, 3])
    const [low, high] = surface?.points ?? []
    for (const [at, [x, y, z]] of low.entries()) {
      const [otherX, otherY, otherZ] = high[at]
      expect([otherX - x, otherY - y, otherZ - z].map((value) => Math.round(value * 1e9) / 1e9)).toEqual([0, 0, 2.08])
    }
  })

  it('may extend away from the axis, in units of the radius', () => {
    const surface = line('0.5 0 0', '0 1')
    const [low, high] = surface?.points ?? []
    expect(Math.hypot(high[0][0] - low[0][0], high[0][1] - low[0][1])).toBeCloseTo(0.52 * 3, 9)
  })

  it('is rejected when it leaves the axial plane or has no limits or direction', () => {
    expect(line('0 1 0')).toBeNull()
    expect(line('0 0 1', '2 2')).toBeNull()
    expect(line('')).toBeNull()
    expect(helixSurface(parsePosition(`{ helix_spl_line ${frame()} ${nullSurfaces} 0 0 1 }`))).toBeNull()
  })
})

describe('ACIS circle swept along a helix', () => {
  const circle = (limits: string, end = '0.5'): ReturnType<typeof helixSurface> =>
    helixSurface(parsePosition(`{ helix_spl_circ ${limits} 0 ${frame()} ${nullSurfaces} ${end} }`))

  it('is a closed tube of exact circles in axial planes', () => {
    const surface = circle(`0 ${fullTurn} 0 ${2 * fullTurn}`)
    expect(surface?.degrees).toEqual([2, 3])
    const ring = surface?.points.map(([first]) => first) ?? []
    expect(ring).toHaveLength(9)
    for (let axis = 0; axis < 3; axis++) expect(ring.at(-1)?.[axis]).toBeCloseTo(ring[0][axis], 12)
    const begin = -0.04 * fullTurn
    const center = [1 + 3 * Math.cos(begin), 3 * Math.sin(begin), (5 * begin) / fullTurn]
    for (const at of [0, 2, 4, 6]) {
      expect(Math.hypot(...ring[at].map((value, axis) => value - center[axis]))).toBeCloseTo(0.5, 12)
    }
  })

  it('is closed when its limits are not stated', () => {
    expect(helixSurface(parsePosition(`{ helix_spl_circ 0 ${frame()} ${nullSurfaces} 0.5 }`))?.points).toHaveLength(9)
  })

  it('is an arc within its limits and never overlaps itself', () => {
    expect(circle(`0 1 0 ${2 * fullTurn}`)?.knots[0].values).toEqual([-0.02, 1.02])
    const long = circle(`0 6.28 0 ${2 * fullTurn}`)?.knots[0].values ?? []
    expect((long.at(-1) ?? 9) - long[0]).toBeLessThanOrEqual(fullTurn + 1e-12)
  })

  it('is rejected without a positive radius', () => {
    expect(circle(`0 ${fullTurn} 0 ${2 * fullTurn}`, '')).toBeNull()
    expect(circle(`0 ${fullTurn} 0 ${2 * fullTurn}`, '0')).toBeNull()
  })

  it('is rejected under another subtype name', () => {
    expect(helixSurface(parsePosition(`{ exactsur ${frame()} }`))).toBeNull()
    expect(helixCurve(parsePosition(`{ exactcur ${frame()} }`))).toBeNull()
  })
})
