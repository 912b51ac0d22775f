import { describe, expect, it } from 'vitest'
import { parseIfc, requireRow } from '../testing/step-file.js'
import { CurveReader, type Polyline } from './curves.js'

const points = `
#1=IFCCARTESIANPOINT((0.,0.));
#2=IFCCARTESIANPOINT((2.,0.));
#3=IFCCARTESIANPOINT((2.,2.));
#4=IFCAXIS2PLACEMENT2D(#1,$);
#5=IFCCARTESIANPOINT((1.,2.,3.));
#6=IFCCARTESIANPOINT((0.,2.));
#7=IFCCIRCLE(#4,2.);
#8=IFCDIRECTION((0.,1.));
#9=IFCVECTOR(#8,2.);`

function curves(statement: string, angleRadians = 1): Polyline[] {
  const file = parseIfc(`${points}\n#20=${statement};`)
  return new CurveReader(file, angleRadians).polylines(requireRow(file, 20))
}

const rounded = (line: Polyline = []): number[][] =>
  line.map((point) => point.map((value) => Math.round(value * 1e6) / 1e6 + 0))

describe('CurveReader for straight curves', () => {
  it('reads 2D and 3D polylines', () => {
    expect(curves('IFCPOLYLINE((#1,#2,#3))')).toEqual([
      [
        [0, 0, 0],
        [2, 0, 0],
        [2, 2, 0],
      ],
    ])
    expect(curves('IFCPOLYLINE((#1,#5))')).toEqual([
      [
        [0, 0, 0],
        [1, 2, 3],
      ],
    ])
  })

  it('omits invalid points', () => {
    expect(curves('IFCPOLYLINE((#1,#8,#77,#4,#2))')).toEqual([
      [
        [0, 0, 0],
        [0, 1, 0],
        [2, 0, 0],
      ],
    ])
    expect(curves('IFCPOLYLINE((#1))')).toEqual([])
    expect(curves('IFCPOLYLINE(())')).toEqual([])
  })

  it('scales a line by its vector magnitude whatever the length of its direction', () => {
    const line = '\n#21=IFCLINE(#2,#22);\n#22=IFCVECTOR(#23,2.);\n#23=IFCDIRECTION((0.,5.))'
    const trims = '(IFCPARAMETERVALUE(0.)),(IFCPARAMETERVALUE(1.))'
    expect(curves(`IFCTRIMMEDCURVE(#21,${trims},.T.,.PARAMETER.);${line}`)).toEqual([
      [
        [2, 0, 0],
        [2, 2, 0],
      ],
    ])
  })

  it('trims lines by points or by parameters', () => {
    const line = '\n#21=IFCLINE(#2,#9)'
    expect(curves(`IFCTRIMMEDCURVE(#21,(#2),(#3),.T.,.CARTESIAN.);${line}`)).toEqual([
      [
        [2, 0, 0],
        [2, 2, 0],
      ],
    ])
    const byParameter = 'IFCTRIMMEDCURVE(#21,(IFCPARAMETERVALUE(0.5)),(IFCPARAMETERVALUE(2.)),.T.,.PARAMETER.)'
    expect(curves(`${byParameter};${line}`)).toEqual([
      [
        [2, 1, 0],
        [2, 4, 0],
      ],
    ])
    expect(curves(`IFCTRIMMEDCURVE(#21,(),(),.T.,.CARTESIAN.);${line}`)).toEqual([])
  })
})

describe('CurveReader for indexed poly curves', () => {
  const list = '\n#21=IFCCARTESIANPOINTLIST2D(((0.,0.),(2.,0.),(3.,1.),(2.,2.)))'

  it('reads all points without segments', () => {
    expect(curves(`IFCINDEXEDPOLYCURVE(#21,$,$);${list}`)).toEqual([
      [
        [0, 0, 0],
        [2, 0, 0],
        [3, 1, 0],
        [2, 2, 0],
      ],
    ])
    const solid = '\n#21=IFCCARTESIANPOINTLIST3D(((0.,0.,1.),(2.,0.,5.)))'
    expect(curves(`IFCINDEXEDPOLYCURVE(#21,$,$);${solid}`)).toEqual([
      [
        [0, 0, 1],
        [2, 0, 5],
      ],
    ])
  })

  it('follows line and arc segments', () => {
    const [line] = curves(`IFCINDEXEDPOLYCURVE(#21,(IFCLINEINDEX((1,2)),IFCARCINDEX((2,3,4))),.F.);${list}`)
    expect(rounded(line).slice(0, 3)).toEqual([
      [0, 0, 0],
      [2, 0, 0],
      [2, 0, 0],
    ])
    expect(rounded(line).at(-1)).toEqual([2, 2, 0])
    const arc = line.slice(2)
    expect(arc.length).toBe(13)
    for (const [x, y] of arc) expect(Math.hypot(x - 2, y - 1)).toBeCloseTo(1, 9)
    expect(rounded(arc)[6]).toEqual([3, 1, 0])
  })

  it('follows arcs in either direction and keeps collinear arcs straight', () => {
    const backwards = '\n#21=IFCCARTESIANPOINTLIST2D(((2.,2.),(3.,1.),(2.,0.)))'
    const [arc] = curves(`IFCINDEXEDPOLYCURVE(#21,(IFCARCINDEX((1,2,3))),.F.);${backwards}`)
    expect(rounded(arc)[6]).toEqual([3, 1, 0])
    const straight = '\n#21=IFCCARTESIANPOINTLIST2D(((0.,0.),(1.,1.),(2.,2.)))'
    expect(curves(`IFCINDEXEDPOLYCURVE(#21,(IFCARCINDEX((1,2,3))),.F.);${straight}`)).toEqual([
      [
        [0, 0, 0],
        [1, 1, 0],
        [2, 2, 0],
      ],
    ])
  })

  it('omits invalid indices, segments and point lists', () => {
    expect(curves(`IFCINDEXEDPOLYCURVE(#21,(IFCLINEINDEX((1,9,2)),$,3),.F.);${list}`)).toEqual([
      [
        [0, 0, 0],
        [2, 0, 0],
      ],
    ])
    expect(curves('IFCINDEXEDPOLYCURVE(#77,$,$)')).toEqual([])
  })
})

describe('CurveReader for conics', () => {
  it('tessellates circles and ellipses into 24 segments', () => {
    const [circle] = curves('IFCCIRCLE(#4,2.)')
    expect(circle).toHaveLength(25)
    expect(rounded(circle)[0]).toEqual([2, 0, 0])
    expect(rounded(circle)[6]).toEqual([0, 2, 0])
    const [ellipse] = curves('IFCELLIPSE(#4,3.,1.)')
    expect([rounded(ellipse)[0], rounded(ellipse)[6]]).toEqual([
      [3, 0, 0],
      [0, 1, 0],
    ])
  })

  it.each([
    ['radians', 1, `0.`, `${Math.PI / 2}`],
    ['degrees', Math.PI / 180, '0.', '90.'],
  ])('trims arcs by angles in %s', (_, angleRadians, from, to) => {
    const trims = `(IFCPARAMETERVALUE(${from})),(IFCPARAMETERVALUE(${to}))`
    const [arc] = curves(`IFCTRIMMEDCURVE(#7,${trims},.T.,.PARAMETER.)`, angleRadians)
    expect(rounded(arc)[0]).toEqual([2, 0, 0])
    expect(rounded(arc).at(-1)).toEqual([0, 2, 0])
    expect(arc.length).toBeLessThan(9)
  })

  it.each([
    ['in the direction of the curve', '.T.', [2, 0, 0], [0, 2, 0], false],
    ['against the direction of the curve', '.F.', [2, 0, 0], [0, 2, 0], true],
  ])('trims arcs by points: %s', (_, sense, first, last, isLong) => {
    const [arc] = curves(`IFCTRIMMEDCURVE(#7,(#2),(#6),${sense},.CARTESIAN.)`)
    expect([rounded(arc)[0], rounded(arc).at(-1)]).toEqual([first, last])
    expect(rounded(arc).some(([x = 0, y = 0]) => x < -1 && y < -1)).toBe(isLong)
  })

  it('trims an arc across the zero angle', () => {
    const [arc] = curves(
      'IFCTRIMMEDCURVE(#7,(IFCPARAMETERVALUE(270.)),(IFCPARAMETERVALUE(90.)),.T.,.PARAMETER.)',
      Math.PI / 180,
    )
    expect([rounded(arc)[0], rounded(arc).at(-1)]).toEqual([
      [0, -2, 0],
      [0, 2, 0],
    ])
    expect(arc.every(([x]) => x > -0.001)).toBe(true)
  })

  it('returns nothing without a frame, a radius or trim points', () => {
    expect(curves('IFCCIRCLE($,2.)')).toEqual([])
    expect(curves('IFCCIRCLE(#4,$)')).toEqual([])
    expect(curves('IFCTRIMMEDCURVE(#7,($),($),.T.,.CARTESIAN.)')).toEqual([])
  })
})

describe('CurveReader for composite curves', () => {
  it.each(['IFCCOMPOSITECURVE', 'IFC2DCOMPOSITECURVE'])(
    'joins segments and reverses them by their sense (%s)',
    (type) => {
      const [line] = curves(`${type}((#21,#22),.F.);
#21=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#23);
#22=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.F.,#24);
#23=IFCPOLYLINE((#1,#2));
#24=IFCPOLYLINE((#6,#3))`)
      expect(line).toEqual([
        [0, 0, 0],
        [2, 0, 0],
        [2, 2, 0],
        [0, 2, 0],
      ])
    },
  )

  const vertices = '#11=IFCVERTEXPOINT(#2);\n#12=IFCVERTEXPOINT(#6)'

  it('reads an edge as a straight line between its vertices', () => {
    const straight = [
      [
        [2, 0, 0],
        [0, 2, 0],
      ],
    ]
    expect(curves(`IFCEDGE(#11,#12);\n${vertices}`)).toEqual(straight)
    expect(curves(`IFCEDGECURVE(#11,#12,#21,.T.);\n#21=IFCLINE(#2,#9);\n${vertices}`)).toEqual(straight)
    expect(curves(`IFCEDGE(#11,#99);\n${vertices}`)).toEqual([])
  })

  it('reads an edge curve along its curve in its stated sense', () => {
    const [short] = curves(`IFCEDGECURVE(#11,#12,#7,.T.);\n${vertices}`)
    expect([rounded(short).at(0), rounded(short).length, rounded(short).at(-1)]).toEqual([[2, 0, 0], 7, [0, 2, 0]])
    const [long] = curves(`IFCEDGECURVE(#11,#12,#7,.F.);\n${vertices}`)
    expect([rounded(long).at(0), rounded(long).length, rounded(long).at(-1)]).toEqual([[2, 0, 0], 19, [0, 2, 0]])
    const [polyline] = curves(`IFCEDGECURVE(#11,#12,#21,.F.);\n#21=IFCPOLYLINE((#6,#3,#2));\n${vertices}`)
    expect(polyline).toEqual([
      [2, 0, 0],
      [2, 2, 0],
      [0, 2, 0],
    ])
  })

  it('joins the oriented edges of a loop', () => {
    const loop = `IFCEDGELOOP((#21,#22));
#21=IFCORIENTEDEDGE(*,*,#23,.T.);
#22=IFCORIENTEDEDGE(*,*,#24,.F.);
#23=IFCEDGE(#11,#12);
#24=IFCEDGE(#11,#12);
${vertices}`
    expect(curves(loop)).toEqual([
      [
        [2, 0, 0],
        [0, 2, 0],
        [0, 2, 0],
        [2, 0, 0],
      ],
    ])
    expect(curves('IFCEDGELOOP((#21));\n#21=IFCORIENTEDEDGE(*,*,#20,.T.)')).toEqual([])
  })

  it('returns the curves of a set separately', () => {
    const set =
      'IFCGEOMETRICCURVESET((#21,#22,#1,#23));\n#21=IFCPOLYLINE((#1,#2));\n#22=IFCPOLYLINE((#2,#3));\n#23=IFCGEOMETRICSET((#21))'
    expect(curves(set)).toEqual([
      [
        [0, 0, 0],
        [2, 0, 0],
      ],
      [
        [2, 0, 0],
        [2, 2, 0],
      ],
      [
        [0, 0, 0],
        [2, 0, 0],
      ],
    ])
  })

  it('ends for curves that contain themselves', () => {
    expect(curves('IFCCOMPOSITECURVE((#21),.F.);\n#21=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#20)')).toEqual([])
    expect(curves('IFCGEOMETRICCURVESET((#20))')).toEqual([])
  })

  it('returns nothing for an unknown curve type', () => {
    expect(curves('IFCCLOTHOID(#4,3.)')).toEqual([])
  })
})
