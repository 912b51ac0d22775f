import type { AuditPage, NewShareLink, OpenedLink } from '@kamar/contracts'
import { appendAuditEvents } from '@kamar/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatherTeam, type Team, withNewFile } from '../../testing/team.js'
import { bearer, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'
import { describeModule } from '../../testing/describe-module.js'
import { auditModule } from './module.js'

describeModule(auditModule)

let server: TestServer
let administrator: TestUser
let team: Team
beforeAll(async () => {
  server = await startTestServer()
  administrator = await server.administrator()
  team = await gatherTeam(server, 'Duplex_A.stl')
})
afterAll(() => server.close())

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, by: TestUser, payload?: object) =>
  server.inject({ method, url, headers: bearer(by), ...(payload ? { payload } : {}) })
const page = async (query: Record<string, string> = {}): Promise<AuditPage> => {
  const response = await call('GET', `/api/admin/audit?${new URLSearchParams(query)}`, administrator)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const download = (by: TestUser, id = team.file.id) => call('GET', `/api/auth/my-urns/${id}/original`, by)
const listActions = ({ events }: AuditPage): string[] => events.map(({ action }) => action)

describe('audit trail', () => {
  it('is listed newest first, with names, in pages', async () => {
    const user = await server.createUser()
    for (let index = 0; index < 101; index++) {
      await call('PATCH', `/api/admin/users/${user.id}`, administrator, { position: `place ${index}` })
    }
    const first = await page()
    expect(first.events[0]).toMatchObject({
      action: 'account.position',
      actor: administrator.id,
      actorName: administrator.email.split('@')[0],
      subjectName: user.email.split('@')[0],
      details: { to: { position: 'place 100' } },
    })
    expect(first.events).toHaveLength(100)
    const second = await page({ before: String(first.next) })
    expect(second.events[0]?.sequence).toBe((first.events.at(-1)?.sequence ?? 0) - 1)
  })

  it('shows existing subjects by their current name and deleted ones by their last name', async () => {
    const user = await server.createUser('Gor')
    const file = await server.upload(user, 'draft.stl', 'solid of Gor')
    await call('PATCH', `/api/auth/my-urns/${file.id}`, user, { description: 'tower' })
    const readLastEvent = async () => (await page({ file: file.id })).events.at(-1)
    expect(await readLastEvent()).toMatchObject({ action: 'file.upload', actorName: 'Gor', subjectName: 'tower.stl' })
    await call('DELETE', `/api/auth/my-urns/${file.id}`, user)
    await call('DELETE', `/api/auth/bin/${file.id}`, user)
    await call('DELETE', `/api/admin/users/${user.id}`, administrator)
    expect(await readLastEvent()).toMatchObject({ action: 'file.upload', actorName: 'Gor', subjectName: 'tower.stl' })
  })

  it('resolves user names in details and shows the address of a failed sign-in', async () => {
    const member = `/api/projects/${team.projectId}/people/${team.editor.id}`
    await call('PATCH', member, team.owner, { role: 'editor' })
    const { events, names } = await page({ person: team.editor.id })
    expect(events[0]).toMatchObject({ action: 'project.role', subjectName: 'Duplex_A', details: { role: 'editor' } })
    expect(names[team.editor.id]).toBe(team.editor.email.split('@')[0])
    const payload = { email: team.editor.email, password: 'not the password' }
    await server.inject({ method: 'POST', url: '/api/auth/login', payload })
    expect((await page()).events[0]).toMatchObject({ action: 'session.refused', subjectName: team.editor.email })
  })

  it('is verified from first to last row and reports the first broken one', async () => {
    const verify = async () => (await call('POST', '/api/admin/audit/verify', administrator)).json<unknown>()
    expect(await verify()).toMatchObject({ whole: true, brokenAt: null })
    const { database } = server.services
    const write = async (action: string): Promise<void> => {
      await sql`alter table audit_event disable trigger user`.execute(database)
      await sql`update audit_event set action = ${action} where sequence = 3`.execute(database)
      await sql`alter table audit_event enable trigger user`.execute(database)
    }
    const { action } = await database
      .selectFrom('audit_event')
      .select('action')
      .where('sequence', '=', 3)
      .executeTakeFirstOrThrow()
    await write('nothing')
    expect(await verify()).toEqual({ whole: false, events: 2, brokenAt: 3 })
    await write(action)
  })
})

describe('audit filter', () => {
  beforeAll(async () => {
    team = await withNewFile(server, team, 'Clinic_B.stl')
  })

  it('finds events by part of a file name, without regard to case, and by file id', async () => {
    await download(team.viewer)
    const filteredPage = await page({ file: 'clinic', kind: 'downloaded' })
    expect(filteredPage.events).toMatchObject([
      { action: 'file.download', subject: team.file.id, actor: team.viewer.id },
    ])
    expect(await page({ file: team.file.id, kind: 'downloaded' })).toMatchObject({
      events: filteredPage.events,
      names: { [team.file.id]: 'Clinic_B.stl' },
    })
    expect((await page({ file: '%' })).events).toEqual([])
  })

  it('finds topic events with their file', async () => {
    await call('POST', `/api/auth/my-urns/${team.file.id}/topics`, team.owner, { title: 'A crack' })
    expect((await page({ file: 'clinic' })).events[0]).toMatchObject({ action: 'topic.create', subjectName: 'A crack' })
  })

  it('finds events of permanently deleted files by their former name', async () => {
    const file = await server.upload(team.owner, 'Gone_C.stl', 'solid gone')
    await call('DELETE', `/api/auth/my-urns/${file.id}`, team.owner)
    await call('DELETE', `/api/auth/bin/${file.id}`, team.owner)
    expect(listActions(await page({ file: 'GONE_c' }))).toEqual(['file.purge', 'file.bin', 'file.upload'])
  })

  it('finds events by or about a user by part of the name or email address', async () => {
    const user = await server.createUser('Սարգիս')
    await call('PATCH', `/api/admin/users/${user.id}`, administrator, { position: 'Engineer' })
    const expected = ['account.position', 'session.begin', 'account.register']
    for (const text of ['սարգ', user.email.toUpperCase(), user.id]) {
      expect(listActions(await page({ person: text })), text).toEqual(expected)
    }
    expect((await page({ person: 'no such person' })).events).toEqual([])
  })

  it('finds events of share link guests by the recipient, also when the link is revoked', async () => {
    const form = { mayDownload: true, expiresAt: null, name: 'Town hall' }
    const linkResponse = await call('POST', `/api/auth/my-urns/${team.file.id}/links`, team.owner, form)
    const { link, secret } = linkResponse.json<NewShareLink>()
    const openResponse = await server.inject({ method: 'POST', url: '/api/share-links/open', payload: { secret } })
    const authorization = `Bearer ${openResponse.json<OpenedLink>().token.access_token}`
    await server.inject({ url: '/api/share-links/original', headers: { authorization } })
    expect(listActions(await page({ person: 'town h' }))).toEqual(['file.download', 'link.open', 'file.link'])
    await call('DELETE', `/api/auth/my-urns/${team.file.id}/links/${link.id}`, team.owner)
    expect(listActions(await page({ person: 'town h' }))).toEqual([
      'file.unlink',
      'file.download',
      'link.open',
      'file.link',
    ])
  })

  it('includes the start of a time range and excludes its end', async () => {
    await download(team.viewer)
    const { time } = (await page()).events[0] ?? { time: '' }
    const nextMillisecond = new Date(new Date(time).getTime() + 1).toISOString()
    expect((await page({ from: time })).events[0]?.time).toBe(time)
    expect((await page({ from: nextMillisecond })).events).toEqual([])
    expect((await page({ to: time })).events.map((row) => row.time)).not.toContain(time)
    expect((await page({ to: nextMillisecond, from: time, kind: 'downloaded' })).events).toHaveLength(1)
  })

  it('applies to every page', async () => {
    const { next } = await page({ kind: 'administration' })
    const second = await page({ kind: 'administration', before: String(next) })
    expect(second.events.length).toBeGreaterThan(0)
    expect(new Set(listActions(second))).toEqual(new Set(['account.position']))
  })

  it.each([{ kind: 'everything' }, { from: 'yesterday' }, { person: ' ' }, { colour: 'red' }])(
    'rejects the query %j',
    async (query) => {
      const path = `?${new URLSearchParams(query as Record<string, string>)}`
      expect((await call('GET', `/api/admin/audit${path}`, administrator)).statusCode).toBe(422)
      expect((await call('GET', `/api/admin/audit.csv${path}`, administrator)).statusCode).toBe(422)
    },
  )
})

describe('audit CSV export', () => {
  const csv = (query: Record<string, string> = {}) =>
    call('GET', `/api/admin/audit.csv?${new URLSearchParams(query)}`, administrator)

  it('contains all matching rows, newest first, in UTF-8 with a byte order mark', async () => {
    const response = await csv()
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
      'content-disposition': expect.stringContaining('audit-trail.csv') as unknown,
    })
    expect([...response.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const [headerLine, ...lines] = response.body.slice(1).split('\r\n')
    expect(headerLine).toBe('Number,Time (UTC),Person,Person id,Event,Subject,Subject id,Details,Hash')
    expect(lines.pop()).toBe('')
    const [newest] = (await page()).events
    expect(lines).toHaveLength(newest?.sequence ?? 0)
    expect(lines[0]).toMatch(new RegExp(`^${newest?.sequence},${newest?.time},`))
    expect(lines.at(-1)).toMatch(/^1,/)
  })

  it('applies the filter, quotes cells and neutralises formulas', async () => {
    const user = await server.createUser('=HYPERLINK("http://evil.test";"Anna, owner")')
    await server.upload(user, '+sum(1,2).stl', 'solid sum')
    const { hash, time } = await server.services.database
      .selectFrom('audit_event')
      .select(['hash', 'time'])
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const [, line] = (await csv({ file: '+sum', kind: 'changed' })).body.split('\r\n')
    expect(line?.split(',').slice(1, -1).join(',')).toBe(
      [
        time.toISOString(),
        `"'=HYPERLINK(""http://evil.test"";""Anna, owner"")"`,
        user.id,
        'file.upload',
        `"'+sum(1,2).stl"`,
        (await page({ file: '+sum' })).events[0]?.subject,
        '"{""version"":1}"',
      ].join(','),
    )
    expect(line?.endsWith(`,${hash}`)).toBe(true)
  })

  it('contains more rows than a page', async () => {
    const { database } = server.services
    const event = { actor: administrator.id, action: 'mail.read', subject: 'many' } as const
    await database.transaction().execute((transaction) =>
      appendAuditEvents(
        transaction,
        Array.from({ length: 2100 }, () => event),
      ),
    )
    const lines = (await csv({ kind: 'administration' })).body.split('\r\n')
    expect(lines.filter((line) => line.includes(',mail.read,'))).toHaveLength(2100)
    expect((await call('POST', '/api/admin/audit/verify', administrator)).json()).toMatchObject({ whole: true })
  })
})
