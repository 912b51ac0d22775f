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

describe('where an object stands', () => {
  it('by a placement of its own', () => {
    const { of } = readPlacements('\n#20=IFCLOCALPLACEMENT($,#5);\n#21=IFCLOCALPLACEMENT($,#6);')
    expect(of(20)).toEqual([...upright, 10, 0, 0])
    expect(of(21)).toEqual([...quarterTurn, 0, 5, 1])
  })

  it('relative to others: moved, then turned', () => {
    const { of } = readPlacements(`
#20=IFCLOCALPLACEMENT($,#6);
#21=IFCLOCALPLACEMENT(#20,#5);
#22=IFCLOCALPLACEMENT(#21,#6);`)
    expect(of(21)).toEqual([...quarterTurn, 0, 15, 1])
    expect(of(22)).toEqual([-1, 0, 0, 0, -1, 0, 0, 0, 1, -5, 15, 2])
  })

  it('in a plane', () => {
    const { of } = readPlacements('\n#20=IFCLOCALPLACEMENT($,#9);')
    expect(of(20)).toEqual([0, -1, 0, 1, 0, 0, 0, 0, 1, 3, 4, 0])
  })

  it('on nothing is the model itself', () => {
    const { placements } = readPlacements('')
    expect([...placements.of(-1)]).toEqual([...upright, 0, 0, 0])
  })

  it.each([
    ['no frame', '#20=IFCLOCALPLACEMENT(#30,$);'],
    ['a frame without a place', '#20=IFCLOCALPLACEMENT(#30,#21);\n#21=IFCAXIS2PLACEMENT3D($,$,$);'],
    ['a frame that the file does not have', '#20=IFCLOCALPLACEMENT(#30,#77);'],
    ['a frame that is something else', '#20=IFCLOCALPLACEMENT(#30,#1);'],
    [
      'a frame that is not finite',
      '#20=IFCLOCALPLACEMENT(#30,#21);\n#21=IFCAXIS2PLACEMENT3D(#22,$,$);\n#22=IFCCARTESIANPOINT((1.E999,0.,0.));',
    ],
  ])('with %s is where its parent stands', (_, rows) => {
    const { of } = readPlacements(`\n${rows}\n#30=IFCLOCALPLACEMENT($,#5);`)
    expect(of(20)).toEqual([...upright, 10, 0, 0])
  })

  it('on a parent that the file does not have stands by itself', () => {
    const { of, file } = readPlacements('\n#20=IFCLOCALPLACEMENT(#77,#5);')
    expect(of(20)).toEqual([...upright, 10, 0, 0])
    expect(file.missingReferences).toBe(1)
  })

  it('with the first point alone has the missing coordinates 0', () => {
    const { of } = readPlacements(
      '\n#20=IFCLOCALPLACEMENT($,#21);\n#21=IFCAXIS2PLACEMENT3D(#22,$,$);\n#22=IFCCARTESIANPOINT((2.));',
    )
    expect(of(20)).toEqual([...upright, 2, 0, 0])
  })
})

describe('circles of placements', () => {
  it('end, and are named', () => {
    const { of, placements, file } = readPlacements(
      '\n#20=IFCLOCALPLACEMENT(#21,#5);\n#21=IFCLOCALPLACEMENT(#22,#5);\n#22=IFCLOCALPLACEMENT(#20,#5);',
    )
    expect(of(20)).toEqual([...upright, 30, 0, 0])
    expect([...placements.cyclic]).toEqual([requireRow(file, 20)])
    expect(of(22)).toEqual([...upright, 10, 0, 0])
  })

  it('of one placement on itself end as well', () => {
    const { of, placements } = readPlacements('\n#20=IFCLOCALPLACEMENT(#20,#5);')
    expect(of(20)).toEqual([...upright, 10, 0, 0])
    expect(placements.cyclic.size).toBe(1)
  })
})

describe('long chains of placements', () => {
  it('are worked out without running out of stack', () => {
    const length = 50_000
    const links = Array.from(
      { length },
      (_, at) => `#${100 + at}=IFCLOCALPLACEMENT(${at === 0 ? '$' : `#${99 + at}`},#5);`,
    )
    const { of } = readPlacements(`\n${links.join('\n')}`)
    expect(of(99 + length)).toEqual([...upright, 10 * length, 0, 0])
  })
})

describe('placements along a curve', () => {
  it('are left to the kernel, with everything that stands on them', () => {
    const { of } = readPlacements(
      '\n#20=IFCLINEARPLACEMENT($,#77,$);\n#21=IFCLOCALPLACEMENT(#20,#5);\n#22=IFCLOCALPLACEMENT(#21,#5);',
    )
    expect([of(20), of(21), of(22)]).toEqual(['kernel', 'kernel', 'kernel'])
  })
})

describe('placements on a grid', () => {
  /** Axes A (y = 0), B (y = 6, drawn backwards), 1 (x = 0), 2 (x = 4), on a grid that stands at (10, 0, 0). */
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

  it('stand where two axes cross, along the first of them', () => {
    const { of } = readPlacements(`${grid}
#20=IFCGRIDPLACEMENT(#21,$);
#21=IFCVIRTUALGRIDINTERSECTION((#32,#35),(0.,0.,0.));
#22=IFCGRIDPLACEMENT(#23,$);
#23=IFCVIRTUALGRIDINTERSECTION((#33,#34),(0.,0.,2.5));`)
    expect(of(20)).toEqual([...upright, 14, 0, 0])
    expect(of(22)).toEqual([...upright, 10, 6, 2.5])
  })

  it('stand beside the axes by their offsets, to the left', () => {
    const { of } = readPlacements(`${grid}
#20=IFCGRIDPLACEMENT(#21,$);
#21=IFCVIRTUALGRIDINTERSECTION((#32,#35),(1.5,0.5));`)
    expect(of(20)).toEqual([...upright, 13.5, 1.5, 0])
  })

  it('point to another crossing or along a direction', () => {
    const { of } = readPlacements(`${grid}
#20=IFCGRIDPLACEMENT(#21,#23);
#21=IFCVIRTUALGRIDINTERSECTION((#32,#34),(0.,0.));
#23=IFCVIRTUALGRIDINTERSECTION((#33,#34),(0.,0.));
#24=IFCGRIDPLACEMENT(#21,#47);`)
    expect(of(20)).toEqual([...quarterTurn, 10, 0, 0])
    expect(of(24)).toEqual([...quarterTurn, 10, 0, 0])
  })

  it('have their parent first in IFC 4x3', () => {
    const { of } = readPlacements(`${grid}
#20=IFCGRIDPLACEMENT(#31,#21,#23);
#21=IFCVIRTUALGRIDINTERSECTION((#32,#35),(0.,0.));
#23=IFCVIRTUALGRIDINTERSECTION((#33,#35),(0.,0.));`)
    expect(of(20)).toEqual([...quarterTurn, 14, 0, 0])
  })

  it('carry what stands on them', () => {
    const { of } = readPlacements(`${grid}
#20=IFCGRIDPLACEMENT(#21,$);
#21=IFCVIRTUALGRIDINTERSECTION((#33,#35),(0.,0.));
#22=IFCLOCALPLACEMENT(#20,#6);`)
    expect(of(22)).toEqual([...quarterTurn, 14, 11, 1])
  })

  it('may use axes that are indexed curves or bare lines', () => {
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
    ['an axis that the file does not have', '#21=IFCVIRTUALGRIDINTERSECTION((#32,#77),(0.,0.));'],
    [
      'a curved axis',
      "#21=IFCVIRTUALGRIDINTERSECTION((#32,#50),(0.,0.));\n#50=IFCGRIDAXIS('R',#51,.T.);\n#51=IFCCIRCLE(#9,3.);",
    ],
    [
      'an axis of no length',
      "#21=IFCVIRTUALGRIDINTERSECTION((#32,#50),(0.,0.));\n#50=IFCGRIDAXIS('0',#51,.T.);\n#51=IFCPOLYLINE((#40,#40));",
    ],
    ['no crossing', '#21=IFCCARTESIANPOINT((0.,0.));'],
  ])('with %s are named and stand where the grid does', (_, rows) => {
    const { of, placements, file } = readPlacements(`${grid}\n#20=IFCGRIDPLACEMENT(#21,$);\n${rows}`)
    const placement = of(20)
    expect(placement.slice(0, 9)).toEqual(upright)
    expect(placement.slice(10)).toEqual([0, 0])
    expect([...placements.unresolved]).toEqual([requireRow(file, 20)])
  })
})
