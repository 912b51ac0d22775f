import { campaignSize } from '@kamar/test-kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { createWarmUpScene } from '../kit/testing/warm-up-scene.js'
import { warm } from './reader.js'
import { nodeNamed, readRows } from './testing/read.js'
import { boxProduct, boxRows, productRows, projectRows } from './testing/model-text.js'

beforeAll(() => warm(createWarmUpScene))

const maxMilliseconds = 20_000
const circleSize = campaignSize(10_000, 100_000)
const megabytes = campaignSize(9, 90)
const sound = boxProduct({ id: 20, name: 'Sound' })
const formatRows = (...parts: readonly string[]): string => [projectRows(), sound, ...parts].join('\n')

/** Reads a hostile file; each contains one valid wall, which must be read. */
async function readHostile(...parts: readonly string[]) {
  const run = await readRows(formatRows(...parts))
  expect(run.processorMilliseconds).toBeLessThan(maxMilliseconds)
  expect(run.failure).toBeNull()
  const node = nodeNamed(run, 'Sound')
  expect(run.scene.instances.some((instance) => instance.node === node)).toBe(true)
  return run
}

describe('hostile IFC file', () => {
  it(`E06 draws an element in a cycle of ${circleSize} placements and reports the cycle`, async () => {
    const count = circleSize
    const circle = Array.from(
      { length: count },
      (_, at) => `#${1000 + at}=IFCLOCALPLACEMENT(#${1000 + ((at + 1) % count)},#8);`,
    )
    const run = await readHostile(circle.join('\n'), boxProduct({ id: 200_000, name: 'Circling', parent: '#1000' }))
    expect(run.report?.findings.map(({ code }) => code)).toContain('placement-cycle')
    expect(run.scene.instances.map(({ node }) => node)).toContain(nodeNamed(run, 'Circling'))
  })

  it('E05 is read despite a million parentheses in a property', async () => {
    const deep = `#100=IFCPROPERTYSINGLEVALUE('deep',$,${'('.repeat(1e6)}${')'.repeat(1e6)},$);`
    const set = "#101=IFCPROPERTYSET('set',$,'Set',$,(#100));\n#102=IFCRELDEFINESBYPROPERTIES('rel',$,$,$,(#20),#101);"
    expect((await readHostile(deep, set)).scene.nodes.length).toBeGreaterThan(0)
  })

  it(`E05 truncates a string of ${megabytes} MB to 65,536 characters`, async () => {
    const long = `#100=IFCPROPERTYSINGLEVALUE('long',$,IFCLABEL('${'a'.repeat(megabytes * 1e6)}'),$);`
    const set = "#101=IFCPROPERTYSET('set',$,'Set',$,(#100));\n#102=IFCRELDEFINESBYPROPERTIES('rel',$,$,$,(#20),#101);"
    const run = await readHostile(long, set)
    const values = run.scene.propertySets.flatMap(({ properties }) =>
      properties.map(({ value }) => String(value).length),
    )
    expect(Math.max(...values)).toBeLessThanOrEqual(65_536)
  })

  it('E05 reports a statement number beyond 2^53 as unreadable', async () => {
    const run = await readHostile('#9007199254740993=IFCCARTESIANPOINT((0.,0.,0.));')
    expect(run.report?.status).toBe('partial')
    expect(run.report?.findings.map(({ code }) => code)).toContain('statements-unreadable')
  })

  it(`E05 is read despite a property set that contains itself and a cycle of ${circleSize} aggregates`, async () => {
    const count = circleSize
    const parts = Array.from(
      { length: count },
      (_, at) =>
        `#${100_000 + 2 * at}=IFCRELAGGREGATES('a',$,$,$,#${100_001 + 2 * at},(#${100_001 + 2 * ((at + 1) % count)}));\n` +
        `#${100_001 + 2 * at}=IFCELEMENTASSEMBLY('e',$,$,$,$,$,$,$,$,$);`,
    )
    const self = "#101=IFCPROPERTYSET('set',$,'Set',$,(#101));\n#102=IFCRELDEFINESBYPROPERTIES('rel',$,$,$,(#20),#101);"
    expect((await readHostile(self, parts.join('\n'))).report?.status).toBe('complete')
  })

  it.each([
    String.raw`\X2\D8`,
    String.raw`\X2\D800\X0\.`,
    String.raw`\X4\FFFFFFFF\X0\.`,
    String.raw`\X\ZZ`,
    '\\'.repeat(100_000),
  ])('E05 decodes a name with the escapes %s to displayable text', async (escapes) => {
    const run = await readHostile(boxProduct({ id: 110, name: `Escaped${escapes}` }))
    expect(run.scene.nodes.every(({ name }) => !/\p{Cs}/u.test(name) && name.length <= 400)).toBe(true)
  })

  it('E06 reports a Boolean result that cuts itself by its GlobalId', async () => {
    const self = '#100=IFCBOOLEANRESULT(.DIFFERENCE.,#100,#26);'
    const run = await readHostile(self, productRows({ id: 110, name: 'Self', items: '#100', kind: 'CSG' }))
    const node = run.scene.nodes[nodeNamed(run, 'Self')]
    expect(run.report?.skipped.flatMap(({ elements }) => elements ?? [])).toEqual([node?.sourceId])
  })

  it('E06 is partial with a chain of 10,000 Boolean results', async () => {
    const chain = Array.from(
      { length: 10_000 },
      (_, at) => `#${1000 + at}=IFCBOOLEANRESULT(.DIFFERENCE.,#${at === 0 ? 26 : 999 + at},#26);`,
    )
    const run = await readHostile(...chain, productRows({ id: 110, name: 'Chain', items: '#10999', kind: 'CSG' }))
    expect(run.report?.status).toBe('partial')
  })

  it('E06 ends as limit-exceeded for nested mapped items that multiply', async () => {
    const maps = Array.from({ length: 10 }, (_, level) => {
      const first = 1000 + level * 100
      const items = Array.from({ length: 20 }, (_, at) => first + 1 + at)
      return [
        `#${first}=IFCREPRESENTATIONMAP(#8,#${level === 0 ? 23 : first - 1});`,
        ...items.map((item) => `#${item}=IFCMAPPEDITEM(#${first},#8);`),
        `#${first + 99}=IFCSHAPEREPRESENTATION(#6,'Body','MappedRepresentation',(${items.map((item) => `#${item}`).join(',')}));`,
      ].join('\n')
    })
    const laughing = "#100=IFCPRODUCTDEFINITIONSHAPE($,$,(#1999));\n#101=IFCWALL('laugh',$,'Laugh',$,$,$,#100,$,$);"
    const run = await readRows(formatRows(...maps, laughing))
    expect(run.failure).toMatchObject({ code: 'limit-exceeded' })
    expect(run.processorMilliseconds).toBeLessThan(maxMilliseconds)
  })

  it('E06 draws a wall with 2,000 openings', async () => {
    const openings = Array.from({ length: 2000 }, (_, at) => {
      const id = 2000 + at * 10
      const opening = productRows({ id, class: 'IFCOPENINGELEMENT', items: '#100' })
      return `${opening}\n#${id + 6}=IFCRELVOIDSELEMENT('void${at}',$,$,$,#110,#${id});`
    })
    const run = await readHostile(boxRows(100, [0.3, 0.3, 2]), boxProduct({ id: 110, name: 'Sieve' }), ...openings)
    expect(run.scene.instances.map(({ node }) => node)).toContain(nodeNamed(run, 'Sieve'))
  })
})
