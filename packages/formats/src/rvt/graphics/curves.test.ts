import { describe, expect, it } from 'vitest'
import { MalformedRecordError } from '@kamar/codecs/records'
import type { Vector3 } from '../container/record-object.js'
import { is } from '../fixtures/house.js'
import { rereading } from '../fixtures/reading.js'
import { info } from '../fixtures/shapes.js'
import { combined, readCurve, hermiteWeights, pointsAlong, findSpan } from './curves.js'

const read = rereading({
  GEllipse: {
    parent: 'GCurve',
    fields: { m_center: 'vector', m_xVec: 'vector', m_yVec: 'vector', m_xLen: 'double', m_yLen: 'double' },
  },
  SplineNode: { fields: { m_iParametr: 'double', m_iPoint: 'vector', m_iTangent: 'vector' } },
  GHermiteSpline: { parent: 'GCurve', fields: { m_NodeArray: { parts: 'SplineNode' } } },
})
const close = (point: Vector3): unknown => point.map((value): unknown => expect.closeTo(value, 12))

describe('linear combination of two directions', () => {
  it('is added to the origin', () => {
    expect(combined([1, 2, 3], [2, [1, 0, 0]], [-1, [0, 1, 4]])).toEqual([3, 1, -1])
  })
})

describe('Revit line curve', () => {
  it('is evaluated along its direction between its end parameters', () => {
    const line = readCurve(
      read(is('GLine', { m_GInfo: info(), m_endParams: [-2, 3], m_origin: [1, 1, 1], m_dirVec: [0, 0, 2] })),
    )
    expect([line.from, line.to]).toEqual([-2, 3])
    expect(line.at(line.from)).toEqual([1, 1, -3])
    expect(line.at(line.to)).toEqual([1, 1, 7])
  })
})

describe('Revit arc', () => {
  const arc = readCurve(
    read(
      is('GArc', {
        m_GInfo: info(),
        m_endParams: [0, Math.PI],
        m_center: [4, 0, 2],
        m_radius: 3,
        m_xVec: [0, 1, 0],
        m_yVec: [0, 0, 1],
      }),
    ),
  )

  it.each([
    [0, [4, 3, 2]],
    [Math.PI / 2, [4, 0, 5]],
    [Math.PI, [4, -3, 2]],
    [Math.PI / 6, [4, 3 * Math.cos(Math.PI / 6), 3.5]],
  ] as const)('is evaluated at the angle %d', (angle, expected) => {
    expect(arc.at(angle)).toEqual(close(expected))
  })
})

describe('Revit ellipse', () => {
  it('is evaluated with both of its half axes', () => {
    const ellipse = readCurve(
      read(
        is('GEllipse', {
          m_GInfo: info(),
          m_endParams: [0, 2 * Math.PI],
          m_center: [1, 0, 0],
          m_xVec: [1, 0, 0],
          m_yVec: [0, 1, 0],
          m_xLen: 5,
          m_yLen: 2,
        }),
      ),
    )
    expect(ellipse.at(0)).toEqual(close([6, 0, 0]))
    expect(ellipse.at(Math.PI / 2)).toEqual(close([1, 2, 0]))
    for (const angle of [0.3, 2, 4]) {
      const [x, y] = ellipse.at(angle)
      expect(((x - 1) / 5) ** 2 + (y / 2) ** 2).toBeCloseTo(1, 12)
    }
  })
})

describe('Revit Hermite spline', () => {
  const spline = (knots: readonly number[]) =>
    read(
      is('GHermiteSpline', {
        m_GInfo: info(),
        m_endParams: [knots[0] ?? 0, knots.at(-1) ?? 0],
        m_NodeArray: knots.map((t) =>
          is('SplineNode', { m_iParametr: t, m_iPoint: [t, t * t, t ** 3], m_iTangent: [1, 2 * t, 3 * t * t] }),
        ),
      }),
    )

  it('reproduces a cubic exactly for any knots', () => {
    const curve = readCurve(spline([-1, 0, 2.5, 3]))
    for (const t of [-1, -0.5, 0, 1, 2.5, 2.9, 3]) {
      const [x, y, z] = curve.at(t)
      expect(x).toBeCloseTo(t, 12)
      expect(y).toBeCloseTo(t * t, 11)
      expect(z).toBeCloseTo(t ** 3, 11)
    }
  })

  it('is rejected with fewer than two points', () => {
    expect(() => readCurve(spline([1]))).toThrow('a spline of one point')
    expect(() => readCurve(spline([]))).toThrow(MalformedRecordError)
  })

  it.each([[[0, 0]], [[2, 1]], [[0, Number.NaN]]])('rejects evaluation with the knots %j', (knots) => {
    expect(() => readCurve(spline(knots)).at(0.5)).toThrow('knots that do not ascend')
  })
})

describe('cubic Hermite weights', () => {
  it('select one end at that end', () => {
    expect(hermiteWeights(0, 5)).toEqual([1, 0, 0, 0])
    expect(hermiteWeights(1, 5)).toEqual([0, 0, 1, 0])
  })

  it.each([0.1, 0.5, 0.8])('keep a straight line straight at %d', (t) => {
    const [a, b, c, d] = hermiteWeights(t, 4)
    expect(a + c).toBeCloseTo(1, 12)
    // Runs from 0 to 4 with slope 1.
    expect(b + 4 * c + d).toBeCloseTo(4 * t, 12)
  })
})

describe('Hermite spline span search', () => {
  it.each([
    [0, { index: 0, t: 0, width: 1 }],
    [0.25, { index: 0, t: 0.25, width: 1 }],
    // Each knot begins the next span, except the last one.
    [1, { index: 1, t: 0, width: 4 }],
    [3, { index: 1, t: 0.5, width: 4 }],
    [5, { index: 1, t: 1, width: 4 }],
    // Outside the range the outermost span is extrapolated.
    [9, { index: 1, t: 2, width: 4 }],
    [-1, { index: 0, t: -1, width: 1 }],
  ])('finds the span of the parameter %d', (parameter, expected) => {
    expect(findSpan([0, 1, 5], parameter)).toEqual(expected)
  })
})

describe('Revit curve reader', () => {
  it.each([
    ['of an unknown type', is('GCurve', { m_GInfo: info(), m_endParams: [0, 1] })],
    ['without end parameters', is('Plane')],
  ])('rejects a curve %s', (_, curve) => {
    expect(() => readCurve(read(curve))).toThrow(MalformedRecordError)
  })
})

describe('curve sampling', () => {
  const m_GInfo = info({})
  it('returns the two ends of a line', () => {
    const line = is('GLine', { m_GInfo, m_endParams: [-1, 4], m_origin: [1, 2, 3], m_dirVec: [0, 0, 1] })
    expect(pointsAlong(read(line))).toEqual([
      [1, 2, 2],
      [1, 2, 7],
    ])
  })

  it('returns 65 points of an arc, from one end to the other', () => {
    const arc = { m_endParams: [0, Math.PI], m_xVec: [1, 0, 0], m_yVec: [0, 1, 0], m_radius: 2, m_center: [5, 0, 0] }
    const points = pointsAlong(read(is('GArc', { m_GInfo, ...arc })))
    expect([points.length, points[0]]).toEqual([65, [7, 0, 0]])
    expect(points[64]).toEqual(close([3, 0, 0]))
    for (const [x, y] of points) expect(Math.hypot(x - 5, y)).toBeCloseTo(2, 12)
  })

  it.each([Infinity, Number.NaN])('rejects a line that ends at %d', (end) => {
    const line = is('GLine', { m_GInfo, m_endParams: [0, end], m_origin: [0, 0, 0], m_dirVec: [1, 0, 0] })
    expect(() => pointsAlong(read(line))).toThrow(MalformedRecordError)
  })
})
