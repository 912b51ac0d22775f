import { beforeAll, describe, expect, it } from 'vitest'
import { AlignmentCurves } from '../../model/alignments/alignment-curves.js'
import { curvePointRows, railway, sectionedSolidRows } from '../../testing/alignment-text.js'
import { boxProduct, productRows, projectRows } from '../../testing/model-text.js'
import { buildFullShard, createShardSource, listJobs } from '../../testing/shard-source.js'
import { encodeText, listIds, parseIfc, requireRow, stepFile } from '../../testing/step-file.js'
import { KernelStarter, openModel, type Kernel } from '../kernel.js'
import { readGeometry } from '../kernel-geometry.js'
import { rewriteSectionedSolid } from './sectioned-solid.js'
import { shardText } from './shard-text.js'
import { jobKind } from './shard.js'

const schema = 'IFC4X3_ADD2'

function rewrite(rows: string) {
  const file = parseIfc(rows, schema)
  let id = 5000
  const solid = rewriteSectionedSolid(file, requireRow(file, 60), {
    curves: new AlignmentCurves(file),
    createId: () => id++,
  })
  return solid && { ...solid, references: listIds(file, solid.references) }
}

async function buildShard(rows: string): Promise<{ text: string; jobs: number[][]; cost: number }> {
  const source = await createShardSource(rows)
  const { shard } = buildFullShard(source)
  const text = new TextDecoder().decode(shardText({ bytes: source.file.bytes, schema }, shard))
  return { text, jobs: listJobs(shard), cost: shard.cost }
}

describe('rewriteSectionedSolid', () => {
  let kernel: Kernel
  beforeAll(async () => {
    kernel = await new KernelStarter().start()
  })

  function tessellate(text: Uint8Array): number[] {
    const model = openModel(kernel, text)
    kernel.GetFlatMesh(model, 60, false)
    const mesh = readGeometry(kernel, model, { geometryId: 60, unitMetres: 1 })
    kernel.CloseModel(model)
    return [...(mesh?.positions ?? [])]
  }

  it.each([
    ['within a line', [20, 60, 120]],
    ['from a line over a clothoid to an arc', [150, 250, 350]],
    ['at the start', [0, 80]],
    ['over the whole curve', [-10, 500, 2000]],
    ['between the points of an arc', [301, 302]],
    ['with offsets and axes', [150, 250, 350], '.5,.25,2.'],
  ])('keeps the geometry of a solid %s', async (_, distances, offsets = '$,$,$') => {
    const solid = sectionedSolidRows(distances).replaceAll('),$,$,$,#30)', `),${offsets},#30)`)
    const rows =
      railway +
      (offsets === '$,$,$' ? solid : solid.replace('#101,$,$', '#101,#19,#22')) +
      '\n#19=IFCDIRECTION((0.,0.6,0.8));'
    const expected = tessellate(encodeText(stepFile({ rows: projectRows() + rows, schema })))
    const { text } = await buildShard(rows + productRows({ id: 150, items: '#60' }))
    const positions = tessellate(encodeText(text))
    expect(expected.length).toBeGreaterThan(0)
    expect(positions).toHaveLength(expected.length)
    const distance = Math.max(...positions.map((value, at) => Math.abs(value - (expected[at] ?? Infinity))))
    expect(distance).toBeLessThan(1e-6)
  })

  it('writes only the part of the directrix that the solid covers', async () => {
    const { text, jobs, cost } = await buildShard(
      railway + sectionedSolidRows([20, 60]) + productRows({ id: 150, items: '#60' }),
    )
    expect(jobs).toEqual([[jobKind.item, 60, 0, 0, 0]])
    expect(text).not.toContain('IFCCURVESEGMENT')
    expect(text).toContain('IFCARBITRARYCLOSEDPROFILEDEF')
    expect(cost).toBeLessThan(5000)
  })

  it('returns the rows that it references and shifts the distances', () => {
    const solid = rewrite(railway + sectionedSolidRows([820, 840]).replace('#101,$,$', '#101,#22,$'))
    expect(solid?.references.toSorted((a, b) => a - b)).toEqual([22, 61, 61])
    const shifted = [...(solid?.text ?? '').matchAll(/IFCLENGTHMEASURE\(([^)]*)\)/g)].map(([, value]) => Number(value))
    expect((shifted[1] ?? 0) - (shifted[0] ?? 0)).toBeCloseTo(20, 9)
    expect(shifted[0]).toBeLessThan(100)
  })

  it.each([
    ['a position on another curve', (rows: string) => rows.replace('$,#30);', '$,#31);')],
    ['a directrix that only the kernel knows', (rows: string) => rows.replaceAll('IFCCLOTHOID', 'IFCSINESPIRAL')],
    ['an offset that is not finite', (rows: string) => rows.replace('(820.),$,$,$,#30)', '(820.),1.E999,$,$,#30)')],
    [
      'a distance as a parameter',
      (rows: string) => rows.replace('(IFCLENGTHMEASURE(820.)', '(IFCPARAMETERVALUE(820.)'),
    ],
  ])('leaves a solid with %s to the kernel', async (_, change) => {
    const rows = change(railway + sectionedSolidRows([820, 840]))
    expect(rewrite(rows)).toBeNull()
    const { text, cost } = await buildShard(rows + productRows({ id: 150, items: '#60' }))
    expect(text).toContain('IFCCURVESEGMENT')
    expect(cost).toBeGreaterThan(60_000)
  })
})

describe('shard linear placement', () => {
  it('is written as a local placement for an element with an opening', async () => {
    const element = boxProduct({ id: 150 }).replace(/#151=[^;]*;/, '#151=IFCLINEARPLACEMENT($,#170,$);')
    const opening = boxProduct({ id: 160, class: 'IFCOPENINGELEMENT', parent: '#151' })
    const relation = "\n#180=IFCRELVOIDSELEMENT('v',$,$,$,#150,#160);"
    const { text, jobs } = await buildShard(railway + element + opening + relation + curvePointRows(170, 25))
    expect(jobs).toEqual([[jobKind.element, 150, 0, 0, 0]])
    expect(text).toContain('#151=IFCLOCALPLACEMENT($,')
    expect(text).not.toContain('IFCCURVESEGMENT')
  })

  it('is not requested from the kernel when its curve is known', async () => {
    const rows = boxProduct({ id: 150 }).replace(/#151=[^;]*;/, '#151=IFCLINEARPLACEMENT($,#170,$);')
    const { jobs } = await buildShard(railway + rows + curvePointRows(170, 25))
    expect(jobs.map(([kind]) => kind)).toEqual([jobKind.item])
  })
})
