import {
  collaborationLimits as limits,
  type Topic,
  type TopicComment,
  type TopicEvent,
  type TopicPage,
} from '@kamar/contracts'
import { describe, expect, it } from 'vitest'
import { sampleViewpoint } from '../../testing/sample-bodies.js'
import { eachWithTeam, gatherTeam, type Team } from '../../testing/team.js'
import { bearer, type TestUser, type TestServer } from '../../testing/test-server.js'
import { describeModule } from '../../testing/describe-module.js'
import { topicsModule } from './module.js'

describeModule(topicsModule)

let server: TestServer
let team: Team
eachWithTeam((nextServer, nextTeam) => {
  server = nextServer
  team = nextTeam
})

const call = (by: TestUser, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', payload?: object) =>
  server.inject({
    method,
    url: `/api/auth/my-urns/${team.file.id}/topics${path}`,
    headers: bearer(by),
    ...(payload ? { payload } : {}),
  })
const open = async (form: object = {}, by = team.commenter): Promise<Topic> => {
  const response = await call(by, 'POST', '', { title: 'A duct meets a beam', ...form })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const list = async (query = '', by = team.owner): Promise<TopicPage> => (await call(by, 'GET', query)).json()
const titles = async (query: string, by?: TestUser): Promise<string[]> =>
  (await list(query, by)).topics.map(({ title }) => title)
const comment = async (topic: Topic, text: string, extra: object = {}, by = team.editor): Promise<TopicComment> =>
  (await call(by, 'POST', `/${topic.id}/comments`, { text, ...extra })).json()

describe('idempotency key', () => {
  const key = () => crypto.randomUUID()

  it('creates one comment and one notification for simultaneous and repeated requests', async () => {
    const topic = await open()
    const request = { key: key(), mentions: [team.owner.id] }
    const both = await Promise.all([comment(topic, 'Seen', request), comment(topic, 'Seen', request)])
    const again = await comment(topic, 'Seen', request)
    expect(new Set([...both, again].map(({ id }) => id)).size).toBe(1)
    expect(again.guid).toBe(request.key)
    expect((await call(team.owner, 'GET', `/${topic.id}`)).json()).toMatchObject({ comments: 1 })
    const notificationsResponse = await server.inject({
      method: 'GET',
      url: '/api/notifications',
      headers: bearer(team.owner),
    })
    expect(JSON.stringify(notificationsResponse.json()).split('"mentioned"')).toHaveLength(2)
    expect((await comment(topic, 'Seen', { key: key() })).id).not.toBe(again.id)
  })

  it('creates one topic', async () => {
    const form = { key: key() }
    const both = await Promise.all([open(form), open(form)])
    expect(both[0].id).toBe(both[1].id)
    expect((await open(form)).number).toBe(both[0].number)
    expect(await titles('')).toHaveLength(1)
  })

  it('is refused when it belongs to another user or is not a UUID', async () => {
    const topic = await open({ key: key() })
    const stolen = { title: 'Mine', key: topic.guid }
    expect((await call(team.editor, 'POST', '', stolen)).statusCode).toBe(409)
    const { guid } = await comment(topic, 'Mine', { key: key() })
    expect((await call(team.commenter, 'POST', `/${topic.id}/comments`, { text: 'x', key: guid })).statusCode).toBe(409)
    expect((await call(team.editor, 'POST', '', { title: 'Mine', key: 'again' })).statusCode).toBe(422)
  })
})

describe('topic', () => {
  it('is created with all BCF fields', async () => {
    const form = {
      title: '  Duct <b>meets</b> beam ',
      description: 'See <script>alert(1)</script>\nsecond line',
      type: 'Clash',
      priority: 'Critical',
      stage: 'Design',
      labels: ['MEP', 'Structure', 'MEP'],
      dueDate: '2026-12-24',
      assigneeId: team.editor.id,
      anchor: { point: [1, 2, 3.5], normal: [0, 0, 1], sourceId: '2O2Fr$t4X7Zf8NOew3FNr2' },
      viewpoint: sampleViewpoint,
    }
    const topic = await open(form)
    expect(topic).toMatchObject({
      number: 1,
      revision: 1,
      title: 'Duct <b>meets</b> beam',
      description: form.description,
      status: 'Open',
      isClosed: false,
      labels: ['MEP', 'Structure'],
      dueDate: '2026-12-24',
      assignee: { id: team.editor.id },
      author: { id: team.commenter.id },
      anchor: form.anchor,
      fileVersion: 1,
      mayChange: true,
      mayDelete: true,
      mayComment: true,
      discussion: [],
      viewpoints: [{ topicId: topic.id, author: { id: team.commenter.id }, snapshot: null }],
    })
    expect(topic.viewpointId).toBe(topic.viewpoints[0]?.id)
    expect((await call(team.viewer, 'GET', `/${topic.id}`)).json()).toMatchObject({
      title: topic.title,
      mayChange: false,
      mayDelete: false,
      mayComment: false,
    })
  })

  it('gets the next number, even for simultaneous requests', async () => {
    const openedTopics = await Promise.all([1, 2, 3, 4, 5].map(() => open()))
    expect(openedTopics.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5])
  })

  it('can be changed by its assignee and by editors, but by no other users', async () => {
    const topic = await open({}, team.editor)
    const change = (by: TestUser, revision: number, status: string) =>
      call(by, 'PATCH', `/${topic.id}`, { revision, status })
    expect((await change(team.viewer, 1, 'Closed')).statusCode).toBe(403)
    expect((await change(team.commenter, 1, 'Closed')).statusCode).toBe(403)
    expect((await change(team.outsider, 1, 'Closed')).statusCode).toBe(404)
    const assigned = await call(team.owner, 'PATCH', `/${topic.id}`, { revision: 1, assigneeId: team.commenter.id })
    expect(assigned.json()).toMatchObject({ revision: 2, assignee: { id: team.commenter.id } })
    expect((await change(team.commenter, 2, 'Resolved')).json()).toMatchObject({ status: 'Resolved', isClosed: true })
  })

  it('refuses a change of an outdated revision', async () => {
    const topic = await open()
    const responses = await Promise.all([
      call(team.owner, 'PATCH', `/${topic.id}`, { revision: 1, title: 'Mine' }),
      call(team.editor, 'PATCH', `/${topic.id}`, { revision: 1, title: 'Mine' }),
    ])
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(responses.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'changed-meanwhile' })
  })

  it('can be changed while others comment on it', async () => {
    const topic = await open()
    await comment(topic, 'Meanwhile')
    expect((await call(team.owner, 'PATCH', `/${topic.id}`, { revision: 1, title: 'New' })).statusCode).toBe(200)
  })

  it('keeps a history of its changes', async () => {
    const topic = await open()
    await call(team.owner, 'PATCH', `/${topic.id}`, {
      revision: 1,
      status: 'Closed',
      description: 'Longer',
      labels: ['A'],
    })
    await call(team.owner, 'PATCH', `/${topic.id}`, { revision: 2, assigneeId: team.viewer.id, status: 'Closed' })
    await comment(topic, 'Done')
    const events = (await call(team.viewer, 'GET', `/${topic.id}/history`)).json<TopicEvent[]>()
    expect(events.map(({ kind, field, to }) => [kind, field, to])).toEqual([
      ['created', null, null],
      ['changed', 'status', 'Closed'],
      ['changed', 'labels', 'A'],
      ['changed', 'description', null],
      ['changed', 'assignee', expect.stringContaining('person')],
      ['commented', null, null],
    ])
    expect(events[1]).toMatchObject({ actor: { id: team.owner.id }, from: 'Open' })
  })

  it('is deleted by editors together with its comments and history', async () => {
    const topic = await open()
    await comment(topic, 'Soon gone')
    expect((await call(team.viewer, 'DELETE', `/${topic.id}`)).statusCode).toBe(403)
    expect((await call(team.editor, 'DELETE', `/${topic.id}`)).json()).toEqual({ done: true })
    for (const path of ['', '/history'])
      expect((await call(team.owner, 'GET', `/${topic.id}${path}`)).statusCode).toBe(404)
    expect(await list()).toMatchObject({ total: 0, counts: { all: 0 } })
  })

  it('cannot be created by viewers', async () => {
    expect((await call(team.viewer, 'POST', '', { title: 'No' })).statusCode).toBe(403)
    expect((await call(team.outsider, 'POST', '', { title: 'No' })).statusCode).toBe(404)
  })

  it.each([
    ['no title', { title: ' ' }],
    ['an oversized title', { title: 'x'.repeat(limits.titleCharacters + 1) }],
    ['an oversized description', { description: 'x'.repeat(limits.textCharacters + 1) }],
    ['too many labels', { labels: Array.from({ length: limits.labelsPerTopic + 1 }, (_, index) => `label ${index}`) }],
    ['an invalid date', { dueDate: '2026-02-30' }],
    ['an invalid position', { anchor: { point: [1, 2, 'x'], normal: null, sourceId: null } }],
    ['a position beyond every model', { anchor: { point: [2e9, 0, 0], normal: null, sourceId: null } }],
    [
      'a sheet before the first',
      { anchor: { point: [0, 0, 0], normal: null, sourceId: null, sheet: { name: 'A1', index: -1 } } },
    ],
    ['an unknown field', { owner: 'me' }],
  ])('is rejected with %s', async (_, form) => {
    expect((await call(team.owner, 'POST', '', { title: 'Fine', ...form })).statusCode).toBe(422)
  })

  it('refuses an assignee who is not a member, with the same response for unknown accounts', async () => {
    const responses = await Promise.all(
      [team.outsider.id, '00000000-0000-7000-8000-00000000abcd', "' or 1=1 --"].map((assigneeId) =>
        call(team.owner, 'POST', '', { title: 'For whom?', assigneeId }),
      ),
    )
    expect(responses[0]?.json()).toMatchObject({ status: 422, code: 'not-a-member' })
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1)
  })

  it('is not found under another file', async () => {
    const topic = await open()
    const other = await gatherTeam(server)
    for (const [method, path, payload] of [
      ['GET', '', undefined],
      ['PATCH', '', { revision: 1, title: 'Stolen' }],
      ['DELETE', '', undefined],
      ['GET', '/history', undefined],
      ['POST', '/comments', { text: 'Stolen' }],
      ['POST', '/viewpoints', sampleViewpoint],
    ] as const) {
      const response = await server.inject({
        method,
        url: `/api/auth/my-urns/${other.file.id}/topics/${topic.id}${path}`,
        headers: bearer(other.owner),
        ...(payload ? { payload } : {}),
      })
      expect(response.statusCode, `${method} ${path}`).toBe(404)
    }
    expect((await call(team.owner, 'GET', `/${topic.id}`)).json()).toMatchObject({ title: topic.title, comments: 0 })
  })
})

describe('topic list', () => {
  it('supports filters, sorting and counts', async () => {
    await open({ title: 'Alpha', priority: 'Minor', labels: ['MEP'], dueDate: '2020-01-01', type: 'Clash' })
    await open({ title: 'Beta', priority: 'Critical', assigneeId: team.owner.id, stage: 'Design' }, team.owner)
    await open({ title: 'Gamma', status: 'Closed', dueDate: '2020-01-01', labels: ['MEP', 'Pipe'] })
    expect(await titles('')).toEqual(['Gamma', 'Beta', 'Alpha'])
    expect(await titles('?state=open')).toEqual(['Beta', 'Alpha'])
    expect(await titles('?status=closed')).toEqual(['Gamma'])
    expect(await titles('?label=MEP&sort=title')).toEqual(['Alpha', 'Gamma'])
    expect(await titles('?sort=priority')).toEqual(['Beta', 'Alpha', 'Gamma'])
    expect(await titles('?overdue=true')).toEqual(['Alpha'])
    expect(await titles('?mine=assigned')).toEqual(['Beta'])
    expect(await titles('?mine=created', team.commenter)).toEqual(['Gamma', 'Alpha'])
    expect(await titles('?assignee=nobody&type=clash')).toEqual(['Alpha'])
    expect(await titles(`?assignee=${team.owner.id}`)).toEqual(['Beta'])
    expect(await titles('?assignee=nonsense')).toEqual([])
    expect(await titles(`?author=${team.commenter.id}&stage=Design`)).toEqual([])
    expect(await list()).toMatchObject({
      total: 3,
      mayCreate: true,
      counts: { all: 3, open: 2, closed: 1, mine: 1, overdue: 1 },
      facets: {
        status: [
          { value: 'Open', topics: 2 },
          { value: 'Closed', topics: 1 },
        ],
        label: [
          { value: 'MEP', topics: 2 },
          { value: 'Pipe', topics: 1 },
        ],
        assignee: [{ person: { id: team.owner.id }, topics: 1 }],
      },
    })
    expect(await list('', team.viewer)).toMatchObject({ total: 3, mayCreate: false, counts: { mine: 0 } })
  })

  it('searches titles, descriptions, comments and numbers, and treats wildcards as text', async () => {
    const first = await open({ title: 'Վթարային ելք 100%', description: 'Near the STAIRS' })
    await comment(first, 'The landing_is short', {})
    await open({ title: 'Another' })
    expect(await titles('?text=ՎԹԱՐ')).toEqual([first.title])
    expect(await titles('?text=stairs')).toEqual([first.title])
    expect(await titles('?text=landing_is')).toEqual([first.title])
    expect(await titles('?text=%25')).toEqual([first.title])
    expect(await titles('?text=_')).toEqual([first.title])
    expect(await titles('?text=%232')).toEqual(['Another'])
    expect(await titles(`?text=${encodeURIComponent("' or true --")}`)).toEqual([])
  })

  it('preserves a place on a sheet, whose coordinates may exceed those of models', async () => {
    const anchor = { point: [4.5e9, -7, 0], normal: null, sourceId: '2A', sheet: { name: 'A-101', index: 1 } }
    expect((await open({ title: 'Stair', anchor })).anchor).toEqual(anchor)
  })

  it('filters by element', async () => {
    await open({ title: 'Pinned', anchor: { point: [0, 0, 0], normal: null, sourceId: 'door-1' } })
    await open({ title: 'Selected', viewpoint: { ...sampleViewpoint, selection: ['door-1', 'door-2'] } })
    await open({ title: 'Neither' })
    expect(await titles('?sourceId=door-1&sort=title')).toEqual(['Pinned', 'Selected'])
    expect(await titles('?sourceId=door-2')).toEqual(['Selected'])
  })

  it('returns pages', async () => {
    for (const title of ['A', 'B', 'C']) await open({ title })
    expect(await titles('?sort=title&limit=2')).toEqual(['A', 'B'])
    expect(await list('?sort=title&limit=2&page=2')).toMatchObject({
      total: 3,
      page: 2,
      pages: 2,
      topics: [{ title: 'C' }],
    })
    expect(await titles('?page=9')).toEqual([])
    for (const query of ['?limit=0', '?limit=201', '?page=0', '?sort=size', '?mine=theirs', '?x=1']) {
      expect((await call(team.owner, 'GET', query)).statusCode, query).toBe(422)
    }
  })
})

describe('comment', () => {
  it('stores text unchanged and can refer to another comment and to a viewpoint', async () => {
    const topic = await open()
    const first = await comment(topic, '<img src=x onerror=alert(1)> @Ani & "quotes"')
    expect(first).toMatchObject({
      text: '<img src=x onerror=alert(1)> @Ani & "quotes"',
      mayChange: true,
      editedAt: null,
    })
    const second = await comment(topic, 'See here', { viewpoint: sampleViewpoint, replyToId: first.id }, team.commenter)
    const read = (await call(team.viewer, 'GET', `/${topic.id}`)).json<Topic>()
    expect(read).toMatchObject({
      comments: 2,
      discussion: [{ id: first.id }, { id: second.id, replyToId: first.id, viewpointId: read.viewpoints[0]?.id }],
    })
    expect(read.discussion.map(({ mayChange, mayDelete }) => [mayChange, mayDelete])).toEqual([
      [false, false],
      [false, false],
    ])
  })

  it('can be changed by its author only and deleted by editors', async () => {
    const topic = await open()
    const { id } = await comment(topic, 'First', {}, team.commenter)
    const change = (by: TestUser, revision: number) =>
      call(by, 'PATCH', `/${topic.id}/comments/${id}`, { text: 'Second', revision })
    expect((await change(team.editor, 1)).statusCode).toBe(403)
    expect((await change(team.owner, 1)).statusCode).toBe(403)
    expect((await change(team.commenter, 1)).json()).toMatchObject({
      text: 'Second',
      revision: 2,
      editedAt: expect.any(String),
    })
    expect((await change(team.commenter, 1)).json()).toMatchObject({ code: 'changed-meanwhile' })
    expect((await call(team.viewer, 'DELETE', `/${topic.id}/comments/${id}`)).statusCode).toBe(403)
    expect((await call(team.editor, 'DELETE', `/${topic.id}/comments/${id}`)).json()).toEqual({ done: true })
    expect((await call(team.editor, 'DELETE', `/${topic.id}/comments/${id}`)).statusCode).toBe(404)
  })

  it('accepts mentions of members only', async () => {
    const topic = await open()
    const mentions = [team.viewer.id, team.outsider.id, '00000000-0000-7000-8000-00000000abcd']
    const createdComment = await comment(topic, '@all', { mentions })
    expect(createdComment.mentions).toEqual([{ id: team.viewer.id, name: expect.any(String) }])
    const outsiderNotifications = await server.inject({ url: '/api/notifications', headers: bearer(team.outsider) })
    expect(outsiderNotifications.json()).toEqual({ notifications: [], next: null, unread: 0 })
  })

  it('can refer only to comments and viewpoints of the same topic', async () => {
    const [topic, other] = [await open(), await open({ viewpoint: sampleViewpoint })]
    const foreign = await comment(other, 'Elsewhere')
    for (const extra of [{ replyToId: foreign.id }, { viewpointId: other.viewpointId }, { replyToId: 'x' }]) {
      expect((await call(team.editor, 'POST', `/${topic.id}/comments`, { text: 'Hm', ...extra })).statusCode).toBe(422)
    }
    expect(
      (await call(team.editor, 'PATCH', `/${topic.id}/comments/${foreign.id}`, { text: 'x', revision: 1 })).statusCode,
    ).toBe(404)
  })
})
