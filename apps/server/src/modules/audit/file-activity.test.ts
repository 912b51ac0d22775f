import type { FileActivity, NewShareLink } from '@kamar/contracts'
import { describe, expect, it } from 'vitest'
import { eachWithTeam, type Team } from '../../testing/team.js'
import { bearer, type TestUser, type TestServer } from '../../testing/test-server.js'

let server: TestServer
let team: Team
eachWithTeam((testServer, members) => {
  server = testServer
  team = members
})

const call = (method: 'GET' | 'POST' | 'PATCH', url: string, by: TestUser, payload?: object) =>
  server.inject({ method, url, headers: bearer(by), ...(payload ? { payload } : {}) })
const ofFile = (path = ''): string => `/api/auth/my-urns/${team.file.id}${path}`
const activity = async (before?: number): Promise<FileActivity> => {
  const response = await call('GET', ofFile(`/activity${before === undefined ? '' : `?before=${before}`}`), team.owner)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const open = async (by: TestUser): Promise<void> => {
  await server.services.database
    .updateTable('translation')
    .set({ state: 'succeeded', finished_at: new Date(), manifest: '{}' })
    .where('id', '=', await server.findTranslationId(team.file))
    .execute()
  await call('GET', `/api/derivatives/${team.file.urn}/manifest.json`, by)
}
const openLink = async (name: string): Promise<NewShareLink> => {
  const form = { mayDownload: false, expiresAt: null, name }
  const shareLink = (await call('POST', ofFile('/links'), team.owner, form)).json<NewShareLink>()
  await server.inject({ method: 'POST', url: '/api/share-links/open', payload: { secret: shareLink.secret } })
  return shareLink
}
const getLocalPart = (user: TestUser): string => user.email.split('@')[0] ?? ''

describe('GET /api/auth/my-urns/:id/activity', () => {
  it('lists events of the file, its topics and its project members, newest first', async () => {
    await open(team.viewer)
    await call('GET', ofFile('/original'), team.editor)
    const topic = await call('POST', ofFile('/topics'), team.owner, { title: 'A crack' })
    const { id } = topic.json<{ id: string }>()
    await call('POST', ofFile(`/topics/${id}/comments`), team.commenter, { text: 'Seen' })
    await call('PATCH', `/api/projects/${team.projectId}/people/${team.viewer.id}`, team.owner, { role: 'editor' })
    const { events, names } = await activity()
    expect(events.map(({ action, actorName, subjectName }) => [action, actorName, subjectName])).toEqual([
      ['project.role', getLocalPart(team.owner), 'house'],
      ['topic.comment', getLocalPart(team.commenter), 'A crack'],
      ['topic.create', getLocalPart(team.owner), 'A crack'],
      ['file.download', getLocalPart(team.editor), 'house.stl'],
      ['file.open', getLocalPart(team.viewer), 'house.stl'],
      ['file.move', getLocalPart(team.owner), 'house.stl'],
      ['file.upload', getLocalPart(team.owner), 'house.stl'],
    ])
    expect(names[team.viewer.id]).toBe(getLocalPart(team.viewer))
    await call('PATCH', `/api/projects/${team.projectId}/people/${team.viewer.id}`, team.owner, { role: 'viewer' })
  })

  it('names everyone who opened the file in the last seven days once, also through a link', async () => {
    await open(team.viewer)
    await open(team.editor)
    await openLink('Town hall')
    await openLink('')
    const { openers } = await activity()
    expect(openers.map(({ isGuest, name }) => [name, isGuest])).toEqual([
      [null, true],
      ['Town hall', true],
      [getLocalPart(team.editor), false],
      [getLocalPart(team.viewer), false],
    ])
  })

  it('omits internal details of events', async () => {
    await call('GET', ofFile('/original'), team.editor)
    const [download] = (await activity()).events
    expect(download?.details).toEqual({ version: 1 })
  })

  it('is paginated and names openers on the first page only', async () => {
    await open(team.viewer)
    for (let count = 0; count < 21; count++) await call('GET', ofFile('/original'), team.owner)
    const first = await activity()
    expect(first.events).toHaveLength(20)
    const second = await activity(first.next ?? 0)
    expect(second).toMatchObject({ next: null, openers: [] })
    expect(second.events.map(({ action }) => action)).toEqual([
      'file.download',
      'file.open',
      'file.move',
      'file.upload',
    ])
  })

  it.each(['editor', 'commenter', 'viewer'] as const)('is forbidden to members with the role %s', async (role) => {
    expect((await call('GET', ofFile('/activity'), team[role])).json()).toMatchObject({ code: 'not-allowed' })
  })

  it('answers 404 to users outside the project', async () => {
    expect((await call('GET', ofFile('/activity'), team.outsider)).statusCode).toBe(404)
  })
})
