import { limits, type FileRecord, type FontList } from '@kamar/contracts'
import { outlineFontFile, shxFile } from '@kamar/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bearer, fileForm, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'
import { describeModule } from '../../testing/describe-module.js'
import { fontsModule } from './module.js'

describeModule(fontsModule)

let server: TestServer
let user: TestUser
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  user = await server.createUser()
})
afterAll(() => server.close())

const strokes = (above = 8): Buffer =>
  shxFile({ kind: 'unifont', above, below: 2, shapes: [{ code: 65, steps: [0x44] }] })
const boxes = outlineFontFile({
  family: 'GOST type A',
  boxGlyphs: [{ character: 'H', box: [0, 0, 500, 700], advance: 600 }],
})
const add = (name: string, content: Buffer | string, of = user) =>
  server.inject({ method: 'POST', url: '/api/auth/fonts', ...fileForm(of, name, content) })
const list = async (of = user): Promise<FontList> =>
  (await server.inject({ url: '/api/auth/fonts', headers: bearer(of) })).json()
const remove = (id: string, of = user) =>
  server.inject({ method: 'DELETE', url: `/api/auth/fonts/${id}`, headers: bearer(of) })
const usedBytes = async (): Promise<number> =>
  (await server.inject({ url: '/api/auth/me', headers: bearer(user) })).json<{ usedBytes: number }>().usedBytes
const listCompanions = async (file: Pick<FileRecord, 'id' | 'jobId'>): Promise<string[]> =>
  (
    await server.services.database
      .selectFrom('translation')
      .select('companions')
      .where('id', '=', await server.findTranslationId(file))
      .executeTakeFirstOrThrow()
  ).companions.map(({ name }) => name)
const drawing = (of = user): Promise<FileRecord> =>
  server.upload(of, 'plan.dwg', Buffer.from(`AC1032\0\0\0\0\0\0 ${of.email} ${Math.random()}`))

describe('drawing font', () => {
  it('is listed with its metadata, counted against the quota, and removed', async () => {
    const response = await add('C:\\fonts\\Gost.shx', strokes())
    expect(response.statusCode).toBe(200)
    expect(response.json<FontList>()).toMatchObject({
      fonts: [{ name: 'Gost.shx', kind: 'stroke', letters: 1, alsoKnownAs: [] }],
    })
    await add('gost_a.ttf', boxes)
    const { fonts } = await list()
    expect(fonts.map(({ name, alsoKnownAs }) => [name, ...alsoKnownAs])).toEqual([
      ['Gost.shx'],
      ['gost_a.ttf', 'GOST type A'],
    ])
    expect(await usedBytes()).toBe(strokes().length + boxes.length)
    expect((await remove(fonts[0]?.id ?? '')).json<FontList>().fonts.map(({ name }) => name)).toEqual(['gost_a.ttf'])
    expect(await usedBytes()).toBe(boxes.length)
  })

  it('replaces a font of the same name and frees its bytes', async () => {
    await add('gost.shx', strokes(8))
    await add('GOST.SHX', strokes(9))
    expect((await list()).fonts.map(({ name }) => name)).toEqual(['GOST.SHX'])
    expect(await usedBytes()).toBe(strokes().length)
    const { fonts } = await list()
    await remove(fonts[0]?.id ?? '')
    const left = await server.services.database
      .selectFrom('drawing_font')
      .select('id')
      .where('account_id', '=', user.id)
      .execute()
    expect(left).toEqual([])
  })

  it('is accessible to its account only', async () => {
    await add('gost.shx', strokes())
    const { fonts } = await list()
    const other = await server.createUser()
    expect((await list(other)).fonts).toEqual([])
    expect((await remove(fonts[0]?.id ?? '', other)).statusCode).toBe(404)
    expect((await list()).fonts).toHaveLength(1)
    expect((await server.inject({ url: '/api/auth/fonts' })).statusCode).toBe(401)
    expect((await server.inject({ method: 'POST', url: '/api/auth/fonts' })).statusCode).toBe(401)
  })

  it.each([
    ['virus.exe', strokes(), 'unsupported-format'],
    ['plan.ttf', 'no font', 'font-unreadable'],
    ['cut.ttf', boxes.subarray(0, 200), 'font-unreadable'],
    ['empty.shx', '', 'font-unreadable'],
    ['large.shx', Buffer.concat([strokes(), Buffer.alloc(limits.maxFontBytes)]), 'file-too-large'],
  ])('is validated before it is stored: %s', async (name, content, code) => {
    expect((await add(name, content)).json()).toMatchObject({ code })
    expect((await list()).fonts).toEqual([])
    expect(await usedBytes()).toBe(0)
  })

  it('is limited in number and by the storage quota', async () => {
    const { database } = server.services
    await database.updateTable('account').set({ quota_bytes: 10 }).where('id', '=', user.id).execute()
    expect((await add('gost.shx', strokes())).json()).toMatchObject({ code: 'quota-exceeded' })
    await database.updateTable('account').set({ quota_bytes: 1e9 }).where('id', '=', user.id).execute()
    for (let number = 0; number < limits.maxFonts; number++) await add(`font-${number}.shx`, strokes())
    expect((await add('more.shx', strokes())).json()).toMatchObject({
      code: 'too-many',
      details: { most: limits.maxFonts },
    })
    expect((await add('font-7.shx', strokes())).statusCode).toBe(200)
    expect((await list()).fonts).toHaveLength(limits.maxFonts)
  })

  it('is a companion of drawings only', async () => {
    const before = await drawing()
    await add('gost_a.ttf', boxes)
    const after = await drawing()
    expect(await listCompanions(before)).toEqual([])
    expect(await listCompanions(after)).toEqual(['GOST type A.ttf', 'gost_a.ttf'])
    expect(await listCompanions(await server.upload(user, 'a.obj', `# ${user.email}\nv 0 0 0\n`))).toEqual([])
    const others = await server.createUser()
    expect(await listCompanions(await drawing(others))).toEqual([])
  })

  it('changes the translation of a drawing, and its removal restores the earlier one', async () => {
    const file = await drawing()
    const retry = async (): Promise<FileRecord> =>
      (await server.inject({ method: 'POST', url: `/api/auth/my-urns/${file.id}/retry`, headers: bearer(user) })).json()
    await add('gost.shx', strokes())
    const withFont = await retry()
    expect(withFont.jobId).not.toBe(file.jobId)
    const { fonts } = await list()
    await remove(fonts[0]?.id ?? '')
    expect((await retry()).jobId).toBe(file.jobId)
  })

  it('is applied to drawings that were translated without it', async () => {
    const waiting = await drawing()
    const content = await drawing()
    const { database } = server.services
    const missed = {
      findings: [{ code: 'font-replaced', severity: 'information', details: { font: 'GOST', shownWith: 'Hershey' } }],
    }
    const done = { state: 'succeeded', finished_at: new Date() } as const
    await database
      .updateTable('translation')
      .set({ ...done, report: JSON.stringify(missed) })
      .where('id', '=', await server.findTranslationId(waiting))
      .execute()
    await database
      .updateTable('translation')
      .set({ ...done, report: JSON.stringify({ findings: [] }) })
      .where('id', '=', await server.findTranslationId(content))
      .execute()
    expect((await list()).waitingDrawings).toBe(0)
    expect((await add('gost.shx', strokes())).json<FontList>().waitingDrawings).toBe(1)
    const used = await server.inject({ method: 'POST', url: '/api/auth/fonts/use', headers: bearer(user) })
    expect(used.json<FontList>().waitingDrawings).toBe(0)
    const files = (await server.inject({ url: '/api/auth/my-urns', headers: bearer(user) })).json<FileRecord[]>()
    const jobs = new Map(files.map(({ id, jobId }) => [id, jobId]))
    expect(jobs.get(content.id)).toBe(content.jobId)
    expect(jobs.get(waiting.id)).not.toBe(waiting.jobId)
    expect(await listCompanions({ id: waiting.id, jobId: jobs.get(waiting.id) ?? '' })).toEqual(['gost.shx'])
  })
})
