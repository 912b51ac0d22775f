import { describe, expect, it } from 'vitest'
import { parseIfc, requireRow } from '../testing/step-file.js'
import { Placements } from './placements.js'

const common = `
#1=IFCCARTESIANPOINT((10.,0.,0.));
#2=IFCCARTESIANPOINT((0.,5.,1.));
#3=IFCDIRECTION((0.,0.,1.));
#4=IFCDIRECTION((0.,1.,0.));
#5=IFCAXIS2PLACEMENT3D(#1,$,$);
#6=IFCAXIS2PLACEMENT3D(#2,#3,#4);
#7=IFCCARTESIANPOINT((3.,4.));
#8=IFCDIRECTION((0.,-2.));
#9=IFCAXIS2PLACEMENT2D(#7,#8);`

function readPlacements(rows: string) {
  const file = parseIfc(common + rows)
  const placements = new Placements(file)
  const of = (id: number): number[] | 'kernel' => {
    const placement = placements.of(requireRow(file, id))
    return placement === 'kernel' ? placement : [...placement].map((value) => Math.round(value * 1e9) / 1e9 + 0)
  }
  return { placements, of, file }
}

const upright = [1, 0, 0, 0, 1, 0, 0, 0, 1]
const quarterTurn = [0, 1, 0, -1, 0, 0, 0, 0, 1]

describe('IFC local placement', () => {
  it('is read from its axis placement', () => {
    const { of } = readPlacements('\n#20=IFCLOCALPLACEMENT($,#5);\n#21=IFCLOCALPLACEMENT($,#6);')
    expect(of(20)).toEqual([...upright, 10, 0, 0])
    expect(of(21)).toEqual([...quarterTurn, 0, 5, 1])
  })

  it('is composed with the placements of its parents', () => {
    const { of } = readPlacements(`
#20=IFCLOCALPLACEMENT($,#6);
#21=IFCLOCALPLACEMENT(#20,#5);
#22=IFCLOCALPLACEMENT(#21,#6);`)
    expect(of(21)).toEqual([...quarterTurn, 0, 15, 1])
    expect(of(22)).toEqual([-1, 0, 0, 0, -1, 0, 0, 0, 1, -5, 15, 2])
  })

  it('is read from a 2D axis placement', () => {
    const { of } = readPlacements('\n#20=IFCLOCALPLACEMENT($,#9);')
    expect(of(20)).toEqual([0, -1, 0, 1, 0, 0, 0, 0, 1, 3, 4, 0])
  })

  it('is the identity without a statement', () => {
    const { placements } = readPlacements('')
    expect([...placements.of(-1)]).toEqual([...upright, 0, 0, 0])
  })

  it.each([
    ['no axis placement', '#20=IFCLOCALPLACEMENT(#30,$);'],
    ['an axis placement without a location', '#20=IFCLOCALPLACEMENT(#30,#21);\n#21=IFCAXIS2PLACEMENT3D($,$,$);'],
    ['a missing axis placement', '#20=IFCLOCALPLACEMENT(#30,#77);'],
    ['an entity of another type', '#20=IFCLOCALPLACEMENT(#30,#1);'],
    [
      'a non-finite axis placement',
      '#20=IFCLOCALPLACEMENT(#30,#21);\n#21=IFCAXIS2PLACEMENT3D(#22,$,$);\n#22=IFCCARTESIANPOINT((1.E999,0.,0.));',
    ],
  ])('equals its parent with %s', (_, rows) => {
    const { of } = readPlacements(`\n${rows}\n#30=IFCLOCALPLACEMENT($,#5);`)
    expect(of(20)).toEqual([...upright, 10, 0, 0])
  })

  it('ignores a missing parent and counts the reference', () => {
    const { of, file } = readPlacements('\n#20=IFCLOCALPLACEMENT(#77,#5);')
    expect(of(20)).toEqual([...upright, 10, 0, 0])
    expect(file.missingReferences).toBe(1)
  })

  it('takes missing coordinates as zero', () => {
    const { of } = readPlacements(
      '\n#20=IFCLOCALPLACEMENT($,#21);\n#21=IFCAXIS2PLACEMENT3D(#22,$,$);\n#22=IFCCARTESIANPOINT((2.));',
    )
    expect(of(20)).toEqual([...upright, 2, 0, 0])
  })
})

describe('IFC placement cycle', () => {
  it('is broken and recorded once', () => {
    const { of, placements, file } = readPlacements(
      '\n#20=IFCLOCALPLACEMENT(#21,#5);\n#21=IFCLOCALPLACEMENT(#22,#5);\n#22=IFCLOCALPLACEMENT(#20,#5);',
    )
    expect(of(20)).toEqual([...upright, 30, 0, 0])
    expect([...placements.cyclic]).toEqual([requireRow(file, 20)])
    expect(of(22)).toEqual([...upright, 10, 0, 0])
  })

  it('is broken when a placement refers to itself', () => {
    const { of, placements } = readPlacements('\n#20=IFCLOCALPLACEMENT(#20,#5);')
    expect(of(20)).toEqual([...upright, 10, 0, 0])
    expect(placements.cyclic.size).toBe(1)
  })
})

describe('IFC placement chain', () => {
  it('is resolved at 50,000 levels without stack overflow', () => {
    const length = 50_000
    const links = Array.from(
      { length },
      (_, at) => `#${100 + at}=IFCLOCALPLACEMENT(${at === 0 ? '$' : `#${99 + at}`},#5);`,
    )
    const { of } = readPlacements(`\n${links.join('\n')}`)
    expect(of(99 + length)).toEqual([...upright, 10 * length, 0, 0])
  })
})

describe('IFC linear placement', () => {
  it('is left to the kernel along with all placements relative to it', () => {
    const { of } = readPlacements(
      '\n#20=IFCLINEARPLACEMENT($,#77,$);\n#21=IFCLOCALPLACEMENT(#20,#5);\n#22=IFCLOCALPLACEMENT(#21,#5);',
    )
    expect([of(20), of(21), of(22)]).toEqual(['kernel', 'kernel', 'kernel'])
  })
})

describe('IFC grid placement', () => {
  /** Axes A (y = 0), B (y = 6, drawn backwards), 1 (x = 0), 2 (x = 4), on a grid at (10, 0, 0). */
  const grid = `
#30=IFCGRID('',$,'Grid',$,$,#31,$,(#32,#33),(#34,#35),$);
#31=IFCLOCALPLACEMENT($,#5);
#32=IFCGRIDAXIS('A',#36,.T.);
#33=IFCGRIDAXIS('B',#37,.F.);
#34=IFCGRIDAXIS('1',#38,.T.);
#35=IFCGRIDAXIS('2',#39,.T.);
#36=IFCPOLYLINE((#40,#41));
#37=IFCPOLYLINE((#42,#43));
#38=IFCPOLYLINE((#40,#44));
#39=IFCTRIMMEDCURVE(#45,(#48),(#49),.T.,.CARTESIAN.);
#40=IFCCARTESIANPOINT((0.,0.));
#41=IFCCARTESIANPOINT((9.,0.));
#42=IFCCARTESIANPOINT((9.,6.));
#43=IFCCARTESIANPOINT((0.,6.));
#44=IFCCARTESIANPOINT((0.,9.));
#45=IFCLINE(#48,#46);
#46=IFCVECTOR(#47,1.);
#47=IFCDIRECTION((0.,1.));
#48=IFCCARTESIANPOINT((4.,0.));
#49=IFCCARTESIANPOINT((4.,9.));`

  it('is at the intersection of two axes, aligned to the first', () => {
    const { of } = readPlacements(`${grid}
#20=IFCGRIDPLACEMENT(#21,$);
#21=IFCVIRTUALGRIDINTERSECTION((#32,#35),(0.,0.,0.));
#22=IFCGRIDPLACEMENT(#23,$);
#23=IFCVIRTUALGRIDINTERSECTION((#33,#34),(0.,0.,2.5));`)
    expect(of(20)).toEqual([...upright, 14, 0, 0])
    expect(of(22)).toEqual([...upright, 10, 6, 2.5])
  })

  it('applies offsets to the left of the axes', () => {
    const { of } = readPlacements(`${grid}
#20=IFCGRIDPLACEMENT(#21,$);
#21=IFCVIRTUALGRIDINTERSECTION((#32,#35),(1.5,0.5));`)
    expect(of(20)).toEqual([...upright, 13.5, 1.5, 0])
  })

  it('points to another intersection or along a direction', () => {
    const { of } = readPlacements(`${grid}
#20=IFCGRIDPLACEMENT(#21,#23);
#21=IFCVIRTUALGRIDINTERSECTION((#32,#34),(0.,0.));
#23=IFCVIRTUALGRIDINTERSECTION((#33,#34),(0.,0.));
#24=IFCGRIDPLACEMENT(#21,#47);`)
    expect(of(20)).toEqual([...quarterTurn, 10, 0, 0])
    expect(of(24)).toEqual([...quarterTurn, 10, 0, 0])
  })

  it('is read with a leading parent in IFC 4x3', () => {
    const { of } = readPlacements(`${grid}
#20=IFCGRIDPLACEMENT(#31,#21,#23);
#21=IFCVIRTUALGRIDINTERSECTION((#32,#35),(0.,0.));
#23=IFCVIRTUALGRIDINTERSECTION((#33,#35),(0.,0.));`)
    expect(of(20)).toEqual([...quarterTurn, 14, 0, 0])
  })

  it('is the parent of local placements', () => {
    const { of } = readPlacements(`${grid}
#20=IFCGRIDPLACEMENT(#21,$);
#21=IFCVIRTUALGRIDINTERSECTION((#33,#35),(0.,0.));
#22=IFCLOCALPLACEMENT(#20,#6);`)
    expect(of(22)).toEqual([...quarterTurn, 14, 11, 1])
  })

  it('accepts axes that are indexed curves or unbounded lines', () => {
    const { of } = readPlacements(`${grid}
#50=IFCGRIDAXIS('C',#51,.T.);
#51=IFCINDEXEDPOLYCURVE(#52,$,$);
#52=IFCCARTESIANPOINTLIST2D(((0.,2.),(5.,2.),(9.,2.)));
#53=IFCGRIDAXIS('3',#45,.T.);
#20=IFCGRIDPLACEMENT(#21,$);
#21=IFCVIRTUALGRIDINTERSECTION((#50,#53),(0.,0.));`)
    expect(of(20)).toEqual([...upright, 4, 2, 0])
  })

  it.each([
    ['parallel axes', '#21=IFCVIRTUALGRIDINTERSECTION((#32,#33),(0.,0.));'],
    ['one axis only', '#21=IFCVIRTUALGRIDINTERSECTION((#32),(0.,0.));'],
    ['a missing axis', '#21=IFCVIRTUALGRIDINTERSECTION((#32,#77),(0.,0.));'],
    [
      'a curved axis',
      "#21=IFCVIRTUALGRIDINTERSECTION((#32,#50),(0.,0.));\n#50=IFCGRIDAXIS('R',#51,.T.);\n#51=IFCCIRCLE(#9,3.);",
    ],
    [
      'an axis of zero length',
      "#21=IFCVIRTUALGRIDINTERSECTION((#32,#50),(0.,0.));\n#50=IFCGRIDAXIS('0',#51,.T.);\n#51=IFCPOLYLINE((#40,#40));",
    ],
    ['no intersection', '#21=IFCCARTESIANPOINT((0.,0.));'],
  ])('falls back to the grid and is recorded as unresolved with %s', (_, rows) => {
    const { of, placements, file } = readPlacements(`${grid}\n#20=IFCGRIDPLACEMENT(#21,$);\n${rows}`)
    const placement = of(20)
    expect(placement.slice(0, 9)).toEqual(upright)
    expect(placement.slice(10)).toEqual([0, 0])
    expect([...placements.unresolved]).toEqual([requireRow(file, 20)])
  })
})
