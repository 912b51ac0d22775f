import { beforeAll, describe, expect, it } from 'vitest'
import { createWarmUpScene } from '../kit/testing/warm-up-scene.js'
import { warm } from './reader.js'
import { curvePointRows, gradientCurveRows, line } from './testing/alignment-text.js'
import { boxProduct, boxRows, globalId, productRows, projectRows } from './testing/model-text.js'
import { boxOfNode, nodeNamed, readRows } from './testing/read.js'

beforeAll(() => warm(createWarmUpScene))

const wall = boxProduct({ id: 100, name: 'Wall' })
const readFindings = async (rows: string, schema = 'IFC4') => (await readRows(rows, { schema })).report?.findings

describe('IFC report of a valid file', () => {
  it('is complete with elements counted by class in alphabetical order', async () => {
    const others = boxProduct({ id: 110, class: 'IFCSLAB' }) + boxProduct({ id: 120, class: 'IFCBEAM' })
    const { report } = await readRows(projectRows() + wall + others)
    expect(report).toEqual({
      status: 'complete',
      counts: { IfcBeam: 1, IfcProject: 1, IfcSlab: 1, IfcWall: 1 },
      skipped: [],
      findings: [],
      missingCompanions: [],
      elements: { shown: 3, total: 3 },
    })
    expect(Object.keys(report?.counts ?? {})).toEqual(['IfcBeam', 'IfcProject', 'IfcSlab', 'IfcWall'])
  })
})

describe('IFC skipped elements', () => {
  const empty = (id: number, type = 'IFCWALL'): string => productRows({ id, class: type, items: `#${id + 6}` })

  it('are grouped by class and reason', async () => {
    const rows = projectRows() + wall + empty(110) + empty(120) + empty(130, 'IFCSLAB')
    const { report } = await readRows(rows)
    expect(report?.status).toBe('partial')
    expect(report?.skipped.map(({ kind, count }) => [kind, count])).toEqual([
      ['IfcWall', 2],
      ['IfcSlab', 1],
    ])
    expect(report?.skipped[0]?.elements).toEqual([globalId(110), globalId(120)])
  })

  it('are named up to a hundred per class and counted beyond', async () => {
    const emptyProducts = Array.from({ length: 130 }, (_, at) => empty(200 + 10 * at)).join('')
    const { report } = await readRows(projectRows() + wall + emptyProducts)
    expect(report?.skipped[0]).toMatchObject({ count: 130 })
    expect(report?.skipped[0]?.elements).toHaveLength(100)
  })

  it('are named by statement number without a GlobalId', async () => {
    const { report } = await readRows(projectRows() + wall + empty(110).replace(`'${globalId(110)}'`, '$'))
    expect(report?.skipped[0]?.elements).toEqual(['#110'])
  })

  it('exclude elements without any shape', async () => {
    const bare = `\n#110=IFCWALL('${globalId(110)}',$,'Bare',$,$,$,$,$,$);`
    expect((await readRows(projectRows() + wall + bare)).report).toMatchObject({ status: 'complete', skipped: [] })
  })
})

describe('IFC report findings', () => {
  it('list undrawn texts without making the report partial', async () => {
    const text = productRows({ id: 110, class: 'IFCANNOTATION', items: '#120', rest: '' }).replace(',);', ');')
    const rows = `${projectRows()}${wall}${text}\n#120=IFCTEXTLITERAL('Hall',#8,.RIGHT.);`
    const { report } = await readRows(rows)
    expect(report?.status).toBe('complete')
    expect(report?.findings).toEqual([
      { code: 'texts-not-drawn', severity: 'information', details: { count: 1 }, elements: [globalId(110)] },
    ])
  })

  it('list each duplicate GlobalId once', async () => {
    const twin = boxProduct({ id: 110 }).replace(globalId(110), globalId(100))
    const third = boxProduct({ id: 120 }).replace(globalId(120), globalId(100))
    expect(await readFindings(projectRows() + wall + twin + third)).toEqual([
      { code: 'duplicate-global-ids', severity: 'information', details: { count: 1 }, elements: [globalId(100)] },
    ])
  })

  it.each([
    ['IFC2X2_FINAL', 'IFC2X3'],
    ['IFC4X1', 'IFC4X3'],
  ])('state that %s was read as %s', async (declared, readAs) => {
    expect(await readFindings(projectRows() + wall, declared)).toContainEqual({
      code: 'schema-read-as',
      severity: 'warning',
      details: { stated: declared, readAs },
    })
  })

  it('count unreadable statements and make the report partial', async () => {
    const { report } = await readRows(`${projectRows()}${wall}\n#300=;\n#301 IFCWALL;`)
    expect(report?.status).toBe('partial')
    expect(report?.findings).toContainEqual({
      code: 'statements-unreadable',
      severity: 'warning',
      details: { count: 2 },
    })
  })

  it('state the offset of a model far from the origin', async () => {
    const far = boxProduct({ id: 100, at: [450_000, 5_000_000, 0] })
    const run = await readRows(projectRows() + far)
    expect(run.report?.findings).toEqual([
      {
        code: 'far-from-origin',
        severity: 'information',
        details: expect.objectContaining({ x: 450_000, y: 5_000_000 }),
      },
    ])
    expect(run.scene.origin.slice(0, 2)).toEqual([450_000, 5_000_000])
  })

  it('include unresolved grid placements', async () => {
    const column = boxProduct({ id: 110 }).replace(/#111=[^;]*;/, '#111=IFCGRIDPLACEMENT(#999,$);')
    const findings = await readFindings(projectRows() + wall + column)
    expect(findings?.map(({ code }) => code)).toContain('grid-placement-unresolved')
  })
})

describe('IFC line annotation', () => {
  const straight = { parent: line, start: 0, length: 100 }
  const annotation = (items: string): string =>
    productRows({ id: 110, name: 'Lines', class: 'IFCANNOTATION', at: [1, 0, 0], items, rest: '' }).replace(',);', ');')
  const polyline = `
#120=IFCPOLYLINE((#121,#122,#123));
#121=IFCCARTESIANPOINT((0.,0.));
#122=IFCCARTESIANPOINT((4.,0.));
#123=IFCCARTESIANPOINT((4.,3.));`

  it('is drawn as lines, hidden by default and counted as read', async () => {
    const run = await readRows(projectRows() + wall + annotation('#120') + polyline)
    expect(run.report).toMatchObject({ status: 'complete', skipped: [] })
    expect(run.scene.numbers.lines).toBe(2)
    expect(run.scene.nodes[nodeNamed(run, 'Lines')]?.hidden).toBe(true)
    expect(boxOfNode(run, nodeNamed(run, 'Lines'))).toEqual({ min: [1, 0, 0], max: [5, 3, 0] })
  })

  it('is drawn at a point on an alignment', async () => {
    const curve = gradientCurveRows([straight], [straight])
    const lines = (annotation('#120') + polyline).replaceAll('#12', '#52')
    const rows = lines.replace(/#111=[^;]*;/, '#111=IFCLINEARPLACEMENT($,#530,$);') + curvePointRows(530, 40)
    const run = await readRows(projectRows() + wall + rows + curve, { schema: 'IFC4X3_ADD2' })
    expect(boxOfNode(run, nodeNamed(run, 'Lines'))).toEqual({ min: [40, 0, 0], max: [44, 3, 0] })
  })

  it('is scaled by the operator of a mapped item', async () => {
    const map = `
#130=IFCMAPPEDITEM(#131,#133);
#131=IFCREPRESENTATIONMAP(#8,#132);
#132=IFCSHAPEREPRESENTATION(#6,'Annotation','Curve2D',(#120));
#133=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#7,2.,$);`
    const run = await readRows(projectRows() + wall + annotation('#130') + polyline + map)
    expect(boxOfNode(run, nodeNamed(run, 'Lines'))).toEqual({ min: [1, 0, 0], max: [9, 6, 0] })
  })

  it('accepts points, alone or in lists and sets', async () => {
    const points = `
#140=IFCGEOMETRICCURVESET((#120,#123,#141));
#141=IFCCARTESIANPOINT((4.,3.,9.));
#142=IFCCARTESIANPOINTLIST3D(((0.,0.,1.),(5.,0.,0.)));`
    const run = await readRows(projectRows() + wall + annotation('#140,#142,#122') + polyline + points)
    expect(run.report).toMatchObject({ status: 'complete', skipped: [] })
    expect(run.scene.numbers).toMatchObject({ lines: 2, points: 5 })
    expect(boxOfNode(run, nodeNamed(run, 'Lines'))).toEqual({ min: [1, 0, 0], max: [6, 3, 9] })
  })

  it('is reported as skipped when unreadable', async () => {
    const run = await readRows(`${projectRows()}${wall}${annotation('#120')}\n#120=IFCPOLYLINE((#998,#999));`)
    expect(run.report?.skipped).toEqual([
      { kind: 'IfcAnnotation', reason: 'lines-not-read', count: 1, elements: [globalId(110)] },
    ])
  })

  it('gives way to a surface in the same element', async () => {
    const both = productRows({ id: 110, name: 'Both', items: '#120,#140' })
    const run = await readRows(projectRows() + both + polyline + boxRows(140, [1, 1, 1]))
    expect(run.scene.numbers).toMatchObject({ triangles: 12 })
    expect(run.report?.status).toBe('complete')
  })
})
