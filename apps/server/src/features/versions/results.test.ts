import type { AttachedFile, FileRecord, MeshQuality, ResultHistory, UploadResult } from '@kamar/contracts'
import { removeUnusedTranslations } from '@kamar/translation'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bearer, fileForm, type Person, startTestServer, type TestServer } from '../../testing/test-server.js'
import { mostResults } from '../shared/record-result.js'

let server: TestServer
let person: Person
let part: FileRecord
let model: FileRecord
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  person = await server.person()
  part = await server.upload(person, 'flange.step', `ISO-10303-21;\n/* ${person.email} */\nHEADER;`)
  model = await server.upload(person, 'bridge.obj', `# ${person.email}\nmtllib bridge.mtl\nv 0 0 0\n`)
})
afterAll(() => server.close())

const ask = (urn: string, quality: string, of = person) =>
  server.inject({
    method: 'POST',
    url: `/api/packages/${urn}/results`,
    headers: bearer(of),
    payload: { quality },
  })
const again = async (urn: string, quality: MeshQuality): Promise<ResultHistory> =>
  (await ask(urn, quality)).json<ResultHistory>()
const historyOf = async (urn: string, of = person): Promise<ResultHistory> =>
  (await server.inject({ url: `/api/packages/${urn}/results`, headers: bearer(of) })).json<ResultHistory>()
const fileOf = async (id: string): Promise<FileRecord> =>
  (await server.inject({ url: `/api/auth/my-urns/${id}`, headers: bearer(person) })).json<FileRecord>()
const attach = async (name: string, content: string): Promise<FileRecord> =>
  (
    await server.inject({
      method: 'POST',
      url: `/api/auth/my-urns/${model.id}/companions`,
      ...fileForm(person, name, content),
    })
  ).json<FileRecord>()

async function succeed(translationId: string, manifest: object = { made: translationId }): Promise<void> {
  await server.services.database
    .updateTable('translation')
    .set({ state: 'succeeded', finished_at: new Date(), manifest: JSON.stringify(manifest) })
    .where('id', '=', translationId)
    .execute()
}
const keepHouse = (): Promise<number> =>
  removeUnusedTranslations({
    context: server.services.translation,
    derivatives: server.services.derivatives,
    minimumAgeMilliseconds: -1000,
  })

describe('the quality of a version', () => {
  it('is standard until another is asked for, and that one is shown', async () => {
    const first = await historyOf(part.urn)
    expect(first).toMatchObject({ mayChange: true, qualities: ['draft', 'standard', 'fine'] })
    expect(first.results).toMatchObject([{ number: 1, quality: 'standard', isShown: true, status: 'processing' }])
    const history = await again(part.urn, 'fine')
    expect(history.results).toMatchObject([
      { number: 2, quality: 'fine', isShown: true },
      { number: 1, quality: 'standard', isShown: false },
    ])
    const file = await fileOf(part.id)
    expect(file.jobId).not.toBe(part.jobId)
    const job = await server.services.database
      .selectFrom('translation')
      .select(['options', 'blob_sha256'])
      .where('id', '=', await server.translationOf(file))
      .executeTakeFirstOrThrow()
    expect(job.options).toEqual({ quality: 'fine' })
  })

  it('that was made before is shown at once, under the number it had', async () => {
    await again(part.urn, 'draft')
    const history = await again(part.urn, 'standard')
    expect(history.results.map(({ number, quality, isShown }) => [number, quality, isShown])).toEqual([
      [1, 'standard', true],
      [2, 'draft', false],
    ])
    expect((await fileOf(part.id)).jobId).toBe(part.jobId)
  })

  it('stays when it is translated again for another reason', async () => {
    await again(part.urn, 'fine')
    const { jobId } = await fileOf(part.id)
    await server.inject({ method: 'POST', url: `/api/auth/my-urns/${part.id}/retry`, headers: bearer(person) })
    expect((await fileOf(part.id)).jobId).toBe(jobId)
  })

  it('is kept in the audit trail', async () => {
    await again(part.urn, 'draft')
    const event = await server.services.database
      .selectFrom('audit_event')
      .select('details')
      .where('subject', '=', part.id)
      .where('action', '=', 'file.translate-again')
      .executeTakeFirstOrThrow()
    expect(event.details).toEqual({ quality: 'draft' })
  })

  it('is nothing to choose where the format holds no exact solids', async () => {
    expect((await historyOf(model.urn)).qualities).toEqual([])
    expect((await ask(model.urn, 'fine')).json()).toMatchObject({ status: 422, code: 'invalid-input' })
    expect((await ask(part.urn, 'best')).statusCode).toBe(422)
  })

  it('is for those to choose who may change the file', async () => {
    const reader = await server.person()
    const { project_id } = await server.services.database
      .selectFrom('file')
      .select('project_id')
      .where('id', '=', part.id)
      .executeTakeFirstOrThrow()
    expect((await ask(part.urn, 'fine', reader)).statusCode).toBe(404)
    const member = { project_id, account_id: reader.id, role: 'viewer' as const }
    await server.services.database.insertInto('membership').values(member).execute()
    expect((await historyOf(part.urn, reader)).mayChange).toBe(false)
    expect((await ask(part.urn, 'fine', reader)).json()).toMatchObject({ status: 403, code: 'not-allowed' })
    await server.services.database
      .updateTable('membership')
      .set({ role: 'editor' })
      .where('account_id', '=', reader.id)
      .where('project_id', '=', project_id)
      .execute()
    expect((await ask(part.urn, 'fine', reader)).statusCode).toBe(200)
    await server.inject({ method: 'DELETE', url: `/api/auth/my-urns/${part.id}`, headers: bearer(person) })
    expect((await ask(part.urn, 'draft')).statusCode).toBe(404)
  })
})

describe('an earlier result', () => {
  const manifestAt = (urn: string, of = person) =>
    server.inject({ url: `/api/derivatives/${urn}/manifest.json`, headers: bearer(of) })

  it('is found under its own address, with what it was made with, and housekeeping leaves it', async () => {
    await succeed(await server.translationOf(model))
    const attached = await attach('bridge.mtl', 'newmtl red\n')
    await succeed(await server.translationOf(attached))
    expect(await keepHouse()).toBe(0)
    const { results } = await historyOf(model.urn)
    expect(results.map(({ companions, isShown }) => [companions, isShown])).toEqual([
      [['bridge.mtl'], true],
      [[], false],
    ])
    const [now, before] = results
    expect((await manifestAt(model.urn)).json()).toEqual({ made: await server.translationOf(attached) })
    expect((await manifestAt(now?.urn ?? '')).json()).toEqual({ made: await server.translationOf(attached) })
    expect((await manifestAt(before?.urn ?? '')).json()).toEqual({ made: await server.translationOf(model) })
    expect(await historyOf(before?.urn ?? '')).toEqual(await historyOf(model.urn))
    const versions = await server.inject({ url: `/api/packages/${before?.urn}/versions`, headers: bearer(person) })
    expect(versions.json()).toMatchObject({ id: model.id })
  })

  it('is there for nobody else, and no other number is', async () => {
    await succeed(await server.translationOf(model))
    expect((await manifestAt(`${model.urn}.1`, await server.person())).statusCode).toBe(404)
    expect((await manifestAt(`${model.urn}.2`)).statusCode).toBe(404)
    expect((await manifestAt(`${model.urn}.1`)).statusCode).toBe(200)
  })

  it('goes when so many came after it that it is not listed any more', async () => {
    for (let number = 1; number <= mostResults; number += 1) await attach('bridge.mtl', `newmtl red${number}\n`)
    const { results } = await historyOf(model.urn)
    expect(results.map(({ number }) => number)).toEqual(
      Array.from({ length: mostResults }, (_, index) => mostResults + 1 - index),
    )
    expect(await keepHouse()).toBe(1)
    expect((await manifestAt(`${model.urn}.1`)).statusCode).toBe(404)
  })

  it('goes with its file', async () => {
    await attach('bridge.mtl', 'newmtl red\n')
    await server.inject({ method: 'DELETE', url: `/api/auth/my-urns/${model.id}`, headers: bearer(person) })
    await server.inject({ method: 'DELETE', url: `/api/auth/bin/${model.id}`, headers: bearer(person) })
    expect(await keepHouse()).toBe(2)
  })
})

describe('what was attached', () => {
  const newVersion = async (content: string): Promise<UploadResult> =>
    (
      await server.inject({
        method: 'POST',
        url: '/api/auth/upload',
        ...fileForm(person, 'bridge.obj', content, { fileId: model.id }),
      })
    ).json<UploadResult>()
  const attachedNow = async (): Promise<AttachedFile[]> =>
    (await server.inject({ url: `/api/auth/my-urns/${model.id}/companions`, headers: bearer(person) })).json<
      AttachedFile[]
    >()

  it('is attached to a new version too, which is translated with it and says where it is from', async () => {
    await attach('bridge.mtl', 'newmtl red\n')
    const { urn } = await newVersion(`# ${person.email} again\nmtllib bridge.mtl\nv 1 0 0\n`)
    expect(await attachedNow()).toEqual([{ name: 'bridge.mtl', size: 11, used: true, carriedFrom: 1 }])
    expect((await historyOf(urn)).results).toMatchObject([{ number: 1, companions: ['bridge.mtl'] }])
    await attach('bridge.mtl', 'newmtl blue\n')
    expect(await attachedNow()).toMatchObject([{ name: 'bridge.mtl', size: 12, carriedFrom: null }])
  })

  it('stays behind where the plan has no room for it, and the version arrives all the same', async () => {
    await attach('bridge.mtl', 'newmtl red\n')
    const content = `# ${person.email} more\nv 1 0 0\n`
    const { used_bytes } = await server.services.database
      .selectFrom('account')
      .select('used_bytes')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    await server.services.database
      .updateTable('account')
      .set({ quota_bytes: used_bytes + content.length + 5 })
      .where('id', '=', person.id)
      .execute()
    expect((await newVersion(content)).file.id).toBe(model.id)
    expect(await attachedNow()).toEqual([])
  })
})
