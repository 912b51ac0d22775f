import { describe, expect, it } from 'vitest'
import { StepStatements } from './step-statements.js'

/** Formats the written statements, with lengths of ten millimetres. */
function formatStatements(write: (statements: StepStatements) => void, millimetres = 10): string[] {
  const statements = new StepStatements(millimetres)
  write(statements)
  return new TextDecoder().decode(statements.bytes()).split(';\n')
}
const last = (write: (statements: StepStatements) => void): string | undefined => formatStatements(write).at(-1)

const knots = { values: [0, 1], multiplicities: [2, 2] }
const points = [
  [0, 0, 0],
  [1, 0, 0],
]

describe('StepStatements', () => {
  it.each([
    [0, '0.'],
    [-3, '-3.'],
    [2.5, '2.5'],
    [1e-7, '1.E-7'],
    [1.5e-9, '1.5E-9'],
    [1e21, '1.E+21'],
  ])('writes %d as %s', (value, text) => {
    expect(formatStatements((statements) => statements.point([value, 0, 0]), 1)).toEqual([
      `#1=CARTESIAN_POINT('',(${text},0.,0.))`,
    ])
  })

  it('numbers statements from one, and omits the last semicolon', () => {
    const statements = new StepStatements(1)
    expect([statements.count, statements.add('PLANE()'), statements.add('LINE()'), statements.count]).toEqual([
      0, 1, 2, 2,
    ])
    expect(new TextDecoder().decode(statements.bytes())).toBe('#1=PLANE();\n#2=LINE()')
  })

  it('converts lengths to millimetres, but neither directions nor angles', () => {
    expect(formatStatements((statements) => statements.line([1, 2, 3], [0, 0, 1]))).toEqual([
      "#1=CARTESIAN_POINT('',(10.,20.,30.))",
      "#2=DIRECTION('',(0.,0.,1.))",
      "#3=VECTOR('',#2,1.)",
      "#4=LINE('',#1,#3)",
    ])
    const axes = { at: [0, 0, 1], axis: [0, 0, 1], reference: [1, 0, 0] }
    expect(
      formatStatements((statements) =>
        statements.positioned('CONICAL_SURFACE', axes, statements.length(0.5), statements.angle(0.25)),
      ),
    ).toEqual([
      "#1=CARTESIAN_POINT('',(0.,0.,10.))",
      "#2=DIRECTION('',(0.,0.,1.))",
      "#3=DIRECTION('',(1.,0.,0.))",
      "#4=AXIS2_PLACEMENT_3D('',#1,#2,#3)",
      "#5=CONICAL_SURFACE('',#4,5.,0.25)",
    ])
  })

  it('writes the orientation of edges and faces', () => {
    expect(last((statements) => statements.edge([1, 2], 3, false))).toBe("#1=EDGE_CURVE('',#1,#2,#3,.F.)")
    expect(last((statements) => statements.orientedEdge(4, true))).toBe("#1=ORIENTED_EDGE('',*,*,#4,.T.)")
    expect(last((statements) => statements.face([5, 6], 7, false))).toBe("#1=ADVANCED_FACE('',(#5,#6),#7,.F.)")
  })

  it('bounds faces by edge loops and vertex loops', () => {
    expect(formatStatements((statements) => statements.edgeBound([8, 9]))).toEqual([
      "#1=EDGE_LOOP('',(#8,#9))",
      "#2=FACE_BOUND('',#1,.T.)",
    ])
    expect(last((statements) => statements.edgeBound([8], { isOuter: true, isForward: false }))).toBe(
      "#2=FACE_OUTER_BOUND('',#1,.F.)",
    )
    expect(formatStatements((statements) => statements.vertexBound(statements.vertex([0, 0, 0])))).toEqual([
      "#1=CARTESIAN_POINT('',(0.,0.,0.))",
      "#2=VERTEX_POINT('',#1)",
      "#3=VERTEX_LOOP('',#2)",
      "#4=FACE_BOUND('',#3,.T.)",
    ])
  })

  it('writes splines with their knots, and rational ones as complex instances', () => {
    expect(last((statements) => statements.splineCurve({ degree: 1, knots, points, weights: null }))).toBe(
      "#3=B_SPLINE_CURVE_WITH_KNOTS('',1,(#1,#2),.UNSPECIFIED.,.F.,.F.,(2,2),(0.,1.),.UNSPECIFIED.)",
    )
    const curve = last((statements) => statements.splineCurve({ degree: 1, knots, points, weights: [1, 0.5] }))
    expect(curve).toContain('B_SPLINE_CURVE(1,(#1,#2),.UNSPECIFIED.,.F.,.F.)')
    expect(curve).toContain('RATIONAL_B_SPLINE_CURVE((1.,0.5))')
  })

  it('writes spline surfaces row by row', () => {
    const net = { degrees: [1, 1], knots: [knots, { values: [0, 2], multiplicities: [2, 2] }] } as const
    expect(last((statements) => statements.splineSurface({ ...net, points: [points, points], weights: null }))).toBe(
      "#5=B_SPLINE_SURFACE_WITH_KNOTS('',1,1,((#1,#2),(#3,#4)),.UNSPECIFIED.,.F.,.F.,.F.,(2,2),(2,2),(0.,1.),(0.,2.),.UNSPECIFIED.)",
    )
    const weights = [
      [1, 1],
      [1, 0.5],
    ]
    expect(last((statements) => statements.splineSurface({ ...net, points: [points, points], weights }))).toContain(
      'RATIONAL_B_SPLINE_SURFACE(((1.,1.),(1.,0.5)))',
    )
  })

  it('writes a context in millimetres and radians with its accuracy', () => {
    const text = formatStatements((statements) => statements.context(0.001)).join('\n')
    expect(text).toContain('SI_UNIT(.MILLI.,.METRE.)')
    expect(text).toContain('SI_UNIT($,.RADIAN.)')
    expect(text).toContain('LENGTH_MEASURE(0.001),#1')
    expect(text).toMatch(/#5=\(GEOMETRIC_REPRESENTATION_CONTEXT\(3\).*\(\(#4\)\).*\(\(#1,#2,#3\)\)/)
  })
})
