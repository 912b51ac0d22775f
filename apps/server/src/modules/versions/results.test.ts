import type { AttachedFile, FileRecord, ResultHistory, UploadResult } from '@kamar/contracts'
import type { MeshQuality } from '@kamar/core'
import { removeUnusedTranslations } from '@kamar/translation'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bearer, fileForm, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'
import { maxResults } from '../../domain/versions/record-result.js'

let server: TestServer
let user: TestUser
let part: FileRecord
let model: FileRecord
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  user = await server.createUser()
  part = await server.upload(user, 'flange.step', `ISO-10303-21;\n/* ${user.email} */\nHEADER;`)
  model = await server.upload(user, 'bridge.obj', `# ${user.email}\nmtllib bridge.mtl\nv 0 0 0\n`)
})
afterAll(() => server.close())

const request = (urn: string, quality: string, of = user) =>
  server.inject({
    method: 'POST',
    url: `/api/packages/${urn}/results`,
    headers: bearer(of),
    payload: { quality },
  })
const again = async (urn: string, quality: MeshQuality): Promise<ResultHistory> =>
  (await request(urn, quality)).json<ResultHistory>()
const readHistory = async (urn: string, of = user): Promise<ResultHistory> =>
  (await server.inject({ url: `/api/packages/${urn}/results`, headers: bearer(of) })).json<ResultHistory>()
const readFile = async (id: string): Promise<FileRecord> =>
  (await server.inject({ url: `/api/auth/my-urns/${id}`, headers: bearer(user) })).json<FileRecord>()
const attach = async (name: string, content: string): Promise<FileRecord> =>
  (
    await server.inject({
      method: 'POST',
      url: `/api/auth/my-urns/${model.id}/companions`,
      ...fileForm(user, name, content),
    })
  ).json<FileRecord>()

async function succeed(translationId: string, manifest: object = { made: translationId }): Promise<void> {
  await server.services.database
    .updateTable('translation')
    .set({ state: 'succeeded', finished_at: new Date(), manifest: JSON.stringify(manifest) })
    .where('id', '=', translationId)
    .execute()
}
const runHousekeeping = (): Promise<number> =>
  removeUnusedTranslations({
    context: server.services.domain.translation,
    derivatives: server.services.derivatives,
    minAgeMilliseconds: -1000,
  })

describe('mesh quality of a version', () => {
  it('is standard until another one is requested and displayed', async () => {
    const first = await readHistory(part.urn)
    expect(first).toMatchObject({ mayChange: true, qualities: ['draft', 'standard', 'fine'] })
    expect(first.results).toMatchObject([{ number: 1, quality: 'standard', isShown: true, status: 'processing' }])
    const history = await again(part.urn, 'fine')
    expect(history.results).toMatchObject([
      { number: 2, quality: 'fine', isShown: true },
      { number: 1, quality: 'standard', isShown: false },
    ])
    const file = await readFile(part.id)
    expect(file.jobId).not.toBe(part.jobId)
    const job = await server.services.database
      .selectFrom('translation')
      .select(['options', 'blob_sha256'])
      .where('id', '=', await server.findTranslationId(file))
      .executeTakeFirstOrThrow()
    expect(job.options).toEqual({ quality: 'fine' })
  })

  it('selects an existing result with its earlier number', async () => {
    await again(part.urn, 'draft')
    const history = await again(part.urn, 'standard')
    expect(history.results.map(({ number, quality, isShown }) => [number, quality, isShown])).toEqual([
      [1, 'standard', true],
      [2, 'draft', false],
    ])
    expect((await readFile(part.id)).jobId).toBe(part.jobId)
  })

  it('is kept when the file is translated again', async () => {
    await again(part.urn, 'fine')
    const { jobId } = await readFile(part.id)
    await server.inject({ method: 'POST', url: `/api/auth/my-urns/${part.id}/retry`, headers: bearer(user) })
    expect((await readFile(part.id)).jobId).toBe(jobId)
  })

  it('is recorded in the audit trail', async () => {
    await again(part.urn, 'draft')
    const event = await server.services.database
      .selectFrom('audit_event')
      .select('details')
      .where('subject', '=', part.id)
      .where('action', '=', 'file.translate-again')
      .executeTakeFirstOrThrow()
    expect(event.details).toEqual({ quality: 'draft' })
  })

  it('is not available for formats without exact solids', async () => {
    expect((await readHistory(model.urn)).qualities).toEqual([])
    expect((await request(model.urn, 'fine')).json()).toMatchObject({ status: 422, code: 'invalid-input' })
    expect((await request(part.urn, 'best')).statusCode).toBe(422)
  })

  it('can be changed only by users who can change the file', async () => {
    const reader = await server.createUser()
    const { project_id } = await server.services.database
      .selectFrom('file')
      .select('project_id')
      .where('id', '=', part.id)
      .executeTakeFirstOrThrow()
    expect((await request(part.urn, 'fine', reader)).statusCode).toBe(404)
    const member = { project_id, account_id: reader.id, role: 'viewer' as const }
    await server.services.database.insertInto('membership').values(member).execute()
    expect((await readHistory(part.urn, reader)).mayChange).toBe(false)
    expect((await request(part.urn, 'fine', reader)).json()).toMatchObject({ status: 403, code: 'not-allowed' })
    await server.services.database
      .updateTable('membership')
      .set({ role: 'editor' })
      .where('account_id', '=', reader.id)
      .where('project_id', '=', project_id)
      .execute()
    expect((await request(part.urn, 'fine', reader)).statusCode).toBe(200)
    await server.inject({ method: 'DELETE', url: `/api/auth/my-urns/${part.id}`, headers: bearer(user) })
    expect((await request(part.urn, 'draft')).statusCode).toBe(404)
  })
})

describe('earlier translation result', () => {
  const manifestAt = (urn: string, of = user) =>
    server.inject({ url: `/api/derivatives/${urn}/manifest.json`, headers: bearer(of) })

  it('is available under its own URN and kept by housekeeping', async () => {
    await succeed(await server.findTranslationId(model))
    const attached = await attach('bridge.mtl', 'newmtl red\n')
    await succeed(await server.findTranslationId(attached))
    expect(await runHousekeeping()).toBe(0)
    const { results } = await readHistory(model.urn)
    expect(results.map(({ companions, isShown }) => [companions, isShown])).toEqual([
      [['bridge.mtl'], true],
      [[], false],
    ])
    const [now, before] = results
    expect((await manifestAt(model.urn)).json()).toEqual({ made: await server.findTranslationId(attached) })
    expect((await manifestAt(now?.urn ?? '')).json()).toEqual({ made: await server.findTranslationId(attached) })
    expect((await manifestAt(before?.urn ?? '')).json()).toEqual({ made: await server.findTranslationId(model) })
    expect(await readHistory(before?.urn ?? '')).toEqual(await readHistory(model.urn))
    const versions = await server.inject({ url: `/api/packages/${before?.urn}/versions`, headers: bearer(user) })
    expect(versions.json()).toMatchObject({ id: model.id })
  })

  it('is not found by other users or under another number', async () => {
    await succeed(await server.findTranslationId(model))
    expect((await manifestAt(`${model.urn}.1`, await server.createUser())).statusCode).toBe(404)
    expect((await manifestAt(`${model.urn}.2`)).statusCode).toBe(404)
    expect((await manifestAt(`${model.urn}.1`)).statusCode).toBe(200)
  })

  it('is removed when it drops out of the list of results', async () => {
    for (let number = 1; number <= maxResults; number += 1) await attach('bridge.mtl', `newmtl red${number}\n`)
    const { results } = await readHistory(model.urn)
    expect(results.map(({ number }) => number)).toEqual(
      Array.from({ length: maxResults }, (_, index) => maxResults + 1 - index),
    )
    expect(await runHousekeeping()).toBe(1)
    expect((await manifestAt(`${model.urn}.1`)).statusCode).toBe(404)
  })

  it('is removed with its file', async () => {
    await attach('bridge.mtl', 'newmtl red\n')
    await server.inject({ method: 'DELETE', url: `/api/auth/my-urns/${model.id}`, headers: bearer(user) })
    await server.inject({ method: 'DELETE', url: `/api/auth/bin/${model.id}`, headers: bearer(user) })
    expect(await runHousekeeping()).toBe(2)
  })
})

describe('companion files of a new version', () => {
  const newVersion = async (content: string): Promise<UploadResult> =>
    (
      await server.inject({
        method: 'POST',
        url: '/api/auth/upload',
        ...fileForm(user, 'bridge.obj', content, { fileId: model.id }),
      })
    ).json<UploadResult>()
  const attachedNow = async (): Promise<AttachedFile[]> =>
    (await server.inject({ url: `/api/auth/my-urns/${model.id}/companions`, headers: bearer(user) })).json<
      AttachedFile[]
    >()

  it('are copied from the previous version and used in the translation', async () => {
    await attach('bridge.mtl', 'newmtl red\n')
    const { urn } = await newVersion(`# ${user.email} again\nmtllib bridge.mtl\nv 1 0 0\n`)
    expect(await attachedNow()).toEqual([{ name: 'bridge.mtl', size: 11, used: true, carriedFrom: 1 }])
    expect((await readHistory(urn)).results).toMatchObject([{ number: 1, companions: ['bridge.mtl'] }])
    await attach('bridge.mtl', 'newmtl blue\n')
    expect(await attachedNow()).toMatchObject([{ name: 'bridge.mtl', size: 12, carriedFrom: null }])
  })

  it('are omitted when they exceed the quota', async () => {
    await attach('bridge.mtl', 'newmtl red\n')
    const content = `# ${user.email} more\nv 1 0 0\n`
    const { used_bytes } = await server.services.database
      .selectFrom('account')
      .select('used_bytes')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    await server.services.database
      .updateTable('account')
      .set({ quota_bytes: used_bytes + content.length + 5 })
      .where('id', '=', user.id)
      .execute()
    expect((await newVersion(content)).file.id).toBe(model.id)
    expect(await attachedNow()).toEqual([])
  })
})
