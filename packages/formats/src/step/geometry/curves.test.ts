import { describe, expect, it } from 'vitest'
import { rowOf, parseStep } from '../testing/parse-step.js'
import { readCurves } from './curves.js'
import { evenKnots, isSpline, pointAt } from '@kamar/core/math'

const basis = `
#1=CARTESIAN_POINT('',(0.,0.,0.));
#2=CARTESIAN_POINT('',(10.,0.,0.));
#3=CARTESIAN_POINT('',(0.,10.,0.));
#4=AXIS2_PLACEMENT_3D('',#1,$,$);
#5=CIRCLE('',#4,10.);
#6=ELLIPSE('',#4,10.,5.);
#7=DIRECTION('',(1.,0.,0.));
#8=VECTOR('',#7,2.);
#9=LINE('',#1,#8);
`
const radians = { metres: 0.001, radians: 1 }

/** Reads the points of curve #100, millimetres, rounded, line by line. */
function readPoints(rows: string, units = radians): { points: string[]; unread: number } {
  const file = parseStep(`${basis}${rows}`)
  const { lines, origin, unread } = readCurves(file, rowOf(file, 100), units)
  const positions = Array.from(
    lines?.positions ?? [],
    (value, at) => Math.round((value + origin[at % 3]) * 1e5) / 100 + 0,
  )
  const points = Array.from({ length: positions.length / 3 }, (_, at) => positions.slice(3 * at, 3 * at + 3).join(' '))
  return { points, unread }
}

describe('STEP readCurves', () => {
  it('returns the points of a polyline', () => {
    expect(readPoints(`#100=POLYLINE('',(#1,#2,#3));`)).toEqual({ points: ['0 0 0', '10 0 0', '0 10 0'], unread: 0 })
  })

  it('draws full circles and ellipses', () => {
    const { points } = readPoints("#100=GEOMETRIC_CURVE_SET('',(#5,#6));")
    expect(points).toHaveLength(2 * 65)
    expect([points[0], points[16], points[64]]).toEqual(['10 0 0', '0 10 0', '10 0 0'])
    expect([points[65], points[65 + 16]]).toEqual(['10 0 0', '0 5 0'])
  })

  it.each([
    [
      'parameters',
      `(PARAMETER_VALUE(0.)),(PARAMETER_VALUE(1.5707963268)),.T.,.PARAMETER.`,
      radians,
      '10 0 0',
      '0 10 0',
    ],
    [
      'degrees',
      `(PARAMETER_VALUE(0.)),(PARAMETER_VALUE(90.)),.T.,.PARAMETER.`,
      { metres: 0.001, radians: Math.PI / 180 },
      '10 0 0',
      '0 10 0',
    ],
    ['points', `(#2),(#3),.T.,.CARTESIAN.`, radians, '10 0 0', '0 10 0'],
    [
      'parameters and points',
      `(#2,PARAMETER_VALUE(3.)),(#3,PARAMETER_VALUE(4.)),.T.,.CARTESIAN.`,
      radians,
      '10 0 0',
      '0 10 0',
    ],
    ['points along the longer arc', `(#3),(#2),.T.,.CARTESIAN.`, radians, '0 10 0', '10 0 0'],
  ])('trims circles by %s', (_, trim, units, first, last) => {
    const { points } = readPoints(`#100=TRIMMED_CURVE('',#5,${trim});`, units)
    expect([points[0], points.at(-1)]).toEqual([first, last])
    expect(points.every((point) => Math.abs(Math.hypot(...point.split(' ').map(Number)) - 10) < 0.01)).toBe(true)
  })

  it('reverses a trimmed curve whose sense agreement is false', () => {
    const { points } = readPoints(`#100=TRIMMED_CURVE('',#5,(#2),(#3),.F.,.CARTESIAN.);`)
    expect(points.some((point) => Number(point.split(' ')[0]) < -9.9)).toBe(true)
  })

  it('skips unbounded lines, and trims lines in multiples of their vector', () => {
    expect(readPoints("#100=GEOMETRIC_SET('',(#9));")).toEqual({ points: [], unread: 1 })
    const trimmed = `#100=TRIMMED_CURVE('',#9,(PARAMETER_VALUE(1.)),(PARAMETER_VALUE(5.)),.T.,.PARAMETER.);`
    expect(readPoints(trimmed).points).toEqual(['2 0 0', '10 0 0'])
  })

  it('ends edges at their vertices', () => {
    const rows = `#20=VERTEX_POINT('',#1);#21=VERTEX_POINT('',#2);#22=EDGE_CURVE('',#20,#21,#9,.T.);
      #23=CONNECTED_EDGE_SET('',(#22));#100=EDGE_BASED_WIREFRAME_MODEL('',(#23));`
    expect(readPoints(rows).points).toEqual(['0 0 0', '10 0 0'])
  })

  it('draws splines through their end poles, and rational ones on a circle', () => {
    const poles = `#20=CARTESIAN_POINT('',(10.,10.,0.));`
    const plain = `${poles}#100=QUASI_UNIFORM_CURVE('',2,(#2,#20,#3),.UNSPECIFIED.,.F.,.F.);`
    expect([readPoints(plain).points[0], readPoints(plain).points.at(-1)]).toEqual(['10 0 0', '0 10 0'])
    const rational = `${poles}#100=(BOUNDED_CURVE()B_SPLINE_CURVE(2,(#2,#20,#3),.CIRCULAR_ARC.,.F.,.F.)B_SPLINE_CURVE_WITH_KNOTS((3,3),(0.,1.),.UNSPECIFIED.)CURVE()GEOMETRIC_REPRESENTATION_ITEM()RATIONAL_B_SPLINE_CURVE((1.,0.70710678,1.))REPRESENTATION_ITEM(''));`
    const { points } = readPoints(rational)
    expect(points.length).toBeGreaterThan(8)
    expect(points.every((point) => Math.abs(Math.hypot(...point.split(' ').map(Number)) - 10) < 0.02)).toBe(true)
  })

  it('joins the segments of composite curves', () => {
    const rows = `#20=POLYLINE('',(#1,#2));#21=POLYLINE('',(#2,#3));
      #22=COMPOSITE_CURVE_SEGMENT(.CONTINUOUS.,.T.,#20);#23=COMPOSITE_CURVE_SEGMENT(.CONTINUOUS.,.T.,#21);
      #100=COMPOSITE_CURVE('',(#22,#23),.F.);`
    expect(readPoints(rows).points).toEqual(['0 0 0', '10 0 0', '10 0 0', '0 10 0'])
  })

  it('reads tessellated curves by point index', () => {
    const rows = `#20=COORDINATES_LIST('',3,((0.,0.,0.),(1.,0.,0.),(1.,1.,0.)));
      #100=TESSELLATED_CURVE_SET('',#20,((1,2,3),(3,9),(3,1)));`
    expect(readPoints(rows)).toEqual({ points: ['0 0 0', '1 0 0', '1 1 0', '1 1 0', '0 0 0'], unread: 0 })
  })

  it('counts unsupported curves, but not points', () => {
    const rows = "#20=OFFSET_CURVE_3D('',#5,1.,.F.,#7);#100=GEOMETRIC_SET('',(#5,#1,#20));"
    const { points, unread } = readPoints(rows)
    expect(points).toHaveLength(65)
    expect(unread).toBe(1)
    expect(readPoints("#100=GEOMETRIC_SET('',(#1,#2));")).toEqual({ points: [], unread: 0 })
  })

  it('returns the points of a geometric set in metres', () => {
    const file = parseStep(`${basis}#20=GEOMETRIC_CURVE_SET('',(#3));#100=GEOMETRIC_SET('',(#2,#5,#20));`)
    const { points, lines } = readCurves(file, rowOf(file, 100), radians)
    expect(points).toEqual([
      [0.01, 0, 0],
      [0, 0.01, 0],
    ])
    expect(lines).not.toBeNull()
  })

  it('terminates on curves that contain themselves', () => {
    const rows = "#20=COMPOSITE_CURVE_SEGMENT(.CONTINUOUS.,.T.,#100);#100=COMPOSITE_CURVE('',(#20),.F.);"
    expect(readPoints(rows)).toEqual({ points: [], unread: 1 })
    expect(readPoints("#20=GEOMETRIC_SET('',(#100));#100=GEOMETRIC_SET('',(#20));").points).toEqual([])
  })
})

describe('STEP spline', () => {
  it('has uniform knots when the file gives none, clamped or not', () => {
    expect(evenKnots(2, 4, true)).toEqual([0, 0, 0, 1, 2, 2, 2])
    expect(evenKnots(2, 4, false)).toEqual([-2, -1, 0, 1, 2, 3, 4])
  })

  it('is invalid when its knots, degree or weights do not match', () => {
    const good = {
      degree: 1,
      points: [
        [0, 0, 0],
        [1, 0, 0],
      ],
      knots: [0, 0, 1, 1],
    }
    expect(isSpline(good)).toBe(true)
    expect(isSpline({ ...good, knots: [0, 0, 1] })).toBe(false)
    expect(isSpline({ ...good, knots: [0, 1, 0, 1] })).toBe(false)
    expect(isSpline({ ...good, degree: 0 })).toBe(false)
    expect(isSpline({ ...good, weights: [1] })).toBe(false)
    expect(pointAt(good, 0.25)).toEqual([0.25, 0, 0])
  })
})
