import { describe, expect, it } from 'vitest'
import { readCurves } from '../geometry/curves.js'
import { readTessellated } from '../geometry/tessellated.js'
import { rowOf, parseStep } from '../testing/parse-step.js'
import { listFaces } from './faces.js'
import { Styles } from './styles.js'
import { Units } from './units.js'
import { WalkBudget } from './walk-budget.js'

describe('walk budget', () => {
  it('allows a bounded number of visits per statement', () => {
    const budget = new WalkBudget(parseStep(Array.from({ length: 50 }, (_, at) => `#${at + 1}=PLANE();`).join('\n')))
    let visits = 0
    while (budget.consume()) visits++
    expect(visits).toBe(4 * 50 + 100)
  })
})

/** Builds statements #1 to #8: each refers to the next one a hundred times, the last one to none. */
const doubling = (statement: (list: string) => string): string =>
  [1, 2, 3, 4, 5, 6, 7]
    .map(
      (id) =>
        `#${id}=${statement(
          Array<string>(100)
            .fill(`#${id + 1}`)
            .join(),
        )};`,
    )
    .join('\n')

describe('exponentially nested STEP lists', () => {
  it('terminate in shells', () => {
    const file = parseStep(`${doubling((list) => `CONNECTED_FACE_SET('',(${list}))`)}\n#8=CLOSED_SHELL('',());`)
    expect(listFaces(file, rowOf(file, 1))).toEqual([])
  })

  it('terminate in sets of curves', () => {
    const file = parseStep(`${doubling((list) => `GEOMETRIC_SET('',(${list}))`)}\n#8=GEOMETRIC_SET('',());`)
    expect(readCurves(file, rowOf(file, 1), { metres: 1, radians: 1 })).toMatchObject({ lines: null })
  })

  it('terminate in composite curves', () => {
    const rows = Array.from({ length: 7 }, (_, at) => {
      const [curve, own] = [10 + 2 * at, 11 + 2 * at]
      return `#${curve}=COMPOSITE_CURVE('',(${Array<string>(100).fill(`#${own}`).join()}),.F.);#${own}=COMPOSITE_CURVE_SEGMENT(.CONTINUOUS.,.T.,#${curve + 2});`
    })
    const last = "#24=POLYLINE('',(#25,#26));#25=CARTESIAN_POINT('',(0.,0.,0.));#26=CARTESIAN_POINT('',(1.,0.,0.));"
    const file = parseStep(`${rows.join('\n')}${last}`)
    expect(readCurves(file, rowOf(file, 10), { metres: 1, radians: 1 })).toMatchObject({ lines: null, unread: 1 })
  })

  it('terminate in tessellated sets', () => {
    const rows = doubling((list) => `TESSELLATED_GEOMETRIC_SET('',(${list}))`)
    const file = parseStep(`${rows}\n#8=TESSELLATED_GEOMETRIC_SET('',());`)
    expect(readTessellated(file, rowOf(file, 1), { metres: 1, styleOf: () => null })).toEqual([])
  })

  it('terminate in styles and still provide the color', () => {
    const rows = doubling((list) => `PRESENTATION_STYLE_ASSIGNMENT((${list}))`)
    const file = parseStep(`${rows}\n#8=COLOUR_RGB('',1.,0.,0.);\n#20=STYLED_ITEM('',(#1),#21);\n#21=PLANE('',$);`)
    expect(new Styles(file).surface(rowOf(file, 21))).toEqual({ color: [1, 0, 0], opacity: 1 })
  })

  it('terminate in derived units', () => {
    const element = (id: number): string => `#${id + 20}=DERIVED_UNIT_ELEMENT(#${id + 1},1.);`
    const units = [1, 2, 3, 4, 5].map(
      (id) =>
        `#${id}=DERIVED_UNIT((${Array<string>(100)
          .fill(`#${id + 20}`)
          .join()}));${element(id)}`,
    )
    const file = parseStep(`${units.join('\n')}\n#6=(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT($,.METRE.));`)
    expect(new Units(file).unit(rowOf(file, 1))).toBeNull()
    expect(new Units(file).unit(rowOf(file, 5))?.factor).toBe(1)
  })
})
