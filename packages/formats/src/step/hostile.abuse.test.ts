import { campaignSize, runReader, type ReaderRun } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { lampFile } from './fixtures/lamp.js'
import { reader } from './reader.js'
import { addUse, formatFile, formatPart, readText } from './testing/part-kit.js'
import { encodeText, stepText } from './testing/parse-step.js'

const maxReadMilliseconds = 10_000

/** Describes the outcome of a read: content, or the failure's code. */
function describeOutcome({ report, failure, scene }: ReaderRun): string {
  if (!report) return failure?.code ?? 'neither'
  return scene.instances.length > 0 && scene.unit !== null ? 'shown' : 'a report without a model'
}

describe('oversized STEP file', () => {
  it('E05 stops at the node limit for assemblies that double at each level', async () => {
    const text = formatFile((kit) => {
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
    const run = await runReader(reader, encodeText(text), { limits: { nodes: 20_000 } })
    expect(run.failure).toMatchObject({ code: 'limit-exceeded', details: { limit: '20000 nodes' } })
    expect(run.processorMilliseconds).toBeLessThan(maxReadMilliseconds)
  })

  it('E05 stops at the item limit for mapped shapes that double at each level', async () => {
    const text = formatFile(({ writer, shapes, products, context }) => {
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
    const run = await runReader(reader, encodeText(text), { limits: { nodes: 20_000 } })
    expect(run.failure?.code).toBe('limit-exceeded')
    expect(run.processorMilliseconds).toBeLessThan(maxReadMilliseconds)
  })

  it('E05 stops at the triangle limit', async () => {
    const run = await runReader(reader, encodeText(lampFile()), { limits: { triangles: 20 } })
    expect(run.failure).toMatchObject({ code: 'limit-exceeded', details: { limit: '20 triangles' } })
  })

  it('E05 stops when its archive exceeds the inflation limit', async () => {
    const { createZip: zipOf } = await import('../ifc/testing/zip.js')
    const archive = zipOf({ name: 'lamp.stp', bytes: encodeText(lampFile()) })
    const run = await runReader(reader, archive, { name: 'lamp.stp', limits: { inflatedBytes: 1000 } })
    expect(run.failure?.code).toBe('limit-exceeded')
  })
})

describe('meaningless STEP file', () => {
  it.each([
    ['a solid that is its own shell', "#1=MANIFOLD_SOLID_BREP('',#1);#2=SHAPE_REPRESENTATION('',(#1),#3);"],
    ['a representation that contains itself', "#1=SHAPE_REPRESENTATION('',(#1),#1);"],
    [
      'a product that is its own definition',
      "#1=PRODUCT_DEFINITION('','',#1,#1);#2=SHAPE_DEFINITION_REPRESENTATION(#1,#1);",
    ],
    ['a usage without parts', "#1=NEXT_ASSEMBLY_USAGE_OCCURRENCE('','','',#2,#2,$);#2=PRODUCT_DEFINITION('','',$,$);"],
    ['a style of itself', "#1=STYLED_ITEM('',(#1),#1);#2=PRESENTATION_STYLE_ASSIGNMENT((#2));"],
    [
      'a unit of itself',
      "#1=(GLOBAL_UNIT_ASSIGNED_CONTEXT((#2)));#2=(CONVERSION_BASED_UNIT('X',#3)LENGTH_UNIT());#3=LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(2.),#2);",
    ],
    ['a property of itself', "#1=PROPERTY_DEFINITION('','',#1);#2=PROPERTY_DEFINITION_REPRESENTATION(#1,#2);"],
    ['an open parenthesis', '#1=((((((((((((((((((((((((((((((((((((((((A(;'],
    ['endlessly nested types', `#1=(${'A()'.repeat(500)});#2=SHAPE_REPRESENTATION('',(#1),#1);`],
  ])('E05 fails with a listed code for %s', async (_, rows) => {
    const run = await readText(stepText(rows))
    expect(run.report).toBeNull()
    expect(['nothing-to-show', 'damaged']).toContain(run.failure?.code)
  })

  it('E15 loses only the solids with unusable numbers', async () => {
    const text = formatPart(({ shapes }) => [
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

describe('damaged STEP lamp', () => {
  const lines = lampFile().split('\n')
  const statements = lines.flatMap((line, at) => (line.startsWith('#') ? [at] : []))

  /** Removes every 61st statement: the prime step reaches all kinds of them. */
  const lost = statements.filter((_, at) => at % 61 === 3)

  it.each(lost.map((at) => [lines[at]?.slice(0, 48) ?? '', at] as const))(
    'E05 ends with a model or a listed failure without the statement %s',
    async (_, at) => {
      const run = await readText(lines.filter((__, line) => line !== at).join('\n'))
      expect(run.processorMilliseconds).toBeLessThan(maxReadMilliseconds)
      expect(describeOutcome(run)).toMatch(/^(shown|damaged|nothing-to-show)$/)
    },
  )

  it.each(lost.map((at) => [lines[at]?.slice(0, 48) ?? '', at] as const))(
    'E05 ends with a model or a listed failure when the statement %s is empty',
    async (_, at) => {
      const emptied = lines.map((line, each) => (each === at ? line.replace(/\(.*\);$/, '($,$,$,$);') : line))
      const run = await readText(emptied.join('\n'))
      expect(describeOutcome(run)).toMatch(/^(shown|damaged|nothing-to-show)$/)
    },
  )
})

describe('STEP lamp with invalid statements', () => {
  const withRows = (rows: string): string => lampFile().replace('DATA;', () => `DATA;\n${rows}`)
  const triangles = async (): Promise<number> => (await readText(lampFile())).scene.numbers.triangles

  it.each([
    ['E05 a cycle of 100,000 representations', formatCycle(100_000, "SHAPE_REPRESENTATION('',(NEXT),$)")],
    ['E05 a cycle of 100,000 mapped items', formatCycle(100_000, 'REPRESENTATION_MAP(NEXT,NEXT)')],
    ['E05 a million parentheses', `#9000001=PROPERTY_DEFINITION('',${'('.repeat(1e6)}${')'.repeat(1e6)},$);`],
    ['E05 a million unclosed parentheses', `#9000001=PROPERTY_DEFINITION('',${'('.repeat(1e6)};`],
    ['E05 a statement with the number 2^53', "#9007199254740993=CARTESIAN_POINT('',(0.,0.,0.));"],
    [
      'E07 a reference to a statement number beyond 32 bits',
      "#9000001=SHAPE_REPRESENTATION('',(#4294967296,#99999999999999999999),#8888888);",
    ],
  ])('%s leaves the model unchanged', async (_, rows) => {
    const run = await readText(withRows(rows))
    expect(run.failure).toBeNull()
    expect(run.scene.numbers.triangles).toBe(await triangles())
    expect(run.processorMilliseconds).toBeLessThan(maxReadMilliseconds)
  })

  it.each([
    String.raw`\X2\D8`,
    String.raw`\X2\D800\X0\.`,
    String.raw`\X4\FFFFFFFF\X0\.`,
    String.raw`\X\ZZ`,
    String.raw`\P`,
    String.raw`\S`,
    '\\'.repeat(100_000),
  ])('E05 shows a valid name for the escapes %s', async (escapes) => {
    const { failure, scene } = await readText(lampFile().replaceAll("'PLATE-1'", () => `'PLATE${escapes}'`))
    expect(failure).toBeNull()
    expect(scene.nodes.every(({ name }) => !/\p{Cs}/u.test(name) && name.length <= 400)).toBe(true)
  })

  const megabytes = campaignSize(9, 90)
  it(`E05 truncates a string of ${megabytes} MB in the displayed name`, async () => {
    const { failure, processorMilliseconds, scene } = await readText(
      lampFile().replace("'PLATE-1'", () => `'${'a'.repeat(megabytes * 1e6)}'`),
    )
    expect(failure).toBeNull()
    expect(Math.max(...scene.nodes.map(({ name }) => name.length))).toBeLessThanOrEqual(200)
    expect(processorMilliseconds).toBeLessThan(2 * maxReadMilliseconds)
  })
})

describe('invalid STEP curve', () => {
  /** Builds a wire of one curve beside a valid solid. */
  const withCurve = (curve: string): string =>
    formatFile(({ context, products, shapes, writer }) => {
      const points = [0, 1, 2, 3].map((x) => writer.add(`CARTESIAN_POINT('',(${x}.,0.,0.))`))
      const invalidCurve = writer.add(
        curve.replaceAll('POINTS', `(${points.join(',')})`).replaceAll('ONE', points[0] ?? ''),
      )
      products.part('WIRE', {
        type: 'GEOMETRICALLY_BOUNDED_WIREFRAME_SHAPE_REPRESENTATION',
        items: [writer.add(`GEOMETRIC_CURVE_SET('',(${invalidCurve}))`)],
        context,
      })
      products.part('SOUND', {
        type: 'ADVANCED_BREP_SHAPE_REPRESENTATION',
        items: [shapes.box('b', [1, 1, 1]).solid],
        context,
      })
    })

  it.each([
    [
      'of degree 1,000,000',
      "B_SPLINE_CURVE_WITH_KNOTS('',1000000,POINTS,.UNSPECIFIED.,.F.,.F.,(4,4),(0.,1.),.UNSPECIFIED.)",
    ],
    ['of degree -1', "B_SPLINE_CURVE_WITH_KNOTS('',-1,POINTS,.UNSPECIFIED.,.F.,.F.,(4,4),(0.,1.),.UNSPECIFIED.)"],
    [
      'with knots of a multiplicity of a billion',
      "B_SPLINE_CURVE_WITH_KNOTS('',3,POINTS,.UNSPECIFIED.,.F.,.F.,(1000000000,1000000000),(0.,1.),.UNSPECIFIED.)",
    ],
    [
      'with decreasing knots',
      "B_SPLINE_CURVE_WITH_KNOTS('',3,POINTS,.UNSPECIFIED.,.F.,.F.,(4,4),(1.,0.),.UNSPECIFIED.)",
    ],
    ['with too few knots', "B_SPLINE_CURVE_WITH_KNOTS('',3,POINTS,.UNSPECIFIED.,.F.,.F.,(1),(0.),.UNSPECIFIED.)"],
    [
      'with invalid points',
      "B_SPLINE_CURVE_WITH_KNOTS('',3,(#99999,#99998,#4294967297,ONE),.UNSPECIFIED.,.F.,.F.,(4,4),(0.,1.),.UNSPECIFIED.)",
    ],
  ])('E07 leaves other solids intact for a spline %s', async (_, curve) => {
    const run = await readText(withCurve(curve))
    expect(run.failure).toBeNull()
    expect(run.scene.nodes.map(({ name }) => name)).toContain('SOUND')
    expect(run.scene.numbers.triangles).toBe(12)
    expect(run.processorMilliseconds).toBeLessThan(maxReadMilliseconds)
  })
})

/** Builds statements that each refer to the next, and the last to the first. */
function formatCycle(count: number, statement: string): string {
  const first = 9_000_000
  return Array.from(
    { length: count },
    (_, at) => `#${first + at}=${statement.replaceAll('NEXT', `#${first + ((at + 1) % count)}`)};`,
  ).join('\n')
}
