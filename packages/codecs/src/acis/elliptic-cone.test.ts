import { describe, expect, it } from 'vitest'
import { ellipticConeSpline, type EllipticCone } from './elliptic-cone.js'
import { acisFile, entityHeader } from './testing/acis-text.js'

const points = (...coordinates: readonly string[]): string =>
  coordinates.map((at) => `point ${entityHeader} ${at} #`).join('\n')

/** An ellipse 4 × 2 at z = 0 that grows by half of the height. */
const cone: EllipticCone = { at: [0, 0, 0], axis: [0, 0, 2], major: [2, 0, 0], ratio: 0.5, slope: 0.5 }

describe('ellipticConeSpline', () => {
  it('returns a rational spline that lies exactly on the ellipse at each height', () => {
    const spline = ellipticConeSpline(acisFile(points('2 0 0', '0 0 4')), cone)
    expect(spline?.degrees).toEqual([2, 1])
    expect(spline?.points).toHaveLength(9)
    // Control points that lie on the surface.
    for (const [x, y, z] of spline?.points.filter((_, index) => index % 2 === 0).flat() ?? []) {
      const half = 2 + z / 2
      expect((x / half) ** 2 + (y / (half / 2)) ** 2).toBeCloseTo(1, 12)
    }
    expect(spline?.weights?.map(([weight]) => weight)).toEqual(
      [0, 1, 0, 1, 0, 1, 0, 1, 0].map((exponent) => 0.5 ** (exponent / 2)),
    )
  })

  it('extends beyond every point and ellipse of the file', () => {
    const spline = ellipticConeSpline(acisFile(points('2 0 0', '0 0 4')), cone)
    expect(spline?.knots[1].values).toEqual([-2, 6])
    const ellipse = `ellipse-curve ${entityHeader} 0 0 4 0 1 0 3 0 0 2 I I #`
    expect(
      ellipticConeSpline(acisFile(`${points('2 0 0')}\n${ellipse}`), cone)?.knots[1].values.at(-1),
    ).toBeGreaterThan(10)
  })

  it('ends at the apex on either side', () => {
    const file = acisFile(points('0 0 -40', '0 0 40'))
    expect(ellipticConeSpline(file, cone)?.knots[1].values).toEqual([-4, 80])
    expect(ellipticConeSpline(file, { ...cone, slope: -0.5 })?.knots[1].values).toEqual([-80, 4])
    const tip = ellipticConeSpline(file, cone)?.points.map(([first]) => first)
    expect(tip?.flat().every((value, at) => Math.abs(value - (at % 3 === 2 ? -4 : 0)) < 1e-12)).toBe(true)
  })

  it('returns null without an axis or without extent along it', () => {
    expect(ellipticConeSpline(acisFile(''), cone)).toBeNull()
    expect(ellipticConeSpline(acisFile(points('1 1 0')), cone)).toBeNull()
    expect(ellipticConeSpline(acisFile(points('0 0 1')), { ...cone, axis: [0, 0, 0] })).toBeNull()
  })
})
