import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DerivativeStore } from '@kamar/storage'
import { createTemporaryFolder, removeFolder, waitUntil } from '@kamar/test-kit'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { runTranslation } from '../run/run-translation.js'
import { ModelQueries } from './model-queries.js'
import type { QueryRequest } from './query-messages.js'
import type { QueriedPackage } from './query-thread.js'

const solid =
  'solid wedge\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 9 0 0\nvertex 0 9 0\nendloop\nendfacet\nendsolid wedge\n'
const treeRequest: QueryRequest = { query: { kind: 'tree' }, maxBytes: 1_000_000 }
let manifest: unknown
let folder: string
let queries: ModelQueries
let damaged = ''

const derivatives = {
  read: async ({ path }) => (path === damaged ? new TextEncoder().encode('no tree') : readFile(join(folder, path))),
} as Partial<DerivativeStore> as DerivativeStore
const model = (translationId: string): QueriedPackage => ({ translationId, manifest })

beforeAll(async () => {
  folder = await createTemporaryFolder()
  await writeFile(join(folder, 'wedge.stl'), solid)
  const task = { path: join(folder, 'wedge.stl'), fileName: 'wedge.stl', formatId: 'stl', outputFolder: folder }
  const outcome = await runTranslation(task)
  if (!outcome.ok) throw new Error(outcome.failure.code)
  manifest = outcome.manifest
})
afterEach(() => queries.close())
afterAll(() => removeFolder(folder))

it('model queries answer several models and keep two of them open', async () => {
  queries = new ModelQueries(derivatives)
  const results = await Promise.all(['a', 'b', 'a', 'c'].map((id) => queries.run(model(id), treeRequest)))
  for (const result of results) {
    if (result.type !== 'answer') throw new Error(result.type)
    expect(JSON.parse(Buffer.from(result.bytes).toString())).toMatchObject({
      data: { type: 'objects', objects: [{ objectid: 1 }] },
    })
  }
  expect(queries.openModels).toBe(2)
})

it('a model query reports why it has no result', async () => {
  queries = new ModelQueries(derivatives)
  const runQuery = (request: Partial<QueryRequest>) => queries.run(model('a'), { ...treeRequest, ...request })
  expect(await runQuery({ query: { kind: 'tree', objectid: 99 } })).toEqual({ type: 'unknown-object' })
  expect(await runQuery({ maxBytes: 10 })).toEqual({ type: 'too-large' })
  const query = { kind: 'query', query: { $x: [] }, fields: undefined, payload: 'text', offset: 0, limit: 1 } as const
  expect(await runQuery({ query })).toMatchObject({
    type: 'unfit',
    reason: expect.stringContaining('$contains') as unknown,
  })
  expect(await runQuery({})).toMatchObject({ type: 'answer' })
})

it('a model query reports a damaged package and opens it again for the next query', async () => {
  queries = new ModelQueries(derivatives)
  damaged = 'tree.bin'
  await expect(queries.run(model('a'), treeRequest)).rejects.toMatchObject({ code: 'export-failed' })
  damaged = ''
  expect(await queries.run(model('a'), treeRequest)).toMatchObject({ type: 'answer' })
})

it('model queries close a model that is no longer queried', async () => {
  queries = new ModelQueries(derivatives, 20)
  await queries.run(model('a'), treeRequest)
  await waitUntil(() => queries.openModels === 0)
  expect(queries.openModels).toBe(0)
})
