import { setTimeout as pause } from 'node:timers/promises'
import type { LightMyRequestResponse } from 'fastify'
import { type DerivativeManifest, encodeUrn, type ManifestNode } from '@kamar/aps'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApplication, testApplication } from '../../../testing/test-application.js'
import { startTestServer, type TestServer } from '../../../testing/test-server.js'
import { apsModule } from '../module.js'
import { translateLocally } from '../../../testing/translated.js'

const base = '/modelderivative/v2/designdata'
/** A triangle and a square, two elements. */
const source = Buffer.from(`o triangle
v 0 0 0
v 1 0 0
v 0 1 0
f 1 2 3
o square
v 0 0 1
v 1 0 1
v 1 1 1
v 0 1 1
f 4 5 6 7
`)

let server: TestServer
let application: TestApplication
let urn = ''
let view = ''
let square = 0

beforeAll(async () => {
  server = await startTestServer()
  application = await testApplication(server)
  const { headers } = application
  const payload = { bucketKey: 'models', policyKey: 'persistent' }
  await server.inject({ method: 'POST', url: '/oss/v2/buckets', headers, payload })
  const stored = await server.inject({
    method: 'PUT',
    url: '/oss/v2/buckets/models/objects/shapes.obj',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    payload: source,
  })
  urn = encodeUrn(stored.json<{ objectId: string }>().objectId)
})
afterAll(() => server.close())

const get = (path: string): Promise<LightMyRequestResponse> =>
  server.inject({ url: `${base}/${urn}${path}`, headers: application.headers })

const job = (...formats: readonly object[]): Promise<LightMyRequestResponse> =>
  server.inject({
    method: 'POST',
    url: `${base}/job`,
    headers: application.headers,
    payload: { input: { urn }, output: { formats } },
  })

const createSelection = (type: string, objectIds: readonly number[], modelGuid = view): object => ({
  type,
  advanced: { modelGuid, objectIds },
})

async function finished(): Promise<DerivativeManifest> {
  for (;;) {
    await server.find(apsModule).designs.poll()
    const manifest = (await get('/manifest')).json<DerivativeManifest>()
    if (manifest.status !== 'inprogress') return manifest
    await pause(20)
  }
}

const listNodes = ({ derivatives }: DerivativeManifest, type: string): readonly ManifestNode[] =>
  derivatives.find(({ outputType }) => outputType === type)?.children ?? []

async function readFile(node: ManifestNode | undefined): Promise<Buffer> {
  return (await get(`/manifest/${encodeURIComponent(node?.urn ?? '')}`)).rawPayload
}

describe('derivative job for selected objects', () => {
  it('is refused before the design is translated', async () => {
    const response = await job(createSelection('obj', [1], 'any'))
    expect(response.statusCode).toBe(400)
    expect(response.json<{ diagnostic: string }>().diagnostic).toMatch(/translate it to svf2 first/)
  })

  it('creates an STL file of these objects only and lists their ids', async () => {
    await job({ type: 'svf2' })
    const row = await server.services.database
      .selectFrom('derivative_design')
      .select('translation_id')
      .executeTakeFirstOrThrow()
    await translateLocally(server, {
      translationId: row.translation_id ?? '',
      fileName: 'shapes.obj',
      content: source,
    })
    await finished()
    view = (await get('/metadata')).json<{ data: { metadata: { guid: string }[] } }>().data.metadata[0]?.guid ?? ''
    const tree = (await get(`/metadata/${view}`)).body
    square = Number(/"objectid":(\d+),"name":"square"/.exec(tree)?.[1])

    expect((await job(createSelection('stl', [square]))).statusCode).toBe(200)
    const [node, ...others] = listNodes(await finished(), 'stl')
    expect(others).toEqual([])
    expect(node).toMatchObject({ role: 'stl', modelGuid: view, objectIds: [square], mime: 'model/stl' })
    expect((await readFile(node)).readUInt32LE(80)).toBe(2)
  })

  it('answers 201 for the same objects in any order', async () => {
    const both = [square, square === 1 ? 2 : 1]
    expect((await job(createSelection('obj', both))).statusCode).toBe(200)
    expect((await job(createSelection('obj', both.toReversed()))).statusCode).toBe(201)
    expect((await job(createSelection('stl', both))).statusCode).toBe(200)
    const manifest = await finished()
    expect(listNodes(manifest, 'obj')).toHaveLength(1)
    expect(listNodes(manifest, 'stl').map(({ objectIds }) => objectIds?.length)).toEqual([1, 2])
  })

  it('creates an OBJ file with the names of these objects', async () => {
    await job(createSelection('obj', [square]))
    const node = listNodes(await finished(), 'obj').at(-1)
    const text = (await readFile(node)).toString('latin1')
    expect(text).toContain('o square')
    expect(text).not.toContain('o triangle')
  })

  it('exports the complete model for the object id -1', async () => {
    await job(createSelection('stl', [-1]))
    const stl = listNodes(await finished(), 'stl')
    expect(stl.map(({ objectIds }) => objectIds?.length)).toEqual([undefined, 1, 2])
    expect((await readFile(stl[0])).readUInt32LE(80)).toBe(3)
  })

  it('accepts a request without modelGuid', async () => {
    expect((await job({ type: 'obj', advanced: { objectIds: [square] } })).statusCode).toBe(201)
  })

  it('is refused when the design already has a hundred such outputs', async () => {
    const selections = Array.from({ length: 100 }, (_, id) => ({ output: 'obj', key: `${id}`, objectIds: [1] }))
    const { database } = server.services
    await database
      .updateTable('derivative_design')
      .set({ selections: JSON.stringify(selections) })
      .execute()
    expect((await job(createSelection('obj', [square]))).statusCode).toBe(400)
  })

  it.each([
    ['an unknown object', () => createSelection('obj', [9999]), 'There is no object 9999'],
    [
      'an unknown view',
      () => createSelection('obj', [square], 'another'),
      'The modelGuid names no view of this design',
    ],
  ])('rejects %s', async (_, format, diagnostic) => {
    const response = await job(format())
    expect([response.statusCode, response.json()]).toEqual([400, { diagnostic }])
  })
})
