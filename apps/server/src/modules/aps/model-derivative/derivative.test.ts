import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { type DerivativeManifest, encodeUrn, type ManifestNode } from '@kamar/aps'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type TestApplication, testApplication } from '../../../testing/test-application.js'
import { bearer, startTestServer, type TestServer } from '../../../testing/test-server.js'
import { apsModule } from '../module.js'
import { translateLocally, wedge } from '../../../testing/translated.js'
import { selectDesigns } from './designs.js'
import { ElementQueries } from './element-queries.js'

let server: TestServer
let application: TestApplication
let urn: string
let objects = 0
const bucket = 'models'
const base = '/modelderivative/v2/designdata'

beforeAll(async () => {
  server = await startTestServer()
  application = await testApplication(server)
  await call({ method: 'POST', url: '/oss/v2/buckets', payload: { bucketKey: bucket, policyKey: 'persistent' } })
})
beforeEach(async () => {
  urn = await store(`wedge ${++objects}.stl`, `${wedge}; ${objects}\n`)
})
afterAll(() => server.close())

const call = (options: InjectOptions, caller = application): Promise<LightMyRequestResponse> =>
  server.inject({ ...options, headers: { ...caller.headers, ...options.headers } })
const get = (path: string, headers = {}): Promise<LightMyRequestResponse> =>
  call({ url: `${base}/${urn}${path}`, headers })

async function store(key: string, content: string | Buffer): Promise<string> {
  const url = `/oss/v2/buckets/${bucket}/objects/${encodeURIComponent(key)}`
  const headers = { 'content-type': 'application/octet-stream' }
  const response = await call({ method: 'PUT', url, payload: content, headers })
  return encodeUrn(response.json<{ objectId: string }>().objectId)
}

const job = (
  types: readonly string[],
  changes: { headers?: Record<string, string>; input?: object; misc?: object } = {},
) =>
  call({
    method: 'POST',
    url: `${base}/job`,
    headers: changes.headers ?? {},
    payload: {
      input: { urn, ...changes.input },
      output: { formats: types.map((type) => ({ type, views: ['2d', '3d'] })) },
      ...(changes.misc ? { misc: changes.misc } : {}),
    },
  })

const manifest = async (): Promise<DerivativeManifest> => (await get('/manifest')).json()
const translationId = async (): Promise<string> => {
  const row = await server.services.database
    .selectFrom('derivative_design')
    .select('translation_id')
    .where('urn', '=', urn)
    .executeTakeFirstOrThrow()
  return row.translation_id ?? ''
}

/** Runs the job to its end. */
async function done(
  types: readonly string[] = ['svf2'],
  source: { readonly fileName?: string; readonly content?: Buffer } = {},
): Promise<DerivativeManifest> {
  await job(types)
  await translateLocally(server, { translationId: await translationId(), ...source })
  for (;;) {
    await server.find(apsModule).designs.poll()
    const now = await manifest()
    if (now.status !== 'inprogress') return now
    await pause(20)
  }
}

const listNodes = ({ derivatives }: DerivativeManifest): ManifestNode[] => {
  const flat = (nodes: readonly ManifestNode[]): ManifestNode[] =>
    nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
  return derivatives.flatMap(({ children }) => flat(children))
}

describe('POST /modelderivative/v2/designdata/job', () => {
  it('accepts a job and immediately lists it as in progress in the manifest', async () => {
    const response = await job(['svf'], { headers: { region: 'EMEA' } })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({
      result: 'success',
      urn,
      acceptedJobs: { output: { destination: { region: 'EMEA' }, formats: [{ type: 'svf', views: ['2d', '3d'] }] } },
    })
    expect(await manifest()).toMatchObject({
      urn,
      type: 'manifest',
      region: 'EMEA',
      status: 'inprogress',
      progress: '0% complete',
      hasThumbnail: 'false',
      derivatives: [{ outputType: 'svf', status: 'inprogress' }],
    })
  })

  it('answers 201 for a repeated job, unless it is forced or requests more outputs', async () => {
    await job(['svf2'])
    const again = await job(['svf2'])
    expect([again.statusCode, again.json<{ result: string }>().result]).toEqual([201, 'created'])
    expect((await job(['svf2'], { headers: { 'x-ads-force': 'true' } })).statusCode).toBe(200)
    expect((await job(['svf2', 'thumbnail'])).statusCode).toBe(200)
    expect((await job(['thumbnail'])).statusCode).toBe(201)
    expect((await manifest()).derivatives.map(({ outputType }) => outputType)).toEqual(['svf2', 'thumbnail'])
  })

  it.each([
    ['dwg', 'The output dwg cannot be made'],
    ['svf7', 'The output svf7 cannot be made'],
    ['__proto__', 'The output __proto__ cannot be made'],
  ])('rejects the output %s with a diagnostic', async (type, diagnostic) => {
    const response = await job(['svf2', type])
    expect(response.statusCode).toBe(406)
    expect(response.json()).toEqual({ diagnostic })
    expect((await get('/manifest')).statusCode).toBe(404)
  })

  it('rejects a file format without a reader', async () => {
    urn = await store('letter.docx', 'words')
    expect((await job(['svf2'])).json()).toEqual({ diagnostic: 'The output svf2 cannot be made of docx' })
  })

  it.each([
    [{ input: { urn: 'not base64!' } }, 400],
    [{ input: { urn: encodeUrn('urn:adsk.objects:os.object:models/none.stl') } }, 404],
    [{ input: { urn: encodeUrn('urn:adsk.wipprod:fs.file:x') } }, 404],
    [{ headers: { region: 'MOON' } }, 400],
    [{ input: { compressedUrn: true, rootFilename: 'a.stl' } }, 406],
    [{ misc: { workflow: 'x'.repeat(40) } }, 400],
  ])('answers for %j with the status %d', async (changes, status) => {
    const response = await job(['svf2'], changes)
    expect(response.statusCode).toBe(status)
    expect(response.json()).toEqual({ diagnostic: expect.any(String) as string })
  })

  it.each([
    ['the header', { headers: { 'x-ads-region': 'JPN' } }, 'JPN'],
    ['the default without a header', {}, 'US'],
  ])('takes the region from %s', async (_, changes, region) => {
    await job(['svf2'], changes)
    expect((await manifest()).region).toBe(region)
  })

  it('takes the region from the path', async () => {
    const payload = { input: { urn }, output: { formats: [{ type: 'svf2' }] } }
    await call({ method: 'POST', url: '//modelderivative/v2/regions/eu/designdata/job', payload })
    const response = await call({ url: `/modelderivative/v2/regions/eu/designdata/${urn}/manifest` })
    expect(response.json()).toMatchObject({ region: 'EMEA' })
  })

  it.each([
    ['by URN', (texture: string) => texture],
    ['by object id', (texture: string) => Buffer.from(texture, 'base64url').toString()],
  ])('uses references that were added %s when checkReferences is set', async (_, formatName) => {
    const texture = await store(`brick ${objects}.png`, `picture ${objects}`)
    const payload = { references: [{ urn: formatName(texture), relativePath: './textures/brick.png' }] }
    const referencesResponse = await call({ method: 'POST', url: `${base}/${urn}/references`, payload })
    expect(referencesResponse.json()).toEqual({ result: 'success', urn })
    expect((await get('/manifest')).statusCode).toBe(404)
    await job(['svf2'], { input: { checkReferences: true } })
    const { companions } = await server.services.database
      .selectFrom('translation')
      .select('companions')
      .where('id', '=', await translationId())
      .executeTakeFirstOrThrow()
    expect(companions).toEqual([{ name: 'brick.png', sha256: expect.any(String) as string }])
  })
})

it('cancelling the translation of a file keeps the derivative job for the same content', async () => {
  const content = `${wedge}; shared\n`
  const user = await server.createUser()
  const file = await server.upload(user, 'shared.stl', content)
  urn = await store('shared.stl', content)
  await job(['thumbnail'])
  expect(await translationId()).toBe(await server.findTranslationId(file))
  const cancel = { method: 'POST', url: `/api/auth/my-urns/${file.id}/cancel`, headers: bearer(user) } as const
  expect((await server.inject(cancel)).json()).toMatchObject({ status: 'processing' })
  await call({ method: 'DELETE', url: `${base}/${urn}/manifest` })
  expect((await server.inject(cancel)).json()).toMatchObject({ status: 'failed' })
})

describe('drawing derivative', () => {
  it('consists of a PDF file and one SVG file per sheet with correct content types', async () => {
    const content = await readFile(
      new URL('../../../../../../packages/formats/src/dwg/fixtures/pavilion-2000.dwg', import.meta.url),
    )
    urn = await store('plan.dwg', content)
    const finished = await done(['pdf', 'svg'], { fileName: 'plan.dwg', content })
    expect(finished.status).toBe('success')
    const derivatives = listNodes(finished).map(({ mime, name }) => [mime, name])
    expect(derivatives[0]).toEqual(['application/pdf', undefined])
    expect(derivatives).toHaveLength(2)
    for (const [mime, name] of derivatives.slice(1)) expect([mime, typeof name]).toEqual(['image/svg+xml', 'string'])
    for (const { urn: file = '', mime = '' } of listNodes(finished))
      expect((await get(`/manifest/${encodeURIComponent(file)}`)).headers['content-type']).toBe(mime)
  })

  it('is refused for a model', async () => {
    expect((await job(['pdf'])).statusCode).toBe(406)
  })
})

describe('translated design', () => {
  it('has a manifest whose files can all be downloaded', async () => {
    const finished = await done(['svf2', 'thumbnail'])
    expect(finished).toMatchObject({ status: 'success', progress: 'complete', hasThumbnail: 'true' })
    const paths = listNodes(finished).flatMap(({ urn: file }) => (file === undefined ? [] : [file]))
    for (const file of paths) {
      expect((await get(`/manifest/${encodeURIComponent(file)}`)).statusCode, file).toBe(200)
    }
    expect(paths.length).toBe(9)
  })

  it('serves derivatives completely and by range, with an encoded or plain URN', async () => {
    const glb = listNodes(await done()).find(({ mime }) => mime === 'model/gltf-binary')?.urn ?? ''
    const fullResponse = await get(`/manifest/${encodeURIComponent(glb)}`)
    expect(fullResponse.headers['content-type']).toBe('model/gltf-binary')
    expect(fullResponse.rawPayload.toString('latin1', 0, 4)).toBe('glTF')
    expect((await get(`/manifest/${glb}`)).rawPayload).toEqual(fullResponse.rawPayload)
    const part = await get(`/manifest/${glb}`, { range: `bytes=4-${fullResponse.rawPayload.length}` })
    expect(part.statusCode).toBe(206)
    expect(part.rawPayload).toEqual(fullResponse.rawPayload.subarray(4))
    const response = await call({ method: 'HEAD', url: `${base}/${urn}/manifest/${encodeURIComponent(glb)}` })
    expect([response.statusCode, Number(response.headers['content-length'])]).toEqual([
      200,
      fullResponse.rawPayload.length,
    ])
  })

  it('provides a URL and three signed cookies that open a derivative without a token', async () => {
    const glb = listNodes(await done()).find(({ mime }) => mime === 'model/gltf-binary')?.urn ?? ''
    const response = await get(`/manifest/${encodeURIComponent(glb)}/signedcookies?minutes-expiration=5`)
    const names = [response.headers['set-cookie']].flat().map((cookie) => cookie?.split('=')[0])
    expect(names).toEqual(['CloudFront-Policy', 'CloudFront-Key-Pair-Id', 'CloudFront-Signature'])
    const { url, size, ...rest } = response.json<{ url: string; size: number }>()
    expect(rest).toMatchObject({ 'content-type': 'model/gltf-binary', etag: expect.any(String) as string })
    const address = new URL(url)
    for (const name of ['Policy', 'Key-Pair-Id', 'Signature']) address.searchParams.set(name, 'x')
    const fileResponse = await server.inject({ url: address.pathname + address.search })
    expect([fileResponse.statusCode, fileResponse.rawPayload.length]).toEqual([200, size])
    address.searchParams.set('expires', '9999999999')
    expect((await server.inject({ url: address.pathname + address.search })).statusCode).toBe(403)
  })

  it('rejects signed URLs beyond six hours and inline content disposition', async () => {
    const glb = listNodes(await done()).find(({ mime }) => mime === 'model/gltf-binary')?.urn ?? ''
    for (const query of ['minutes-expiration=361', 'response-content-disposition=inline']) {
      expect((await get(`/manifest/${encodeURIComponent(glb)}/signedcookies?${query}`)).statusCode).toBe(400)
    }
  })

  it('provides thumbnails in three sizes', async () => {
    await done(['thumbnail'])
    for (const width of [100, 400]) {
      const response = await get(`/thumbnail?width=${width}&height=${width}`)
      expect(response.headers).toMatchObject({ 'content-type': 'image/png', 'x-ads-size': `[${width},${width}]` })
      expect(response.rawPayload.readUInt32BE(16)).toBe(width)
      expect(response.rawPayload.readUInt32BE(20)).toBe(width)
    }
    expect((await get('/thumbnail')).rawPayload.readUInt32BE(16)).toBe(200)
    expect((await get('/thumbnail?width=300')).statusCode).toBe(400)
  })

  it.each(['exports/none.glb', '../../secrets/tokens', 'exports%2f..%2f..%2ftokens', ''])(
    'answers 404 for the derivative %j',
    async (path) => {
      await done(['thumbnail'])
      const file = `urn:adsk.viewing:fs.file:${urn}/output/${path}`
      expect((await get(`/manifest/${encodeURIComponent(file)}`)).statusCode).toBe(404)
    },
  )

  it('lists its model views, object tree and properties', async () => {
    await done()
    const { data } = (await get('/metadata')).json<{ data: { metadata: { guid: string; role: string }[] } }>()
    expect(data.metadata).toMatchObject([{ role: '3d', name: `wedge ${objects}.stl` }])
    const view = `/metadata/${data.metadata[0]?.guid ?? ''}`
    const tree = (await get(view)).json<{ data: { objects: { objectid: number }[] } }>()
    expect(tree.data.objects[0]).toMatchObject({ objectid: 1 })
    expect((await get(`${view}?objectid=1&level=0`)).json()).toMatchObject({ data: { type: 'objects' } })
    expect((await get(`${view}/properties?objectid=1`)).json()).toMatchObject({
      data: { type: 'properties', collection: [{ objectid: 1 }] },
    })
    const search = (payload: object) => call({ method: 'POST', url: `${base}/${urn}${view}/properties:query`, payload })
    expect((await search({ query: { $in: ['objectid', 1] }, fields: ['objectid'] })).json()).toEqual({
      pagination: { limit: 20, offset: 0, totalResults: 1 },
      data: { type: 'properties', collection: [{ objectid: 1 }] },
    })
    expect((await search({ query: { $no: [] } })).statusCode).toBe(400)
    expect((await search({ pagination: { offset: 0, limit: 1001 } })).statusCode).toBe(400)
    expect((await get(`${view}?objectid=99`)).statusCode).toBe(404)
    expect((await get('/metadata/00000000-0000-5000-8000-000000000000')).statusCode).toBe(404)
  })

  it('answers 202 until its object tree is available', async () => {
    await job(['svf2'])
    const { data } = (await get('/metadata')).json<{ data: { metadata: { guid: string }[] } }>()
    const response = await get(`/metadata/${data.metadata[0]?.guid ?? ''}`)
    expect([response.statusCode, response.json()]).toEqual([202, { result: 'success' }])
  })

  it('is removed with its manifest and can be translated again', async () => {
    await done(['thumbnail'])
    for (let round = 0; round < 2; round++) {
      expect((await call({ method: 'DELETE', url: `${base}/${urn}/manifest` })).json()).toEqual({ result: 'success' })
    }
    expect((await get('/manifest')).json()).toEqual({ diagnostic: 'There is no manifest of this design' })
    expect((await job(['thumbnail'])).statusCode).toBe(200)
    expect((await manifest()).status).toBe('success')
  })

  it('is not found by another application', async () => {
    await done(['thumbnail'])
    const other = await testApplication(server)
    for (const path of [
      '/manifest',
      '/metadata',
      '/thumbnail',
      `/manifest/urn:adsk.viewing:fs.file:${urn}/output/manifest.json`,
    ]) {
      expect((await call({ url: `${base}/${urn}${path}` }, other)).statusCode, path).toBe(404)
    }
  })
})

it('output formats endpoint lists the possible outputs of each input format', async () => {
  const { formats } = (await call({ url: `${base}/formats` })).json<{ formats: Record<string, string[]> }>()
  expect(formats['svf2']).toEqual(formats['svf'])
  expect(formats['svf2']).toEqual(expect.arrayContaining(['ifc', 'stl', 'step', 'obj']))
  expect(formats['svf2']).toContain('nwd')
  expect(formats['thumbnail']).toContain('nwd')
  expect(formats['pdf']).toContain('dwg')
  expect(formats['svg']).toEqual(formats['pdf'])
  expect(formats['pdf']).not.toContain('ifc')
  expect(formats).not.toHaveProperty('dwg')
})

it('manifest reports a failed translation', async () => {
  await job(['svf2'])
  const failure = JSON.stringify({ code: 'damaged', bytePosition: 12 })
  await server.services.database
    .updateTable('translation')
    .set({ state: 'failed', failure, finished_at: new Date() })
    .where('id', '=', await translationId())
    .execute()
  await server.find(apsModule).designs.poll()
  expect(await manifest()).toMatchObject({
    status: 'failed',
    progress: 'complete',
    derivatives: [{ messages: [{ type: 'error', code: 'TranslationWorker-Damaged' }] }],
  })
  expect((await job(['svf2'])).statusCode).toBe(201)
  expect((await job(['svf2'], { headers: { 'x-ads-force': 'true' } })).statusCode).toBe(200)
  expect(await manifest()).toMatchObject({ status: 'inprogress' })
})

it('manifest reports an output that cannot be created', async () => {
  await job(['svf2'])
  await translateLocally(server, { translationId: await translationId() })
  const chunk = { translationId: await translationId(), path: 'scene/000.bin' }
  await server.services.derivatives.write(chunk, Buffer.from('not a chunk'))
  do await server.find(apsModule).designs.poll()
  while ((await manifest()).status === 'inprogress')
  expect(await manifest()).toMatchObject({
    status: 'failed',
    derivatives: [{ messages: [{ code: 'TranslationWorker-ExportFailed' }] }],
  })
})

it('slow element query returns null and caches its result for the next call', async () => {
  await done()
  const { database } = server.services
  let calls = 0
  let release: () => void = () => undefined
  const slow = new Promise<void>((resolve) => (release = resolve))
  const runQuery = async () => {
    calls++
    await slow
    return { type: 'answer', bytes: new TextEncoder().encode('{}') } as const
  }
  const startTimeout = vi.fn<() => Promise<null>>(() => new Promise(() => undefined)).mockResolvedValueOnce(null)
  const elementQueries = new ElementQueries({ database, queries: { run: runQuery } }, startTimeout)
  const design = await selectDesigns(database).where('design.urn', '=', urn).executeTakeFirstOrThrow()
  expect(await elementQueries.run(design, { kind: 'tree' }, false)).toBeNull()
  release()
  expect(String(await elementQueries.run(design, { kind: 'tree' }, false))).toBe('{}')
  expect(calls).toBe(1)
})
