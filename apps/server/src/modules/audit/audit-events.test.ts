import type { FileRecord, NewShareLink, OpenedLink, ProjectPeople, ShareLink } from '@kamar/contracts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eachWithTeam, share, type Team } from '../../testing/team.js'
import { bearer, fileForm, type TestUser, type TestServer } from '../../testing/test-server.js'

let server: TestServer
let team: Team
let before = 0
eachWithTeam((testServer, members) => {
  server = testServer
  team = members
})
beforeEach(async () => {
  await draw(team.file)
  before = await lastSequence()
})
afterEach(() => {
  vi.useRealTimers()
})

const lastSequence = async (): Promise<number> =>
  (await server.services.database.selectFrom('audit_head').select('sequence').executeTakeFirstOrThrow()).sequence
/** Returns the events recorded since the test began. */
const recorded = () =>
  server.services.database
    .selectFrom('audit_event')
    .select(['actor', 'action', 'subject', 'details'])
    .where('sequence', '>', before)
    .orderBy('sequence')
    .execute()
const actions = async (): Promise<string[]> => (await recorded()).map(({ action }) => action)
/** Translates nothing, but reports drawable geometry. */
const draw = async (file: Pick<FileRecord, 'id' | 'jobId'>): Promise<void> => {
  await server.services.database
    .updateTable('translation')
    .set({ state: 'succeeded', finished_at: new Date(), manifest: JSON.stringify({ report: { status: 'complete' } }) })
    .where('id', '=', await server.findTranslationId(file))
    .execute()
}
const call = (method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE', url: string, by: TestUser, payload?: object) =>
  server.inject({ method, url, headers: bearer(by), ...(payload ? { payload } : {}) })
const ofFile = (path = ''): string => `/api/auth/my-urns/${team.file.id}${path}`
const manifest = (by: TestUser, method: 'GET' | 'HEAD' = 'GET') =>
  call(method, `/api/derivatives/${team.file.urn}/manifest.json`, by)
const advanceMinutes = (minutes: number): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
}

describe('audit of model views', () => {
  it('records the user and the version', async () => {
    await manifest(team.viewer)
    expect(await recorded()).toEqual([
      { actor: team.viewer.id, action: 'file.open', subject: team.file.id, details: { version: 1 } },
    ])
  })

  it('records one view per user within ten minutes, and another one afterwards', async () => {
    await manifest(team.viewer)
    await manifest(team.viewer)
    advanceMinutes(9)
    await manifest(team.viewer)
    await manifest(team.owner)
    expect((await recorded()).map(({ actor }) => actor)).toEqual([team.viewer.id, team.owner.id])
    advanceMinutes(2)
    await manifest(team.viewer)
    expect((await recorded()).map(({ actor }) => actor)).toEqual([team.viewer.id, team.owner.id, team.viewer.id])
  })

  it('records one view for simultaneous requests', async () => {
    await Promise.all([manifest(team.viewer), manifest(team.viewer), manifest(team.viewer)])
    expect(await actions()).toEqual(['file.open'])
  })

  it('records another version separately', async () => {
    const form = fileForm(team.owner, 'house.stl', 'solid second\nendsolid\n', { fileId: team.file.id })
    const { file } = (await server.inject({ method: 'POST', url: '/api/auth/upload', ...form })).json<{
      file: FileRecord
    }>()
    await draw(file)
    await manifest(team.viewer)
    await call('GET', `/api/derivatives/${file.urn}/manifest.json`, team.viewer)
    const openings = (await recorded()).filter(({ action }) => action === 'file.open')
    expect(openings.map(({ details }) => details)).toEqual([{ version: 1 }, { version: 2 }])
  })

  it('does not record HEAD requests, summaries, thumbnails and refused requests', async () => {
    expect((await manifest(team.viewer, 'HEAD')).statusCode).toBe(200)
    const summary = await call('GET', `/api/derivatives/${team.file.urn}/summary.json`, team.viewer)
    expect(summary.json()).toMatchObject({ report: { status: 'complete' }, chunks: [], files: [] })
    await call('GET', `/api/derivatives/${team.file.urn}/thumbnail.png`, team.viewer)
    expect((await manifest(team.outsider)).statusCode).toBe(404)
    expect(await actions()).toEqual([])
  })
})

describe('audit of share links', () => {
  const link = async (): Promise<NewShareLink> =>
    (await call('POST', ofFile('/links'), team.owner, { mayDownload: true, expiresAt: null, name: 'Anna' })).json()
  const open = async (secret: string): Promise<OpenedLink> =>
    (await server.inject({ method: 'POST', url: '/api/share-links/open', payload: { secret } })).json()
  const read = ({ token, urn }: OpenedLink, path = 'manifest.json') =>
    server.inject({
      url: `/api/derivatives/${urn}/${path}`,
      headers: { authorization: `Bearer ${token.access_token}` },
    })

  it('records one event with the recipient when a guest opens the link and the model', async () => {
    const { link: shareLink, secret } = await link()
    await read(await open(secret))
    const [, opening, ...more] = await recorded()
    expect(opening).toMatchObject({
      actor: null,
      action: 'link.open',
      subject: team.file.id,
      details: { link: shareLink.id, recipient: 'Anna', version: 1 },
    })
    expect(more).toEqual([])
  })

  it('records a later reload by the guest with the recipient of the link', async () => {
    const { link: shareLink, secret } = await link()
    const guestSession = await open(secret)
    advanceMinutes(11)
    await read(guestSession)
    expect((await recorded()).at(-1)).toEqual({
      actor: null,
      action: 'file.open',
      subject: team.file.id,
      details: { link: shareLink.id, recipient: 'Anna', version: 1 },
    })
  })

  it('keeps the recipient when the link is revoked', async () => {
    const { link: shareLink } = await link()
    await call('DELETE', ofFile(`/links/${shareLink.id}`), team.owner)
    expect((await call('GET', ofFile('/links'), team.owner)).json<ShareLink[]>()).toEqual([])
    expect(await recorded()).toMatchObject([
      { action: 'file.link', actor: team.owner.id, details: { link: shareLink.id, recipient: 'Anna', version: 1 } },
      { action: 'file.unlink', actor: team.owner.id, details: { link: shareLink.id, recipient: 'Anna', version: 1 } },
    ])
  })
})

describe('audit of downloads', () => {
  it('records an export once with its name, even when it is read in ranges', async () => {
    const { database, derivatives } = server.services
    const [translationId, path] = [await server.findTranslationId(team.file), 'exports/model.glb']
    await derivatives.write({ translationId, path }, Buffer.from('glTF'))
    const row = { translation_id: translationId, path, size_bytes: 4, sha256: 'a'.repeat(64) }
    await database
      .insertInto('derivative')
      .values({ ...row, encoding: 'identity' })
      .execute()
    const url = `/api/derivatives/${team.file.urn}/${path}`
    for (const range of ['bytes=0-1', 'bytes=2-3']) {
      expect((await server.inject({ url, headers: { ...bearer(team.viewer), range } })).statusCode).toBe(206)
    }
    await call('HEAD', url, team.owner)
    expect(await recorded()).toEqual([
      {
        actor: team.viewer.id,
        action: 'file.export',
        subject: team.file.id,
        details: { export: 'model.glb', version: 1 },
      },
    ])
  })

  it('records each download of an original with its version number', async () => {
    await call('GET', ofFile('/original'), team.viewer)
    await call('GET', ofFile('/original?version=1'), team.viewer)
    expect((await recorded()).map(({ details }) => details['version'])).toEqual([1, 1])
  })
})

describe('audit of sign-in', () => {
  const attempt = (name: string, password: string) =>
    server.inject({ method: 'POST', url: '/api/auth/login', payload: { email: name, password } })
  beforeEach(() => server.services.database.deleteFrom('rate_limit').execute())

  it('records a failed attempt with the account but not with the password', async () => {
    await attempt(team.viewer.email, 'a wrong guess')
    await attempt(team.viewer.email, team.viewer.password)
    const rows = await recorded()
    expect(rows).toMatchObject([
      { actor: null, action: 'session.refused', subject: team.viewer.id, details: { reason: 'credentials' } },
      { actor: team.viewer.id, action: 'session.begin' },
    ])
    expect(JSON.stringify(rows)).not.toContain('guess')
  })

  it('records repeated failures once in ten minutes', async () => {
    const user = await server.createUser()
    before = await lastSequence()
    for (let round = 0; round < 4; round++) await attempt(user.email, `guess ${round}`)
    expect(await actions()).toEqual(['session.refused'])
    advanceMinutes(11)
    await attempt(user.email, 'another guess')
    expect(await actions()).toEqual(['session.refused', 'session.refused'])
  })

  it('records attempts with unknown names as one event without the names', async () => {
    for (const name of ['my-password-1@kamar.test', 'my-password-2@kamar.test', 'my-password-3@kamar.test']) {
      await attempt(name, 'a guess')
    }
    const rows = await recorded()
    expect(rows).toEqual([
      { actor: null, action: 'session.refused', subject: 'unknown', details: { reason: 'credentials' } },
    ])
  })

  it('records the reason for a rejected account', async () => {
    const { database } = server.services
    const user = await server.createUser()
    await database.updateTable('account').set({ status: 'rejected' }).where('id', '=', user.id).execute()
    before = await lastSequence()
    await attempt(user.email, user.password)
    expect(await recorded()).toMatchObject([
      { action: 'session.refused', subject: user.id, details: { reason: 'rejected' } },
    ])
  })
})

describe('audit of permissions', () => {
  it('records changed, removed and new members', async () => {
    const { id } = team.viewer
    const member = `/api/projects/${team.projectId}/people/${id}`
    await call('PATCH', member, team.owner, { role: 'editor' })
    await call('DELETE', member, team.owner)
    await share(server, { by: team.owner, fileId: team.file.id, email: team.viewer.email, role: 'viewer' })
    const subject = team.projectId
    expect(await recorded()).toEqual([
      {
        ...{ actor: team.owner.id, action: 'project.role', subject },
        details: { account: id, from: 'viewer', role: 'editor' },
      },
      { actor: team.owner.id, action: 'project.remove', subject, details: { account: id } },
      { actor: team.owner.id, action: 'project.share', subject, details: { account: id, role: 'viewer' } },
    ])
  })

  it('records invitations when they are sent and when they are withdrawn', async () => {
    const email = 'nobody-yet@kamar.test'
    const response = await share(server, { by: team.owner, fileId: team.file.id, email, role: 'viewer' })
    const invitation = response.json<ProjectPeople>().invitations.find((one) => one.email === email)
    await call('DELETE', `/api/projects/${team.projectId}/invitations/${invitation?.id}`, team.owner)
    expect(await recorded()).toMatchObject([
      { action: 'project.invite', subject: team.projectId, details: { email, role: 'viewer' } },
      { action: 'project.withdraw', actor: team.owner.id, subject: team.projectId, details: { email } },
    ])
  })
})

describe('audit of files', () => {
  it('records rename, deletion, restoration and permanent deletion with the file name', async () => {
    await call('PATCH', ofFile(), team.owner, { description: 'tower' })
    await call('DELETE', ofFile(), team.owner)
    await call('POST', ofFile('/restore'), team.owner)
    await call('DELETE', ofFile(), team.owner)
    await call('DELETE', `/api/auth/bin/${team.file.id}`, team.owner)
    expect(await actions()).toEqual(['file.rename', 'file.bin', 'file.restore', 'file.bin', 'file.purge'])
    expect((await recorded()).at(-1)).toMatchObject({ actor: team.owner.id, details: { name: 'tower.stl' } })
  })

  it('records the files of a deleted account as permanently deleted by the administrator', async () => {
    const [administrator, user] = [await server.administrator(), await server.createUser()]
    const file = await server.upload(user, 'pier.stl', `solid ${user.email}`)
    await call('DELETE', `/api/admin/users/${user.id}?files=delete`, administrator)
    expect((await recorded()).at(-1)).toEqual({
      actor: administrator.id,
      action: 'file.purge',
      subject: file.id,
      details: { name: 'pier.stl' },
    })
  })
})
