import type { LiveEvent, NotificationPage, NotificationRecord, Topic } from '@kamar/contracts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listenAs } from '../../testing/live-listener.js'
import { findMail } from '../../testing/mails.js'
import { sampleViewpoint } from '../../testing/sample-bodies.js'
import { gatherTeam, startOver, type Team } from '../../testing/team.js'
import { bearer, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'
import { describeModule } from '../../testing/describe-module.js'
import { notificationsModule } from './module.js'

describeModule(notificationsModule)

let server: TestServer
let address: string
let team: Team
const open: AbortController[] = []
beforeAll(async () => {
  server = await startTestServer()
  address = await server.listen()
  team = await gatherTeam(server)
})
beforeEach(async () => {
  team = await startOver(server, team)
})
afterEach(() => {
  for (const controller of open.splice(0)) controller.abort()
})
afterAll(() => server.close())

const call = (by: TestUser, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  server.inject({ method, url, headers: bearer(by), ...(payload ? { payload } : {}) })
const about = (path: string): string => `/api/auth/my-urns/${team.file.id}${path}`
const openTopic = async (form: object = {}, by = team.commenter): Promise<Topic> =>
  (await call(by, 'POST', about('/topics'), { title: 'A duct meets a beam', ...form })).json()
const page = async (of: TestUser, query = ''): Promise<NotificationPage> =>
  (await call(of, 'GET', `/api/notifications${query}`)).json()
/** Lists the kinds since the file was shared, oldest first. */
const kinds = async (of: TestUser): Promise<string[]> =>
  (await page(of)).notifications
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'shared')
    .toReversed()

describe('topic notification', () => {
  it('is sent to mentioned users, assignees and authors, but not to the actor', async () => {
    const topic = await openTopic({ assigneeId: team.editor.id, mentions: [team.owner.id, team.commenter.id] })
    const comments = about(`/topics/${topic.id}/comments`)
    await call(team.editor, 'POST', comments, { text: 'Done, @viewer', mentions: [team.viewer.id] })
    await call(team.editor, 'PATCH', about(`/topics/${topic.id}`), { revision: 1, status: 'Resolved' })
    expect(await kinds(team.owner)).toEqual(['mentioned'])
    expect(await kinds(team.editor)).toEqual(['assigned'])
    expect(await kinds(team.commenter)).toEqual(['commented', 'status-changed'])
    expect(await kinds(team.viewer)).toEqual(['mentioned'])
    expect(await kinds(team.outsider)).toEqual([])
    expect((await page(team.viewer)).notifications[0]).toMatchObject({
      actor: { id: team.editor.id },
      file: { id: team.file.id, urn: team.file.urn, description: 'house.stl' },
      topic: { id: topic.id, number: 1, title: topic.title, status: 'Resolved' },
      commentId: expect.any(String),
      excerpt: 'Done, @viewer',
      readAt: null,
    })
  })

  it('is sent once per comment and again for a mention that is added later', async () => {
    const topic = await openTopic()
    const commentResponse = await call(team.editor, 'POST', about(`/topics/${topic.id}/comments`), {
      text: 'Hm',
      mentions: [team.commenter.id, team.commenter.id],
    })
    expect(await kinds(team.commenter)).toEqual(['mentioned'])
    const { id } = commentResponse.json<{ id: string }>()
    const change = { text: 'Hm @both', revision: 1, mentions: [team.commenter.id, team.viewer.id] }
    await call(team.editor, 'PATCH', about(`/topics/${topic.id}/comments/${id}`), change)
    expect(await kinds(team.commenter)).toEqual(['mentioned'])
    expect(await kinds(team.viewer)).toEqual(['mentioned'])
  })

  it('is also sent by mail in the language of the user, unless mails are disabled', async () => {
    const { database } = server.services
    await database.updateTable('account').set({ locale: 'hy' }).where('id', '=', team.viewer.id).execute()
    await database
      .updateTable('account')
      .set({ preferences: JSON.stringify({ emailNotifications: false }) })
      .where('id', '=', team.editor.id)
      .execute()
    const mentions = [team.viewer.id, team.editor.id]
    const topic = await openTopic({ mentions, description: 'Please <b>look</b>' })
    const mail = await findMail(server, team.viewer.email, 'topic-news')
    expect(mail?.subject).toContain('նշել է ձեզ')
    expect(mail?.text).toContain(`/ViewerPage?urn=${team.file.urn}&topic=${topic.id}`)
    expect(mail?.html).toContain('Please &lt;b&gt;look&lt;/b&gt;')
    expect(await findMail(server, team.editor.email, 'topic-news')).toBeNull()
    expect(await kinds(team.editor)).toEqual(['mentioned'])
  })

  it('is bundled by mail during a series of comments', async () => {
    const topic = await openTopic()
    for (const text of ['One', 'Two', 'Three']) {
      await call(team.editor, 'POST', about(`/topics/${topic.id}/comments`), { text })
    }
    expect(await kinds(team.commenter)).toEqual(['commented', 'commented', 'commented'])
    const mails = await server.services.database
      .selectFrom('outbox_mail')
      .select('id')
      .where('template', '=', 'topic-news')
      .where('recipient', '=', team.commenter.email)
      .execute()
    // Two if the quiet period ended in between.
    expect(mails.length).toBeLessThan(3)
    expect(mails.length).toBeGreaterThan(0)
  })
})

describe('GET /api/notifications', () => {
  it('returns pages, supports partial marking as read and counts unread entries', async () => {
    const first = await openTopic({ mentions: [team.viewer.id], title: 'First' })
    await openTopic({ mentions: [team.viewer.id], title: 'Second' })
    const newest = await page(team.viewer, '?limit=2')
    expect(newest).toMatchObject({
      unread: 3,
      notifications: [{ topic: { title: 'Second' } }, { topic: { title: 'First' } }],
      next: expect.any(String),
    })
    expect(await page(team.viewer, `?limit=2&after=${newest.next}`)).toMatchObject({
      notifications: [{ kind: 'shared' }],
      next: null,
    })
    const read = async (body: object, by = team.viewer) =>
      (await call(by, 'POST', '/api/notifications/read', body)).json()
    expect(await read({ topicId: first.id })).toEqual({ unread: 2 })
    const ids = newest.notifications.map(({ id }) => id)
    expect(await read({ ids }, team.outsider)).toEqual({ unread: 0 })
    expect((await page(team.viewer)).unread).toBe(2)
    expect(await read({ ids: [...ids, 'nonsense'] })).toEqual({ unread: 1 })
    expect((await page(team.viewer, '?unread=true')).notifications).toMatchObject([{ kind: 'shared' }])
    expect(await read({})).toEqual({ unread: 0 })
    expect((await page(team.viewer, '?after=nonsense')).notifications).toHaveLength(3)
  })

  it('omits notifications about a deleted topic', async () => {
    const topic = await openTopic({ mentions: [team.viewer.id] })
    await call(team.editor, 'DELETE', about(`/topics/${topic.id}`))
    expect(await kinds(team.viewer)).toEqual([])
  })
})

describe('live events', () => {
  const isTopic =
    (change: string) =>
    (event: LiveEvent): boolean =>
      event.type === 'topic' && event.change === change

  it('report topic and view changes only to users with access to the file', async () => {
    const [live, otherStream] = [
      await listenAs(address, team.viewer, open),
      await listenAs(address, team.outsider, open),
    ]
    const topic = await openTopic()
    expect((await live.until(isTopic('created'))).at(-1)).toEqual({
      type: 'topic',
      fileId: team.file.id,
      topicId: topic.id,
      change: 'created',
      revision: 1,
    })
    await call(team.editor, 'POST', about(`/topics/${topic.id}/comments`), { text: 'Hm' })
    await live.until(isTopic('changed'))
    await call(team.editor, 'POST', about('/views'), sampleViewpoint)
    await live.until((event) => event.type === 'views' && event.fileId === team.file.id)
    await call(team.editor, 'DELETE', about(`/topics/${topic.id}`))
    await live.until(isTopic('removed'))
    await server.upload(team.outsider, 'own.stl')
    await otherStream.until((event) => event.type === 'file')
    expect(otherStream.events.map(({ type }) => type)).toEqual(['file'])
  })

  it('deliver a notification with the unread count to every device of the recipient', async () => {
    const devices = [await listenAs(address, team.viewer, open), await listenAs(address, team.viewer, open)]
    await openTopic({ mentions: [team.viewer.id], title: 'Look' })
    const isNotification = (event: LiveEvent): boolean => event.type === 'notification'
    for (const device of devices) {
      const event = (await device.until(isNotification)).at(-1)
      expect(event).toMatchObject({ unread: 2, notification: { kind: 'mentioned', topic: { title: 'Look' } } })
      expect((event as { notification: NotificationRecord }).notification.readAt).toBeNull()
    }
    await call(team.viewer, 'POST', '/api/notifications/read', {})
    for (const device of devices) {
      await device.until((event) => event.type === 'notification' && event.notification === null && event.unread === 0)
    }
  })

  it('report a removal to the member and include the role of the recipient in file events', async () => {
    const live = await listenAs(address, team.editor, open)
    await call(team.owner, 'POST', about('/retry'))
    const file = (await live.until((event) => event.type === 'file')).at(-1)
    expect(file).toMatchObject({ file: { sharing: { role: 'editor', mine: false, owner: { id: team.owner.id } } } })
    await call(team.owner, 'DELETE', `/api/projects/${team.projectId}/people/${team.editor.id}`)
    await live.until((event) => event.type === 'people' && event.projectId === team.projectId)
    const before = live.events.length
    await openTopic()
    await call(team.editor, 'POST', '/api/notifications/read', {})
    await live.until((event) => event.type === 'notification')
    expect(live.events.slice(before).map(({ type }) => type)).toEqual(['notification'])
  })
})
