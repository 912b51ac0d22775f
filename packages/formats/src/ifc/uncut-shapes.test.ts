import type { ReaderRun } from '@kamar/test-kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { createWarmUpScene } from '../kit/testing/warm-up-scene.js'
import { warm } from './reader.js'
import { boxProduct, boxRows, globalId, productRows, projectRows } from './testing/model-text.js'
import { boxOfNode, nodeNamed, readRows } from './testing/read.js'

beforeAll(() => warm(createWarmUpScene))

/** A box of 4 × 0.3 × 3 (#60) with half-spaces: everything above the plane at height 0 (#72) and at height 2 (#76). */
const body = `${boxRows(60, [4, 0.3, 3])}
#71=IFCPLANE(#8);
#72=IFCHALFSPACESOLID(#71,.F.);
#73=IFCCARTESIANPOINT((0.,0.,2.));
#74=IFCAXIS2PLACEMENT3D(#73,$,$);
#75=IFCPLANE(#74);
#76=IFCHALFSPACESOLID(#75,.F.);
#77=IFCBOOLEANCLIPPINGRESULT(.DIFFERENCE.,#60,#76);
#78=IFCBOOLEANCLIPPINGRESULT(.DIFFERENCE.,#77,#72);
#79=IFCBOOLEANCLIPPINGRESULT(.DIFFERENCE.,#60,#72);`
const wall = (item: string): string => productRows({ id: 100, name: 'Wall', items: item, kind: 'Clipping' })

const uncut = {
  code: 'bodies-not-cut',
  severity: 'warning',
  details: { count: 1 },
  elements: [globalId(100)],
}
const computeHeight = (run: ReaderRun): number | undefined => boxOfNode(run, nodeNamed(run, 'Wall')).max[2]

describe('IFC body that its boolean cuts remove completely', () => {
  it('is drawn uncut and reported as bodies-not-cut', async () => {
    const run = await readRows(projectRows() + body + wall('#79'))
    expect(boxOfNode(run, nodeNamed(run, 'Wall'))).toEqual({ min: [-2, -0.15, 0], max: [2, 0.15, 3] })
    expect(run.report).toMatchObject({ status: 'partial', skipped: [], findings: [uncut] })
  })

  it('keeps the cuts before the one that removes everything', async () => {
    const run = await readRows(projectRows() + body + wall('#78'))
    expect(computeHeight(run)).toBe(2)
    expect(run.report?.findings).toEqual([uncut])
  })

  it('is drawn without any cut when many cuts remove everything', async () => {
    const cuts = Array.from({ length: 20 }, (_, at) => {
      const from = at === 0 ? 60 : 199 + at
      return `\n#${200 + at}=IFCBOOLEANRESULT(.DIFFERENCE.,#${from},#72);`
    })
    const run = await readRows(projectRows() + body + cuts.join('') + wall('#219'))
    expect(computeHeight(run)).toBe(3)
    expect(run.report?.findings).toEqual([uncut])
  })

  it.each([
    [
      'an intersection',
      '#80=IFCBOOLEANRESULT(.INTERSECTION.,#60,#81);',
      boxRows(81, [1, 1, 1]).replace('#8,#9', '#90,#9'),
    ],
    ['a CSG solid', '#80=IFCCSGSOLID(#79);', ''],
  ])('is drawn uncut when it is written as %s', async (_, statement, others) => {
    const far = '\n#90=IFCAXIS2PLACEMENT3D(#91,$,$);\n#91=IFCCARTESIANPOINT((50.,0.,0.));'
    const run = await readRows(`${projectRows()}${body}\n${statement}${others}${far}${wall('#80')}`)
    expect(computeHeight(run)).toBe(3)
    expect(run.report?.findings).toEqual([uncut])
  })

  it('keeps its style and the openings of its element', async () => {
    const style = `
#150=IFCSTYLEDITEM(#79,(#151),$);
#151=IFCSURFACESTYLE('Red',.BOTH.,(#152));
#152=IFCSURFACESTYLERENDERING(#153,0.,$,$,$,$,$,$,.FLAT.);
#153=IFCCOLOURRGB($,1.,0.,0.);`
    const hole = boxProduct({ id: 110, class: 'IFCOPENINGELEMENT' })
    const cut = `\n#130=IFCRELVOIDSELEMENT('v',$,$,$,#100,#110);`
    const run = await readRows(projectRows() + body + style + wall('#79') + hole + cut)
    expect(computeHeight(run)).toBe(3)
    expect(run.scene.numbers.triangles).toBeGreaterThan(12)
    expect(run.scene.materials.map(({ name }) => name)).toEqual(['Red'])
    expect(run.report?.findings).toEqual([uncut])
  })

  it('is drawn uncut in every mapped instance', async () => {
    const map =
      '\n#90=IFCREPRESENTATIONMAP(#8,#91);\n#91=IFCSHAPEREPRESENTATION(#6,$,$,(#79));\n#92=IFCMAPPEDITEM(#90,#93);'
    const operator = '\n#93=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#7,1.,$);'
    const two = wall('#92') + productRows({ id: 110, items: '#92', at: [9, 0, 0] })
    const run = await readRows(projectRows() + body + map + operator + two)
    expect(run.scene.instances).toHaveLength(2)
    expect(run.report?.findings).toMatchObject([{ code: 'bodies-not-cut', details: { count: 2 } }])
  })

  it('is skipped as an empty shape when the uncut body is empty too', async () => {
    const emptyBody = body.replace(/(#61=IFCRECTANGLEPROFILEDEF\(.*),4\.,0\.3\)/, '$1,0.,0.)')
    const run = await readRows(projectRows() + emptyBody + wall('#78') + boxProduct({ id: 110 }))
    expect(run.report).toMatchObject({ skipped: [{ reason: 'empty-shape', elements: [globalId(100)] }], findings: [] })
  })

  it('is skipped when its boolean operands form a cycle', async () => {
    const circle = '\n#80=IFCBOOLEANRESULT(.DIFFERENCE.,#81,#72);\n#81=IFCBOOLEANRESULT(.DIFFERENCE.,#80,#72);'
    const run = await readRows(projectRows() + body + circle + wall('#80') + boxProduct({ id: 110 }))
    expect(run.report?.skipped).toMatchObject([{ kind: 'IfcWall', count: 1 }])
  })
})

describe('IFC body with a valid cut', () => {
  it('is drawn cut without findings', async () => {
    const run = await readRows(projectRows() + body + wall('#77'))
    expect(computeHeight(run)).toBe(2)
    expect(run.report).toMatchObject({ status: 'complete', findings: [] })
  })
})
