import { describe, expect, it } from 'vitest'
import { MalformedRecordError } from '@kamar/codecs/records'
import type { Vector3 } from '../container/record-object.js'
import { is } from '../fixtures/house.js'
import { rereading } from '../fixtures/reading.js'
import { info, plane } from '../fixtures/shapes.js'
import { readSurface, type Surface } from './surfaces.js'

const read = rereading({
  GEllipse: {
    parent: 'GCurve',
    fields: { m_center: 'vector', m_xVec: 'vector', m_yVec: 'vector', m_xLen: 'double', m_yLen: 'double' },
  },
})
const close = (point: Vector3): unknown => point.map((value): unknown => expect.closeTo(value, 12))
const right: Vector3 = [1, 0, 0]
const back: Vector3 = [0, 1, 0]
const up: Vector3 = [0, 0, 1]
const upright = { m_xVec: right, m_yVec: back, m_zVec: up }
/** Rotated so that the former up axis points along x. */
const horizontalAxes = { m_xVec: back, m_yVec: up, m_zVec: right }
const line = (origin: Vector3, direction: Vector3, ends: readonly [number, number]) =>
  is('GLine', { m_GInfo: info(), m_endParams: ends, m_origin: origin, m_dirVec: direction })
const halfPi = Math.PI / 2

const distance = (a: Vector3, b: Vector3): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

/** Returns points sampled over a whole surface. */
const sampled = (surface: Surface, us: readonly number[], vs: readonly number[]): Vector3[] =>
  us.flatMap((u) => vs.map((v) => surface.at(u, v)))

describe('Revit plane', () => {
  it('spans two directions of any length from its origin', () => {
    const surface = readSurface(read(plane([1, 2, 3], [2, 0, 0], [0, 0, -3])))
    expect(surface.at(0, 0)).toEqual([1, 2, 3])
    expect(surface.at(0.5, 2)).toEqual([2, 2, -3])
  })

  it('needs no interior points and has no period', () => {
    const { step, scale, period } = readSurface(read(plane([0, 0, 0], right, back)))
    expect({ step, scale, period }).toEqual({ step: [null, null], scale: [1, 1], period: 0 })
  })
})

describe('Revit cylinder', () => {
  const cylinder = (axes: object, radius: number, center: Vector3 = [0, 0, 0]): Surface =>
    readSurface(read(is('CylSurf', { ...axes, m_center: center, m_radius: radius })))

  it.each([
    ['upright, at angle zero', upright, 0, 0, [12, 20, 30]],
    ['at a quarter turn', upright, halfPi, 0, [10, 22, 30]],
    ['at half a turn, five feet up', upright, Math.PI, 5, [8, 20, 35]],
    ['at three quarters of a turn, below its origin', upright, 3 * halfPi, -4, [10, 18, 26]],
    ['along x, at angle zero', horizontalAxes, 0, 7, [17, 22, 30]],
    ['along x, at a quarter turn', horizontalAxes, halfPi, 7, [17, 20, 32]],
  ] as const)('is evaluated at the expected point: %s', (_, axes, u, v, expected) => {
    expect(cylinder(axes, 2, [10, 20, 30]).at(u, v)).toEqual(close(expected))
  })

  it('keeps its radius everywhere and repeats after a full turn', () => {
    const surface = cylinder(upright, 3)
    expect(surface.period).toBe(2 * Math.PI)
    for (const u of [-7, -1, 0.3, 2, 5]) {
      for (const v of [-2, 0, 9]) {
        const [x, y, z] = surface.at(u, v)
        expect(Math.hypot(x, y)).toBeCloseTo(3, 12)
        expect(z).toBe(v)
        expect(distance(surface.at(u + surface.period, v), [x, y, z])).toBeLessThan(1e-12)
      }
    }
  })

  it('scales angles by its radius, so that both parameters are lengths', () => {
    expect(cylinder(upright, 3).scale).toEqual([3, 1])
    expect(cylinder(upright, 3).step).toEqual([Math.PI / 12, null])
  })

  it('has a positive scale at radius zero', () => {
    const { scale } = cylinder(upright, 0)
    expect(scale[0]).toBeGreaterThan(0)
  })
})

describe('Revit cone', () => {
  const cone = (halfAngle: number, axes: object = upright, center: Vector3 = [0, 0, 0]): Surface =>
    readSurface(read(is('ConeSurf', { ...axes, m_center: center, m_halfAngle: halfAngle })))

  it('has its apex at its centre, at every angle', () => {
    const surface = cone(0.4, upright, [1, 2, 3])
    for (const u of [0, 1, 4]) expect(surface.at(u, 0)).toEqual(close([1, 2, 3]))
  })

  it('measures v along its side from the apex', () => {
    const surface = cone(0.4)
    for (const point of sampled(surface, [0, 1, 2.5], [0.5, 3])) {
      const [x, y, z] = point
      expect(Math.atan2(Math.hypot(x, y), z)).toBeCloseTo(0.4, 12)
    }
    expect(distance(surface.at(1, 3), [0, 0, 0])).toBeCloseTo(3, 12)
  })

  it.each([
    [Math.PI / 4, 0, Math.SQRT2, [1, 0, 1]],
    [Math.PI / 4, halfPi, Math.SQRT2, [0, 1, 1]],
    [Math.PI / 6, Math.PI, 2, [-1, 0, Math.sqrt(3)]],
    // Beyond the tip lies the other half of the cone.
    [Math.PI / 4, 0, -Math.SQRT2, [-1, 0, -1]],
  ] as const)('is evaluated for a half angle of %d at (%d, %d)', (halfAngle, u, v, expected) => {
    expect(cone(halfAngle).at(u, v)).toEqual(close(expected))
  })

  it('may lie on its side', () => {
    expect(cone(Math.PI / 4, horizontalAxes, [5, 0, 0]).at(0, Math.SQRT2)).toEqual(close([6, 1, 0]))
  })
})

describe('Revit surface of revolution', () => {
  const revolved = (profile: unknown, axes: object = upright, center: Vector3 = [0, 0, 0]): Surface =>
    readSurface(read(is('SurfRev', { ...axes, m_center: center, m_pProfileCurve: profile })))

  it('becomes a cylinder for a line parallel to the axis', () => {
    const surface = revolved(line([2, 0, 0], up, [0, 5]), upright, [10, 0, 0])
    expect(surface.step).toEqual([Math.PI / 12, null])
    expect(surface.at(0, 4)).toEqual(close([12, 0, 4]))
    expect(surface.at(halfPi, 1)).toEqual(close([10, 2, 1]))
    expect(surface.at(Math.PI, 0)).toEqual(close([8, 0, 0]))
  })

  it('becomes a disc for a line across the axis', () => {
    const surface = revolved(line([0, 0, 1], right, [0, 3]))
    for (const [x, y, z] of sampled(surface, [0, 1, 2, 3], [0, 1, 3])) {
      expect(z).toBeCloseTo(1, 12)
      expect(Math.hypot(x, y)).toBeLessThanOrEqual(3 + 1e-12)
    }
  })

  it('becomes a torus for an arc beside the axis, curved in both directions', () => {
    const ring = is('GArc', {
      m_GInfo: info(),
      m_endParams: [0, 2 * Math.PI],
      m_center: [5, 0, 0],
      m_radius: 1,
      m_xVec: right,
      m_yVec: up,
    })
    const surface = revolved(ring)
    expect(surface.step).toEqual([Math.PI / 12, Math.PI / 12])
    expect(surface.at(0, 0)).toEqual(close([6, 0, 0]))
    expect(surface.at(halfPi, halfPi)).toEqual(close([0, 5, 1]))
    for (const [x, y, z] of sampled(surface, [0.2, 1.7, 4], [0.1, 2, 5])) {
      expect(Math.hypot(Math.hypot(x, y) - 5, z)).toBeCloseTo(1, 12)
    }
  })

  it('becomes a spheroid for half an ellipse', () => {
    const half = is('GEllipse', {
      m_GInfo: info(),
      m_endParams: [-halfPi, halfPi],
      m_center: [0, 0, 0],
      m_xVec: right,
      m_yVec: up,
      m_xLen: 3,
      m_yLen: 2,
    })
    for (const [x, y, z] of sampled(revolved(half), [0, 1, 4], [-1, 0, 0.7, halfPi])) {
      expect((x / 3) ** 2 + (y / 3) ** 2 + (z / 2) ** 2).toBeCloseTo(1, 12)
    }
  })

  it('rotates about its own z axis in any orientation', () => {
    // In local coordinates the line is at x = 2; the local x axis points along the world's y.
    expect(revolved(line([2, 0, 0], up, [0, 5]), horizontalAxes).at(0, 4)).toEqual(close([4, 2, 0]))
  })
})

describe('Revit ruled surface', () => {
  it('becomes a plane between parallel lines, each over its own range', () => {
    const surface = readSurface(
      read(
        is('RuledSurf', {
          m_pProfileCurve1: line([0, 0, 0], right, [2, 6]),
          m_pProfileCurve2: line([0, 3, 0], right, [-1, 7]),
        }),
      ),
    )
    expect(surface.at(0, 0)).toEqual([2, 0, 0])
    expect(surface.at(1, 0)).toEqual([6, 0, 0])
    expect(surface.at(0, 1)).toEqual([-1, 3, 0])
    expect(surface.at(1, 1)).toEqual([7, 3, 0])
    expect(surface.at(0.5, 0.5)).toEqual([3.5, 1.5, 0])
  })

  it('becomes a triangle between a point and a line', () => {
    const surface = readSurface(
      read(is('RuledSurf', { m_Point1: [1, 1, 5], m_pProfileCurve2: line([0, 0, 0], right, [0, 4]) })),
    )
    expect(surface.at(0.9, 0)).toEqual([1, 1, 5])
    expect(surface.at(0.25, 1)).toEqual([1, 0, 0])
  })

  it('becomes a saddle between skew lines, curved in both directions', () => {
    const surface = readSurface(
      read(
        is('RuledSurf', {
          m_pProfileCurve1: line([0, 0, 0], [1, 0, 1], [0, 1]),
          m_pProfileCurve2: line([0, 1, 1], [1, 0, -1], [0, 1]),
        }),
      ),
    )
    for (const [x, y, z] of sampled(surface, [0, 0.3, 1], [0, 0.6, 1])) {
      expect(z).toBeCloseTo(x + y - 2 * x * y, 12)
    }
    expect(surface.step[1]).not.toBeNull()
  })

  it('is straight across between an arc and a point', () => {
    const arc = is('GArc', {
      m_GInfo: info(),
      m_endParams: [0, Math.PI],
      m_center: [0, 0, 0],
      m_radius: 2,
      m_xVec: right,
      m_yVec: back,
    })
    const surface = readSurface(read(is('RuledSurf', { m_pProfileCurve1: arc, m_Point2: [0, 0, 4] })))
    expect(surface.step).toEqual([1 / 16, null])
    // Half a cone with radius 2 and height 4.
    for (const [x, y, z] of sampled(surface, [0, 0.4, 1], [0, 0.5, 0.9])) {
      expect(Math.hypot(x, y)).toBeCloseTo(2 - z / 2, 12)
    }
  })
})

describe('Revit Hermite surface', () => {
  interface Grid {
    readonly us: readonly number[]
    readonly vs: readonly number[]
    height(u: number, v: number): readonly [value: number, alongU: number, alongV: number, mixed: number]
  }
  const hermite = ({ us, vs, height }: Grid) =>
    is('HermiteSurf', {
      m_uParams: us,
      m_vParams: vs,
      m_NodeArray: vs.flatMap((v) =>
        us.map((u) => {
          const [value, alongU, alongV, mixed] = height(u, v)
          return is('SplineSrfNode', {
            m_iPoint: [u, v, value],
            m_iTangent: [
              [1, 0, alongU],
              [0, 1, alongV],
            ],
            m_iMixedDer: [0, 0, mixed],
          })
        }),
      ),
    })

  it.each([
    ['a plane', (u: number, v: number) => [2 * u - v + 1, 2, -1, 0] as const],
    ['a saddle', (u: number, v: number) => [u * v, v, u, 1] as const],
    ['a bowl', (u: number, v: number) => [u * u + v * v, 2 * u, 2 * v, 0] as const],
    [
      'a bicubic surface',
      (u: number, v: number) => [u ** 3 * v ** 3, 3 * u * u * v ** 3, 3 * u ** 3 * v * v, 9 * u * u * v * v] as const,
    ],
  ])('reproduces %s exactly with uneven knots', (_, height) => {
    const surface = readSurface(read(hermite({ us: [-1, 0.5, 3], vs: [0, 2, 2.5], height })))
    for (const u of [-1, -0.2, 0.5, 1.7, 3]) {
      for (const v of [0, 0.9, 2, 2.3, 2.5]) {
        const [x, y, z] = surface.at(u, v)
        expect([x, y]).toEqual([expect.closeTo(u, 10), expect.closeTo(v, 10)])
        expect(z).toBeCloseTo(height(u, v)[0], 9)
      }
    }
  })

  it('has four steps for each span in both directions', () => {
    const { step, period } = readSurface(read(hermite({ us: [0, 1, 4], vs: [0, 2], height: () => [0, 0, 0, 0] })))
    expect(step).toEqual([0.5, 0.5])
    expect(period).toBe(0)
  })

  it.each([
    ['with one row', [0, 1], [0]],
    ['without columns', [], [0, 1]],
  ])('is rejected with a grid %s', (_, us, vs) => {
    expect(() => readSurface(read(hermite({ us, vs, height: () => [0, 0, 0, 0] })))).toThrow('a grid of another size')
  })

  it('is rejected when its knots do not ascend', () => {
    const surface = readSurface(read(hermite({ us: [1, 1], vs: [0, 1], height: () => [0, 0, 0, 0] })))
    expect(() => surface.at(1, 0.5)).toThrow(MalformedRecordError)
  })
})

describe('Revit surface reader', () => {
  it.each(['Plane', 'CylSurf', 'ConeSurf'])('rejects a %s record without its fields', (className) => {
    const bare = rereading({ [className]: {} })
    expect(() => readSurface(bare(is(className)))).toThrow(MalformedRecordError)
  })
})
