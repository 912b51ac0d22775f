import type { FileRecord, NewShareLink, OpenedLink, ProjectRecord, ShareLink, Viewpoint } from '@kamar/contracts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sampleViewpoint } from '../../testing/sample-bodies.js'
import { gatherTeam, share, type Team, withNewFile } from '../../testing/team.js'
import { bearer, fileForm, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'
import { describeModule } from '../../testing/describe-module.js'
import { shareLinksModule } from './module.js'

describeModule(shareLinksModule)

let server: TestServer
let team: Team
let clock = Date.now()
beforeAll(async () => {
  server = await startTestServer({ parts: { now: () => new Date(clock) } })
  team = await gatherTeam(server)
})
beforeEach(async () => {
  clock = Date.now()
  team = await withNewFile(server, team)
})
afterAll(() => server.close())

const hour = 3_600_000
const make = async (form: object = {}, by: TestUser = team.owner): Promise<NewShareLink> => {
  const response = await server.inject({
    method: 'POST',
    url: `/api/auth/my-urns/${team.file.id}/links`,
    headers: bearer(by),
    payload: { mayDownload: false, expiresAt: null, ...form },
  })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const links = async (): Promise<ShareLink[]> =>
  (await server.inject({ url: `/api/auth/my-urns/${team.file.id}/links`, headers: bearer(team.owner) })).json()
const open = (secret: string, more: object = {}, remoteAddress = '192.0.2.1') =>
  server.inject({ method: 'POST', url: '/api/share-links/open', payload: { secret, ...more }, remoteAddress })
const guest = (openedLink: OpenedLink) => ({ authorization: `Bearer ${openedLink.token.access_token}` })
const current = (openedLink: OpenedLink) =>
  server.inject({ url: '/api/share-links/version', headers: guest(openedLink) })
const manifest = (openedLink: OpenedLink, urn = openedLink.urn) =>
  server.inject({ url: `/api/derivatives/${urn}/manifest.json`, headers: guest(openedLink) })
/** Translates nothing, but reports drawable geometry. */
const finish = ({ urn }: Pick<FileRecord, 'urn'>) =>
  sql`
    update translation set state = 'succeeded', finished_at = now(), manifest = '{"complete": true}'
    where id = (select translation_id from file_version where urn = ${urn})`.execute(server.services.database)

describe('share link', () => {
  it('shows one version without an account', async () => {
    await finish(team.file)
    const { link, secret } = await make({ name: 'For the client' })
    expect(link).toMatchObject({
      name: 'For the client',
      fileVersion: 1,
      opened: 0,
      hasPassword: false,
      state: 'active',
    })
    const openedLink = (await open(secret)).json<OpenedLink>()
    expect(openedLink).toMatchObject({
      description: 'house.stl',
      urn: team.file.urn,
      fileVersion: 1,
      mayDownload: false,
    })
    expect((await manifest(openedLink)).json()).toEqual({ complete: true })
    await open(secret, { again: true })
    expect(await links()).toMatchObject([{ id: link.id, opened: 1, lastOpenedAt: expect.any(String) }])
  })

  it('keeps showing its version when there is a newer one', async () => {
    await finish(team.file)
    const { secret } = await make()
    const form = fileForm(team.editor, 'house.stl', 'solid new\nendsolid new\n', { fileId: team.file.id })
    const newer = await server.inject({ method: 'POST', url: '/api/auth/upload', ...form })
    expect(newer.statusCode, newer.body).toBe(200)
    const openedLink = (await open(secret)).json<OpenedLink>()
    expect(openedLink.urn).toBe(team.file.urn)
    expect((await manifest(openedLink)).statusCode).toBe(200)
    expect((await manifest(openedLink, newer.json<{ urn: string }>().urn)).statusCode).toBe(404)
  })

  it('follows the latest version once it is ready, and pages stay on the one that they opened', async () => {
    await finish(team.file)
    const { link, secret } = await make({ followsLatest: true })
    expect(link).toMatchObject({ followsLatest: true, fileVersion: 1 })
    const before = (await open(secret)).json<OpenedLink>()
    const form = fileForm(team.editor, 'house.stl', 'solid newest\nendsolid newest\n', { fileId: team.file.id })
    const newer = (await server.inject({ method: 'POST', url: '/api/auth/upload', ...form })).json<FileRecord>()
    expect((await open(secret)).json<OpenedLink>().urn).toBe(team.file.urn)
    expect((await current(before)).json()).toEqual({ urn: team.file.urn, fileVersion: 1 })
    await finish(newer)
    expect((await current(before)).json()).toEqual({ urn: newer.urn, fileVersion: 2 })
    const after = (await open(secret, { again: true })).json<OpenedLink>()
    expect(after).toMatchObject({ urn: newer.urn, fileVersion: 2 })
    for (const [openedLink, urn] of [
      [before, team.file.urn],
      [before, newer.urn],
      [after, team.file.urn],
    ] as const) {
      expect((await manifest(openedLink, urn)).statusCode).toBe(200)
    }
    expect(await links()).toMatchObject([{ followsLatest: true, fileVersion: 2 }])
  })

  it('names its version to its guests alone, as long as it is valid', async () => {
    await finish(team.file)
    const { link, secret } = await make()
    const openedLink = (await open(secret)).json<OpenedLink>()
    expect(openedLink.followsLatest).toBe(false)
    expect((await current(openedLink)).json()).toEqual({ urn: team.file.urn, fileVersion: 1 })
    const url = '/api/share-links/version'
    expect((await server.inject({ url, headers: bearer(team.owner) })).statusCode).toBe(404)
    expect((await server.inject({ url })).statusCode).toBe(401)
    const path = `/api/auth/my-urns/${team.file.id}/links/${link.id}`
    await server.inject({ method: 'DELETE', url: path, headers: bearer(team.owner) })
    expect((await current(openedLink)).statusCode).toBe(401)
  })

  it('does not show versions from before it was created', async () => {
    await finish(team.file)
    const form = fileForm(team.editor, 'house.stl', 'solid second\nendsolid second\n', { fileId: team.file.id })
    const newer = (await server.inject({ method: 'POST', url: '/api/auth/upload', ...form })).json<FileRecord>()
    await finish(newer)
    const openedLink = (await open((await make({ followsLatest: true })).secret)).json<OpenedLink>()
    expect((await manifest(openedLink)).statusCode).toBe(200)
    expect((await manifest(openedLink, team.file.urn)).statusCode).toBe(404)
  })

  it('opens a saved view, without its author, until the view is deleted', async () => {
    const path = `/api/auth/my-urns/${team.file.id}`
    const markup = { shapes: [{ kind: 'line', colour: '#000000', width: 0.01, from: [0, 0], to: [1, 1] }], pins: [] }
    const form = { ...sampleViewpoint, name: 'Entrance', selection: ['wall-1'], markup }
    const headers = bearer(team.editor)
    const view = (
      await server.inject({ method: 'POST', url: `${path}/views`, headers, payload: form })
    ).json<Viewpoint>()
    const { link, secret } = await make({ viewId: view.id })
    expect(link.view).toBe('Entrance')
    const openedLink = (await open(secret)).json<OpenedLink>()
    expect(openedLink.view).toMatchObject({ selection: ['wall-1'], markup })
    expect(JSON.stringify(openedLink)).not.toContain(team.editor.id)
    expect((await open(secret, { again: true })).json<OpenedLink>().view).toBeNull()
    await server.inject({ method: 'DELETE', url: `${path}/viewpoints/${view.id}`, headers })
    expect((await open(secret)).json()).toMatchObject({ fileVersion: 1, view: null })
  })

  it('opens no view of another file', async () => {
    const path = `/api/auth/my-urns/${team.file.id}`
    const headers = bearer(team.owner)
    const stored = await server.inject({ method: 'POST', url: `${path}/view-links`, headers, payload: sampleViewpoint })
    team = await withNewFile(server, team)
    for (const viewId of [stored.json<{ id: string }>().id, 'no-view']) {
      const payload = { mayDownload: false, expiresAt: null, viewId }
      const url = `/api/auth/my-urns/${team.file.id}/links`
      expect((await server.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(422)
    }
  })

  it('gives no access to other resources', async () => {
    const { secret } = await make({ mayDownload: true })
    const openedLink = (await open(secret)).json<OpenedLink>()
    for (const url of [
      '/api/auth/me',
      '/api/auth/my-urns',
      `/api/auth/my-urns/${team.file.id}`,
      `/api/auth/my-urns/${team.file.id}/original`,
      `/api/auth/my-urns/${team.file.id}/topics`,
      `/api/auth/my-urns/${team.file.id}/people`,
      `/api/packages/${team.file.urn}/versions`,
      '/api/notifications',
    ]) {
      expect((await server.inject({ url, headers: guest(openedLink) })).statusCode, url).toBe(401)
    }
    const other = await withNewFile(server, team)
    expect((await manifest(openedLink, other.file.urn)).statusCode).toBe(404)
    expect(JSON.stringify(openedLink)).not.toContain(team.file.id)
  })

  it('downloads the original only with permission', async () => {
    const download = async (mayDownload: boolean) => {
      const openedLink = (await open((await make({ mayDownload })).secret)).json<OpenedLink>()
      return server.inject({ url: '/api/share-links/original', headers: guest(openedLink) })
    }
    expect((await download(false)).statusCode).toBe(404)
    const allowed = await download(true)
    expect(allowed.body).toBe('solid house.stl\nendsolid house.stl\n')
    expect(allowed.headers['content-disposition']).toContain('attachment')
    const account = await server.inject({ url: '/api/share-links/original', headers: bearer(team.owner) })
    expect(account.statusCode).toBe(404)
  })

  it('records every opening and every download in the audit trail', async () => {
    const { link, secret } = await make({ mayDownload: true, name: 'Anna of the town hall' })
    const openedLink = (await open(secret)).json<OpenedLink>()
    await open(secret, { again: true })
    const range = { ...guest(openedLink), range: 'bytes=1-4' }
    await server.inject({ url: '/api/share-links/original', headers: range })
    const own = `/api/auth/my-urns/${team.file.id}/original`
    await server.inject({ url: own, headers: bearer(team.viewer) })
    const events = await server.services.database
      .selectFrom('audit_event')
      .select(['actor', 'action', 'details'])
      .where('subject', '=', team.file.id)
      .where('action', 'in', ['link.open', 'file.download'])
      .orderBy('sequence')
      .execute()
    const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/) as string
    const through = { link: link.id, recipient: 'Anna of the town hall', version: 1 }
    expect(events).toEqual([
      { actor: null, action: 'link.open', details: { ...through, opened: 1 } },
      { actor: null, action: 'file.download', details: { ...through, sha256, from: 1, to: 4 } },
      { actor: team.viewer.id, action: 'file.download', details: { sha256, version: 1 } },
    ])
  })

  it('creates and reads exports only with download permission', async () => {
    await finish(team.file)
    const requestExport = async (mayDownload: boolean, urn = team.file.urn) => {
      const openedLink = (await open((await make({ mayDownload })).secret)).json<OpenedLink>()
      const url = `/api/share-links/packages/${urn}/exports/glb`
      return { openedLink, response: await server.inject({ method: 'POST', url, headers: guest(openedLink) }) }
    }
    const { translationId } = await server.services.database
      .selectFrom('file_version')
      .select('translation_id as translationId')
      .where('urn', '=', team.file.urn)
      .$narrowType<{ translationId: string }>()
      .executeTakeFirstOrThrow()
    const row = {
      translation_id: translationId,
      path: 'exports/model.glb',
      size_bytes: 4,
      encoding: 'identity',
    } as const
    await server.services.database
      .insertInto('derivative')
      .values({ ...row, sha256: '0'.repeat(64) })
      .execute()
    const refused = await requestExport(false)
    expect(refused.response.statusCode).toBe(404)
    const read = { url: `/api/derivatives/${team.file.urn}/exports/model.glb`, headers: guest(refused.openedLink) }
    expect((await server.inject(read)).statusCode).toBe(404)
    expect((await requestExport(true)).response.json()).toEqual({
      state: 'ready',
      fraction: 1,
      size: 4,
      path: read.url,
    })
    const other = await withNewFile(server, team)
    expect((await requestExport(true, other.file.urn)).response.statusCode).toBe(404)
    const url = `/api/share-links/packages/${team.file.urn}/exports/glb`
    expect((await server.inject({ method: 'POST', url, headers: bearer(team.owner) })).statusCode).toBe(404)
  })

  describe('share link of another owner', () => {
    const formatEditorAddress = () => `/api/projects/${team.projectId}/people/${team.editor.id}`
    const setRole = (role: string) =>
      server.inject({ method: 'PATCH', url: formatEditorAddress(), headers: bearer(team.owner), payload: { role } })
    const setStatus = (status: 'pending' | 'rejected') =>
      server.services.database.updateTable('account').set({ status }).where('id', '=', team.editor.id).execute()
    beforeEach(async () => {
      await finish(team.file)
      await setRole('owner')
    })
    afterEach(async () => {
      await setStatus('pending')
      await share(server, { by: team.owner, fileId: team.file.id, email: team.editor.email, role: 'editor' })
      await setRole('editor')
    })

    it.each<[string, () => PromiseLike<unknown>]>([
      ['role is changed', () => setRole('editor')],
      [
        'membership ends',
        () => server.inject({ method: 'DELETE', url: formatEditorAddress(), headers: bearer(team.owner) }),
      ],
      ['account is rejected', () => setStatus('rejected')],
    ])('H03 ends when its creator’s %s, even for a guest who has opened it, and is listed as ended', async (_, end) => {
      const { link, secret } = await make({}, team.editor)
      const openedLink = (await open(secret)).json<OpenedLink>()
      expect((await manifest(openedLink)).statusCode).toBe(200)
      await end()
      expect((await manifest(openedLink)).statusCode).toBe(401)
      expect((await open(secret)).json()).toMatchObject({ status: 410, code: 'link-not-valid' })
      expect((await links()).find((row) => row.id === link.id)?.state).toBe('ended')
    })
  })

  it('H03 stays open when its file moves, as long as its creator may share the file there', async () => {
    const projects = (await server.inject({ url: '/api/projects', headers: bearer(team.owner) })).json<
      ProjectRecord[]
    >()
    const shared = (await make()).secret
    const url = `/api/auth/my-urns/${team.file.id}/project`
    const payload = { projectId: projects[0]?.id ?? '' }
    const response = await server.inject({ method: 'POST', url, headers: bearer(team.owner), payload })
    expect(response.statusCode, response.body).toBe(200)
    expect((await open(shared)).statusCode).toBe(200)
    const form = { by: team.owner, fileId: team.file.id, email: team.viewer.email, role: 'viewer' } as const
    expect((await share(server, form)).statusCode).toBe(200)
    expect((await open(shared)).statusCode).toBe(200)
    expect((await links()).map(({ state }) => state)).toEqual(['active'])
  })

  it('expires at its time, even for a guest who has opened it', async () => {
    await finish(team.file)
    const { secret } = await make({ expiresAt: new Date(clock + 600_000).toISOString() })
    const openedLink = (await open(secret)).json<OpenedLink>()
    expect(openedLink.token.expires_in).toBe(600)
    expect((await manifest(openedLink)).statusCode).toBe(200)
    clock += 600_001
    expect((await manifest(openedLink)).statusCode).toBe(401)
    expect((await open(secret)).json()).toMatchObject({ status: 410, code: 'link-not-valid' })
    expect(await links()).toMatchObject([{ state: 'expired' }])
  })

  it('ends when it is revoked or its file is deleted, and then looks like an unknown one', async () => {
    await finish(team.file)
    const [first, second] = [await make(), await make()]
    const openedLink = (await open(first.secret)).json<OpenedLink>()
    const revoke = (by: TestUser, id: string) =>
      server.inject({ method: 'DELETE', url: `/api/auth/my-urns/${team.file.id}/links/${id}`, headers: bearer(by) })
    for (const by of [team.editor, team.viewer]) expect((await revoke(by, first.link.id)).statusCode).toBe(403)
    expect((await revoke(team.outsider, first.link.id)).statusCode).toBe(404)
    expect((await revoke(team.owner, first.link.id)).json()).toEqual({ done: true })
    expect((await revoke(team.owner, first.link.id)).statusCode).toBe(404)
    expect((await manifest(openedLink)).statusCode).toBe(401)
    const revokedResponse = await open(first.secret)
    const secondOpening = (await open(second.secret)).json<OpenedLink>()
    const bin = { method: 'DELETE', url: `/api/auth/my-urns/${team.file.id}`, headers: bearer(team.owner) } as const
    await server.inject(bin)
    expect((await manifest(secondOpening)).statusCode).toBe(401)
    for (const secret of [second.secret, 'nonsense', '']) {
      const response = await open(secret)
      expect(response.statusCode === 422 ? revokedResponse.body : response.body).toBe(revokedResponse.body)
    }
  })

  it('leaves no secret in the database or the log', async () => {
    const { secret } = await make({ password: 'a password of ours' })
    const rows = JSON.stringify(await server.services.database.selectFrom('share_link').selectAll().execute())
    expect(rows).not.toContain(secret)
    expect(rows).not.toContain('a password of ours')
    expect(JSON.stringify(server.logged)).not.toContain(secret)
  })

  it('is created by owners only, for an existing version and a future expiry time', async () => {
    const url = `/api/auth/my-urns/${team.file.id}/links`
    const post = (by: TestUser, form: object = {}) =>
      server.inject({
        method: 'POST',
        url,
        headers: bearer(by),
        payload: { mayDownload: false, expiresAt: null, ...form },
      })
    for (const by of [team.editor, team.commenter, team.viewer]) expect((await post(by)).statusCode).toBe(403)
    expect((await post(team.outsider)).statusCode).toBe(404)
    expect((await post(team.owner, { fileVersion: 2 })).statusCode).toBe(404)
    expect((await post(team.owner, { expiresAt: new Date(clock - hour).toISOString() })).statusCode).toBe(422)
    expect((await post(team.owner, { password: 'short' })).statusCode).toBe(422)
  })
})

describe('share link password', () => {
  it('is required and limited to ten attempts per address', async () => {
    const { link, secret } = await make({ password: 'correct horse' })
    expect(link.hasPassword).toBe(true)
    expect((await open(secret)).json()).toMatchObject({ status: 422, code: 'link-password-needed' })
    expect((await open(secret, { password: 'wrong' })).json()).toMatchObject({ code: 'password-not-right' })
    expect((await open(secret, { password: 'correct horse' })).statusCode).toBe(200)
    const guesses = []
    for (let guess = 0; guess < 11; guess++)
      guesses.push((await open(secret, { password: `guess ${guess}` })).statusCode)
    expect(guesses).toEqual([...Array(10).fill(422), 429])
    expect((await open(secret, { password: 'correct horse' })).statusCode).toBe(429)
    expect((await open(secret, { password: 'correct horse' }, '198.51.100.7')).statusCode).toBe(200)
  })

  it('is not the only rate limit: opening unknown links is limited too', async () => {
    const { database } = server.services
    await open('nobody’s', {}, '203.0.113.9')
    await database.updateTable('rate_limit').set({ points: 300 }).where('key', 'like', 'shareLink:203.0.113%').execute()
    expect((await open('nobody’s', {}, '203.0.113.9')).statusCode).toBe(429)
  })
})

it('guest token is rejected when it was changed or issued for another purpose', async () => {
  const openedLink = (await open((await make()).secret)).json<OpenedLink>()
  const token = openedLink.token.access_token
  for (const forged of [
    `${token.slice(0, -3)}AAA`,
    team.owner.token.slice(0, -3),
    token.replace(/^[^.]+/, 'eyJhbGciOiJub25lIn0'),
  ]) {
    const response = await server.inject({
      url: `/api/derivatives/${openedLink.urn}/manifest.json`,
      headers: { authorization: `Bearer ${forged}` },
    })
    expect(response.statusCode).toBe(401)
  }
})
