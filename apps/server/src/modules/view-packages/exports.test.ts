import { setTimeout as pause } from 'node:timers/promises'
import { exportFile, type ExportName } from '@kamar/core'
import { type ExportState, type FileRecord } from '@kamar/contracts'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bearer, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'
import { translateLocally, wedge } from '../../testing/translated.js'

const pavilion = new URL('../../../../../packages/formats/src/dwg/fixtures/pavilion-2000.dwg', import.meta.url)

let server: TestServer
let user: TestUser
let file: FileRecord

beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  user = await server.createUser()
  file = await server.upload(user, `${user.email}.stl`, `${wedge}; ${user.email}\n`)
})
afterAll(() => server.close())

const translated = async (): Promise<void> =>
  translateLocally(server, { translationId: await server.findTranslationId(file) })

const request = (kind: string, of = user) =>
  server.inject({ method: 'POST', url: `/api/packages/${file.urn}/exports/${kind}`, headers: bearer(of) })
const download = (name: ExportName, of = user) =>
  server.inject({ url: `/api/derivatives/${file.urn}/${exportFile(name).path}`, headers: bearer(of) })

/** Polls until the export is no longer in progress. */
async function settled(kind: string) {
  for (;;) {
    const response = await request(kind)
    if (response.statusCode !== 200 || response.json<ExportState>().state === 'ready') return response
    await pause(25)
  }
}

describe('POST /api/packages/:urn/exports/:kind', () => {
  it.each([
    ['glb', 'model/gltf-binary'],
    ['glb-phone', 'model/gltf-binary'],
    ['usdz', 'model/vnd.usdz+zip'],
    ['3d-tiles', 'application/vnd.maxar.archive.3tz+zip'],
    ['obj', 'application/zip'],
    ['stl', 'model/stl'],
    ['properties-json', 'application/json'],
    ['properties-csv', 'text/csv; charset=utf-8'],
  ] as const)('creates the kind %s on request and serves it from the view package', async (kind, type) => {
    await translated()
    const ready = (await settled(kind)).json<ExportState>()
    expect(ready.path).toBe(`/api/derivatives/${file.urn}/${exportFile(kind).path}`)
    const response = await server.inject({ url: ready.path ?? '', headers: bearer(user) })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe(type)
    expect(response.rawPayload.length).toBe(ready.size)
  })

  it('creates a binary glTF file once', async () => {
    await translated()
    await settled('glb')
    const first = (await download('glb')).rawPayload
    expect(first.subarray(0, 4).toString('latin1')).toBe('glTF')
    expect(first.readUInt32LE(8)).toBe(first.length)
    expect((await request('glb')).json()).toMatchObject({ state: 'ready', fraction: 1, size: first.length })
  })

  it('answers 409 before the model is translated', async () => {
    expect((await request('glb')).json()).toMatchObject({ status: 409, code: 'translation-not-ready' })
    expect((await download('glb')).statusCode).toBe(404)
  })

  it('answers 404 to other users', async () => {
    await translated()
    await settled('glb')
    const other = await server.createUser()
    expect((await request('glb', other)).statusCode).toBe(404)
    expect((await download('glb', other)).statusCode).toBe(404)
  })

  it.each([
    ['pdf', 'application/pdf', '%PDF-1.7'],
    ['dxf', 'image/vnd.dxf', '0\nSECTION'],
    ['sheet-pdf-0', 'application/pdf', '%PDF-1.7'],
    ['sheet-svg-0', 'image/svg+xml', '<svg xmlns='],
    ['sheet-png-0', 'image/png', '\x89PNG'],
  ] as const)('exports a drawing as %s', async (name, type, start) => {
    await translateLocally(server, {
      translationId: await server.findTranslationId(file),
      fileName: 'plan.dwg',
      content: await readFile(pavilion),
    })
    const ready = (await settled(name)).json<ExportState>()
    const response = await download(name)
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, type])
    expect(response.rawPayload.subarray(0, start.length).toString('latin1')).toBe(start)
    expect(response.rawPayload.length).toBe(ready.size)
  })

  it('answers 404 for a sheet that the file does not have', async () => {
    await translated()
    for (const name of ['pdf', 'dxf', 'sheet-svg-0']) expect((await request(name)).statusCode).toBe(404)
  })

  it('rejects an unknown kind', async () => {
    await translated()
    expect((await request('svf')).statusCode).toBe(422)
    expect((await request('sheet-svg')).statusCode).toBe(422)
    expect((await request('__proto__')).statusCode).toBe(422)
  })

  it('reports a damaged view package, stores nothing and succeeds once the package is repaired', async () => {
    await translated()
    const chunk = { translationId: await server.findTranslationId(file), path: 'scene/000.bin' }
    const bytes = (await server.services.derivatives.read(chunk)) ?? Buffer.alloc(0)
    await server.services.derivatives.write(chunk, Buffer.from('not a chunk'))
    expect((await settled('glb')).json()).toMatchObject({ status: 500, code: 'export-failed' })
    expect(
      (await server.services.derivatives.list(await server.findTranslationId(file))).map(({ path }) => path),
    ).not.toContain('exports/model.glb')
    await server.services.derivatives.write(chunk, bytes)
    expect((await settled('glb')).json()).toMatchObject({ state: 'ready' })
  })
})
