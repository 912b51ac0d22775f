import { runReader, type ReaderRun } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { lampFile } from './fixtures/lamp.js'
import { reader } from './reader.js'
import { addUse, fileOf, partOf, readText } from './testing/part-kit.js'
import { bytesOf, stepText } from './testing/step-of.js'

const longestReadMilliseconds = 10_000

/** How a read ended: something is shown, or the failure's code. */
function endOf({ report, failure, scene }: ReaderRun): string {
  if (!report) return failure?.code ?? 'neither'
  return scene.instances.length > 0 && scene.unit !== null ? 'shown' : 'a report without a model'
}

describe('files that claim much', () => {
  it('assemblies that double themselves end at the limit on nodes', async () => {
    const text = fileOf((kit) => {
      const zero = kit.shapes.frame([0, 0, 0])
      const items = [kit.shapes.box('b', [1, 1, 1]).solid, zero]
      let part = kit.products.part('LEAF', {
        type: 'ADVANCED_BREP_SHAPE_REPRESENTATION',
        items,
        context: kit.context,
      })
      for (let level = 0; level < 24; level++) {
        const above = kit.products.part(`L${level}`, {
          type: 'SHAPE_REPRESENTATION',
          items: [zero],
          context: kit.context,
        })
        for (const name of ['a', 'b']) addUse(kit, part, above, { name, from: zero, to: zero })
        part = above
      }
    })
    const run = await runReader(reader, bytesOf(text), { limits: { nodes: 20_000 } })
    expect(run.failure).toMatchObject({ code: 'limit-exceeded', details: { limit: '20000 nodes' } })
    expect(run.processorMilliseconds).toBeLessThan(longestReadMilliseconds)
  })

  it('shapes that map each other in doubling steps end at the limit on items', async () => {
    const text = fileOf(({ writer, shapes, products, context }) => {
      const zero = shapes.frame([0, 0, 0])
      let source = writer.add(`SHAPE_REPRESENTATION('',(${shapes.box('b', [1, 1, 1]).solid}),${context})`)
      for (let level = 0; level < 40; level++) {
        const map = writer.add(`REPRESENTATION_MAP(${zero},${source})`)
        const items = [0, 1].map(() => writer.add(`MAPPED_ITEM('',${map},${zero})`))
        source = writer.add(`SHAPE_REPRESENTATION('',(${items.join(',')}),${context})`)
      }
      const map = writer.add(`REPRESENTATION_MAP(${zero},${source})`)
      const item = writer.add(`MAPPED_ITEM('',${map},${zero})`)
      products.part('P', { type: 'SHAPE_REPRESENTATION', items: [item], context })
    })
    const run = await runReader(reader, bytesOf(text), { limits: { nodes: 20_000 } })
    expect(run.failure?.code).toBe('limit-exceeded')
    expect(run.processorMilliseconds).toBeLessThan(longestReadMilliseconds)
  })

  it('triangles are counted while they come', async () => {
    const run = await runReader(reader, bytesOf(lampFile()), { limits: { triangles: 20 } })
    expect(run.failure).toMatchObject({ code: 'limit-exceeded', details: { limit: '20 triangles' } })
  })

  it('an archive may not grow beyond its limit', async () => {
    const { zipOf } = await import('../ifc/testing/zip.js')
    const archive = zipOf({ name: 'lamp.stp', bytes: bytesOf(lampFile()) })
    const run = await runReader(reader, archive, { name: 'lamp.stp', limits: { inflatedBytes: 1000 } })
    expect(run.failure?.code).toBe('limit-exceeded')
  })
})

describe('files that mean nothing', () => {
  it.each([
    ['a solid that is its own shell', "#1=MANIFOLD_SOLID_BREP('',#1);#2=SHAPE_REPRESENTATION('',(#1),#3);"],
    ['a representation that holds itself', "#1=SHAPE_REPRESENTATION('',(#1),#1);"],
    [
      'a product that is its own definition',
      "#1=PRODUCT_DEFINITION('','',#1,#1);#2=SHAPE_DEFINITION_REPRESENTATION(#1,#1);",
    ],
    ['a usage of nothing', "#1=NEXT_ASSEMBLY_USAGE_OCCURRENCE('','','',#2,#2,$);#2=PRODUCT_DEFINITION('','',$,$);"],
    ['a style of itself', "#1=STYLED_ITEM('',(#1),#1);#2=PRESENTATION_STYLE_ASSIGNMENT((#2));"],
    [
      'a unit of itself',
      "#1=(GLOBAL_UNIT_ASSIGNED_CONTEXT((#2)));#2=(CONVERSION_BASED_UNIT('X',#3)LENGTH_UNIT());#3=LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(2.),#2);",
    ],
    ['a property of itself', "#1=PROPERTY_DEFINITION('','',#1);#2=PROPERTY_DEFINITION_REPRESENTATION(#1,#2);"],
    ['an open parenthesis', '#1=((((((((((((((((((((((((((((((((((((((((A(;'],
    ['types without end', `#1=(${'A()'.repeat(500)});#2=SHAPE_REPRESENTATION('',(#1),#1);`],
  ])('%s ends in a listed failure', async (_, rows) => {
    const run = await readText(stepText(rows))
    expect(run.report).toBeNull()
    expect(['nothing-to-show', 'damaged']).toContain(run.failure?.code)
  })

  it('numbers that are none cost their solid, not the file', async () => {
    const text = partOf(({ shapes }) => [
      shapes.box('good', [1, 2, 3]).solid,
      shapes.box('huge', [1e300, 1e300, 1e300]).solid,
      shapes.box('flat', [0, 0, 0]).solid,
    ])
    const run = await readText(text)
    expect(run.scene.nodes.map(({ name }) => name)).toEqual(['P', 'good', 'huge', 'flat'])
    expect(run.report?.status).toBe('partial')
    expect(run.scene.instances.length).toBeGreaterThanOrEqual(1)
  })
})

describe('the lamp with a hole', () => {
  const lines = lampFile().split('\n')
  const statements = lines.flatMap((line, at) => (line.startsWith('#') ? [at] : []))

  /** Every 61st statement is lost: with the prime number all kinds of them have their turn. */
  const lost = statements.filter((_, at) => at % 61 === 3)

  it.each(lost.map((at) => [lines[at]?.slice(0, 48) ?? '', at] as const))('%s is lost', async (_, at) => {
    const run = await readText(lines.filter((__, line) => line !== at).join('\n'))
    expect(run.processorMilliseconds).toBeLessThan(longestReadMilliseconds)
    expect(endOf(run)).toMatch(/^(shown|damaged|nothing-to-show)$/)
  })

  it.each(lost.map((at) => [lines[at]?.slice(0, 48) ?? '', at] as const))('%s says nothing', async (_, at) => {
    const emptied = lines.map((line, each) => (each === at ? line.replace(/\(.*\);$/, '($,$,$,$);') : line))
    const run = await readText(emptied.join('\n'))
    expect(endOf(run)).toMatch(/^(shown|damaged|nothing-to-show)$/)
  })
})
