import { beforeAll, describe, expect, it } from 'vitest'
import { PackageReader } from '@kamar/package-format/package-reader'
import { plainReport, WrittenPackage } from '@kamar/packager/test-support'
import { runQuery, type ModelQuery } from './run-query.js'
import { ModelContents } from './model-contents.js'

let model: ModelContents
const wallIds: string[] = []

beforeAll(async () => {
  const viewPackage = new WrittenPackage()
  const root = viewPackage.addRoot()
  const shared = viewPackage.writer.addPropertySet({
    name: 'Type',
    properties: [{ name: 'Maker', value: 'Acme Concrete' }],
  })
  for (let number = 1; number <= 60; number++) {
    wallIds.push(`wall-${number}`)
    const wall = viewPackage.writer.addNode({
      parent: root,
      name: `Wall ${number}`,
      class: 'IfcWall',
      sourceId: `wall-${number}`,
    })
    const own = viewPackage.writer.addPropertySet({
      name: 'Pset_WallCommon',
      properties: [
        { name: 'Width', value: number * 10, unit: 'mm' },
        { name: 'IsExternal', value: number % 2 === 0 },
      ],
    })
    viewPackage.writer.assignPropertySets(wall, number <= 30 ? [own, shared] : [own])
  }
  await viewPackage.writer.finish(plainReport)
  model = new ModelContents(await PackageReader.open(viewPackage.manifest(), async (path) => viewPackage.stored(path)))
})

async function execute(query: ModelQuery, contents = model): Promise<unknown> {
  const fragments = await runQuery(contents, query)
  if (fragments === null) return null
  let text = ''
  for await (const fragment of fragments) text += fragment
  return JSON.parse(text)
}
const search = (query: unknown, changes = {}): Promise<unknown> =>
  execute({ kind: 'query', query, fields: ['objectid'], payload: 'text', offset: 0, limit: 20, ...changes })

describe('object tree query', () => {
  it('nests every element under its parent', async () => {
    const { data } = (await execute({ kind: 'tree' })) as {
      data: { objects: { objectid: number; objects: unknown[] }[] }
    }
    expect(data.objects).toMatchObject([{ objectid: 1, name: 'root' }])
    expect(data.objects[0]?.objects).toHaveLength(60)
    expect(data.objects[0]?.objects[0]).toEqual({ objectid: 2, name: 'Wall 1' })
  })

  it('returns null for a missing element', async () => {
    expect(await execute({ kind: 'tree', objectid: 62 })).toBeNull()
    expect(await execute({ kind: 'properties', objectid: 0 })).toBeNull()
  })
})

describe('properties query', () => {
  it('lists the properties of all elements or of one', async () => {
    const all = (await execute({ kind: 'properties' })) as { data: { collection: unknown[] } }
    expect(all.data.collection).toHaveLength(61)
    expect(await execute({ kind: 'properties', objectid: 4 })).toEqual({
      data: { type: 'properties', collection: [all.data.collection[3]] },
    })
    expect(all.data.collection[3]).toEqual({
      objectid: 4,
      name: 'Wall 3',
      externalId: 'wall-3',
      properties: { Pset_WallCommon: { Width: '30 mm', IsExternal: false }, Type: { Maker: 'Acme Concrete' } },
    })
  })
})

describe('property search', () => {
  it('returns the total count and one page of results', async () => {
    const query = { $ge: ['properties.Pset_WallCommon.Width', 0.305] }
    expect(await search(query, { limit: 2, offset: 3 })).toEqual({
      pagination: { limit: 2, offset: 3, totalResults: 30 },
      data: { type: 'properties', collection: [{ objectid: 35 }, { objectid: 36 }] },
    })
  })

  it.each([
    [{ $in: ['externalId', 'wall-7', 'wall-9', 'wall-99'] }, 2],
    [{ $prefix: ['name', 'Wall 1'] }, 11],
    [{ $eq: ['properties.Pset_WallCommon.IsExternal', true] }, 30],
    [{ $contains: ['properties.Type.Maker', 'concrete'] }, 30],
    [undefined, 61],
  ])('matches %j with %d elements', async (query, totalResults) => {
    expect(await search(query)).toMatchObject({ pagination: { totalResults } })
  })

  it('rejects an invalid query', async () => {
    await expect(search({ $like: [] })).rejects.toThrow(RangeError)
    await expect(search(undefined, { fields: 'x' })).rejects.toThrow(RangeError)
  })
})

describe('model contents', () => {
  it('are read once for many queries: tree, index and each block', async () => {
    const viewPackage = new WrittenPackage()
    const root = viewPackage.addRoot()
    viewPackage.writer.assignPropertySets(root, [
      viewPackage.writer.addPropertySet({ name: 'Pset', properties: [{ name: 'Width', value: 1 }] }),
    ])
    await viewPackage.writer.finish(plainReport)
    const paths: string[] = []
    const contents = new ModelContents(
      await PackageReader.open(viewPackage.manifest(), async (path) => {
        paths.push(path)
        return viewPackage.stored(path)
      }),
    )
    const queries: readonly ModelQuery[] = [
      { kind: 'tree' },
      { kind: 'properties' },
      { kind: 'properties', objectid: 1 },
      {
        kind: 'query',
        query: { $eq: ['properties.Pset.Width', 1] },
        fields: undefined,
        payload: 'text',
        offset: 0,
        limit: 9,
      },
    ]
    for (const query of [...queries, ...queries]) expect(await execute(query, contents)).not.toBeNull()
    expect(paths.toSorted()).toEqual(['properties/000.bin', 'properties/index.bin', 'tree.bin'])
    expect(await contents.readSets(0)).toEqual([await contents.set(0)])
    expect((await contents.propertyIndex()).setCount).toBe(1)
    expect(await contents.readSets(99)).toEqual([])
  })
})

describe('elements of a query', () => {
  it.each([-1, 0, 62, 1.5, Number.NaN])('are none for the number %d', async (objectid) => {
    expect(await execute({ kind: 'properties', objectid })).toBeNull()
  })

  it('include the first and the last one', async () => {
    expect(await execute({ kind: 'properties', objectid: 1 })).toMatchObject({
      data: { collection: [{ objectid: 1, name: 'root' }] },
    })
    expect(await execute({ kind: 'properties', objectid: 61 })).toMatchObject({
      data: { collection: [{ objectid: 61, name: 'Wall 60' }] },
    })
  })

  it('are those of a subtree down to a level', async () => {
    expect(await execute({ kind: 'tree', objectid: 3 })).toMatchObject({
      data: { objects: [{ objectid: 3, name: 'Wall 2' }] },
    })
    expect(await execute({ kind: 'tree', level: 0 })).toEqual({
      data: { type: 'objects', objects: [{ objectid: 1, name: 'root' }] },
    })
  })

  it('are in tree order on every page, and none beyond the last', async () => {
    const query = { $prefix: ['name', 'Wall'] }
    const pages = await Promise.all([0, 25, 50, 75].map((offset) => search(query, { offset, limit: 25 })))
    const numbers = pages.map((page) =>
      (page as { data: { collection: { objectid: number }[] } }).data.collection.map(({ objectid }) => objectid),
    )
    expect(numbers.map((list) => list.length)).toEqual([25, 25, 10, 0])
    expect(numbers.flat()).toEqual(Array.from({ length: 60 }, (_, at) => at + 2))
  })
})
