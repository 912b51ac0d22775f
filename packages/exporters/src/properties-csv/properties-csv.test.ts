import type { ExportName } from '@kamar/contracts'
import { describe, expect, it } from 'vitest'
import { plainReport, WrittenPackage } from '@kamar/derivatives/test-support'
import { PackageReader } from '@kamar/view-package/package-reader'
import { writeExport } from '../write-export.js'

async function exported(viewPackage: WrittenPackage, kind: ExportName): Promise<string> {
  await viewPackage.writer.finish(plainReport)
  const model = await PackageReader.open(viewPackage.manifest(), async (path) => viewPackage.stored(path))
  const chunks: Uint8Array[] = []
  for await (const chunk of writeExport(kind, model, () => undefined)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function houseWithProperties(): WrittenPackage {
  const viewPackage = new WrittenPackage()
  const root = viewPackage.addRoot()
  const wall = viewPackage.writer.addNode({ parent: root, name: 'Wall "A", Պատ', class: 'IfcWall', sourceId: 'w1' })
  const set = viewPackage.writer.addPropertySet({
    name: 'Pset_WallCommon',
    properties: [
      { name: 'IsExternal', value: true },
      { name: 'Height', value: -2.5, unit: 'm' },
      { name: 'Note', value: '=HYPERLINK("http://example.org")' },
      { name: 'Two lines', value: 'one\ntwo' },
    ],
  })
  viewPackage.writer.assignPropertySets(wall, [set])
  return viewPackage
}

describe('properties JSON export', () => {
  it('contains every element with parent, identity and property sets', async () => {
    const json = JSON.parse(await exported(houseWithProperties(), 'properties-json')) as {
      model: Record<string, unknown>
      elements: unknown[]
    }
    expect(json.model).toMatchObject({ name: 'test', format: 'obj' })
    expect(json.elements).toHaveLength(2)
    expect(json.elements[0]).toMatchObject({ number: 0, parent: null, class: 'IfcProject', propertySets: [] })
    expect(json.elements[1]).toMatchObject({
      number: 1,
      parent: 0,
      id: 'w1',
      name: 'Wall "A", Պատ',
      propertySets: [{ name: 'Pset_WallCommon', properties: [{ name: 'IsExternal', value: true }, {}, {}, {}] }],
    })
  })

  it('lists many elements in tree order', async () => {
    const viewPackage = new WrittenPackage()
    const root = viewPackage.addRoot()
    for (let part = 0; part < 5000; part++) {
      const node = viewPackage.writer.addNode({ parent: root, name: `part ${part}`, class: 'IfcBeam', sourceId: '' })
      const set = viewPackage.writer.addPropertySet({ name: 'Mark', properties: [{ name: 'Number', value: part }] })
      viewPackage.writer.assignPropertySets(node, [set])
    }
    const { elements } = JSON.parse(await exported(viewPackage, 'properties-json')) as {
      elements: { number: number; propertySets: { properties: { value: number }[] }[] }[]
    }
    expect(elements.map(({ number }) => number)).toEqual(Array.from({ length: 5001 }, (_, number) => number))
    expect(elements.at(-1)?.propertySets[0]?.properties[0]?.value).toBe(4999)
  })
})

describe('properties CSV export', () => {
  it('writes valid rows and escapes formulas', async () => {
    const csv = await exported(houseWithProperties(), 'properties-csv')
    expect(csv.startsWith('\uFEFFId,Name,Class,')).toBe(true)
    const own = 'w1,"Wall ""A"", Պատ",IfcWall,Pset_WallCommon'
    expect(csv.slice(1).split('\r\n')).toEqual([
      'Id,Name,Class,Property set,Property,Value,Unit',
      ',root,IfcProject,,,,',
      `${own},IsExternal,true,`,
      `${own},Height,-2.5,m`,
      `${own},Note,"'=HYPERLINK(""http://example.org"")",`,
      `${own},Two lines,"one\ntwo",`,
      '',
    ])
  })
})
