import { describe, expect, it } from 'vitest'
import { boxProduct, boxRows, globalId, productRows, projectRows } from './testing/model-text.js'
import { nodeNamed, readWithFaults } from './testing/read.js'

/** Three boxes; the item of the product `id` is `id + 6`. */
const threeBoxes = [100, 110, 120]
  .map((id) => boxProduct({ id, at: [id, 0, 0], size: [1, 1, 1 + id / 100], class: 'IFCSLAB' }))
  .join('')

const listDrawnNames = (run: Awaited<ReturnType<typeof readWithFaults>>): string[] =>
  [...new Set(run.scene.instances.map(({ node }) => run.scene.nodes[node]?.name ?? ''))].sort()

describe('IFC element whose tessellation hangs', () => {
  it('is skipped as took-too-long while other elements are drawn', async () => {
    const run = await readWithFaults(projectRows() + threeBoxes, { 116: 'hang' })
    expect(listDrawnNames(run)).toEqual(['Product 100', 'Product 120'])
    expect(run.report).toMatchObject({ status: 'partial' })
    expect(run.report?.skipped).toEqual([
      { kind: 'IfcSlab', reason: 'took-too-long', count: 1, elements: [globalId(110)] },
    ])
  })

  it('is counted with other hanging elements while the rest is drawn', async () => {
    const run = await readWithFaults(projectRows() + threeBoxes, { 106: 'hang', 126: 'hang' }, 2)
    expect(listDrawnNames(run)).toEqual(['Product 110'])
    expect(run.report?.skipped[0]).toMatchObject({ reason: 'took-too-long', count: 2 })
  })

  it('is reported for every product that shares the geometry', async () => {
    const item = boxRows(60, [1, 1, 1])
    const twice = productRows({ id: 100, items: '#60' }) + productRows({ id: 110, items: '#60' })
    const run = await readWithFaults(projectRows() + item + twice + boxProduct({ id: 120 }), { 60: 'hang' })
    expect(run.report?.skipped).toEqual([
      { kind: 'IfcWall', reason: 'took-too-long', count: 2, elements: [globalId(100), globalId(110)] },
    ])
    expect(listDrawnNames(run)).toEqual(['Product 120'])
  })
})

describe('IFC element whose tessellation fails', () => {
  it.each([
    ['with an exception', 'refuse'],
    ['with a WebAssembly trap', 'trap'],
    ['with the end of its thread', 'end-thread'],
  ] as const)('is skipped and reported when it fails %s, and other elements are drawn', async (_, fault) => {
    const run = await readWithFaults(projectRows() + threeBoxes, { 116: fault })
    expect(listDrawnNames(run)).toEqual(['Product 100', 'Product 120'])
    expect(run.report?.skipped).toEqual([
      { kind: 'IfcSlab', reason: 'not-tessellated', count: 1, elements: [globalId(110)] },
    ])
  })

  it('is drawn without the failed representation item and reported as part-missing', async () => {
    const parts = boxRows(60, [1, 1, 1]) + boxRows(70, [2, 2, 2])
    const run = await readWithFaults(projectRows() + parts + productRows({ id: 100, items: '#60,#70' }), { 70: 'trap' })
    expect(listDrawnNames(run)).toEqual(['Product 100'])
    expect(run.report?.skipped).toEqual([
      { kind: 'IfcWall', reason: 'part-missing', count: 1, elements: [globalId(100)] },
    ])
  })

  it('ends the read when the file has no other geometry', async () => {
    const run = await readWithFaults(projectRows() + boxProduct({ id: 100 }), { 106: 'refuse' })
    expect(run.failure).toMatchObject({ code: 'nothing-to-show' })
  })
})

describe('IFC wall with an opening', () => {
  const wall = boxProduct({ id: 100, size: [4, 0.3, 3] })
  const hole = boxProduct({ id: 110, class: 'IFCOPENINGELEMENT', size: [1, 1, 1] })
  const cut = `\n#130=IFCRELVOIDSELEMENT('v',$,$,$,#100,#110);`

  it.each(['refuse', 'trap', 'hang'] as const)('is drawn uncut and reported when the cut fails (%s)', async (fault) => {
    const run = await readWithFaults(projectRows() + wall + hole + cut, { 100: fault })
    expect(listDrawnNames(run)).toEqual(['Product 100'])
    expect(run.scene.numbers.triangles).toBe(12)
    expect(run.report).toMatchObject({ status: 'partial', skipped: [] })
    expect(run.report?.findings).toContainEqual(
      expect.objectContaining({ code: 'openings-not-cut', details: { count: 1 }, elements: [globalId(100)] }),
    )
  })

  it('is cut when the kernel succeeds', async () => {
    const run = await readWithFaults(projectRows() + wall + hole + cut, {})
    expect(run.scene.numbers.triangles).toBeGreaterThan(12)
    expect(run.report?.status).toBe('complete')
    expect(run.scene.nodes[nodeNamed(run, 'Product 110')]?.hidden).toBe(true)
  })
})
