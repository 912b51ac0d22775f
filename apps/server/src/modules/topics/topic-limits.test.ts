import { collaborationLimits as limits, type Topic } from '@kamar/contracts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { sampleViewpoint } from '../../testing/sample-bodies.js'
import { eachWithTeam, type Team } from '../../testing/team.js'
import { bearer, type TestUser, type TestServer } from '../../testing/test-server.js'

let server: TestServer
let team: Team
eachWithTeam((nextServer, nextTeam) => {
  server = nextServer
  team = nextTeam
})

const call = (by: TestUser, method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) =>
  server.inject({
    method,
    url: `/api/auth/my-urns/${team.file.id}${path}`,
    headers: bearer(by),
    ...(payload ? { payload } : {}),
  })
const openTopic = async (): Promise<Topic> => (await call(team.owner, 'POST', '/topics', { title: 'T' })).json()
const database = () => server.services.database
/** Inserts the maximum number of rows, bypassing the API. */
const fill = {
  topics: (count: number) => sql`
    insert into topic (id, file_id, guid, number, title, search_text, author_name, changed_by_name)
    select gen_random_uuid(), ${team.file.id}, 'g' || n, n, 't', 't', 'a', 'a' from generate_series(1, ${count}) as n`,
  comments: (topicId: string, count: number) => sql`
    insert into comment (id, topic_id, guid, text, search_text, author_name)
    select gen_random_uuid(), ${topicId}, 'g' || n, 't', 't', 'a' from generate_series(1, ${count}) as n`,
  viewpoints: (topicId: string | null, count: number) => sql`
    insert into viewpoint (id, file_id, topic_id, guid, state, author_name)
    select gen_random_uuid(), ${team.file.id}, ${topicId}::uuid, 'g' || n, '{}', 'a' from generate_series(1, ${count}) as n`,
  links: (versionUrn: string, count: number) => sql`
    insert into share_link (id, file_version_id, project_id, secret_hash, may_download)
    select gen_random_uuid(), file_version.id, ${team.projectId}, ${versionUrn} || n, false
    from file_version, generate_series(1, ${count}) as n where urn = ${versionUrn}`,
}

describe('collaboration limit', () => {
  it('allows twenty thousand topics per file and refuses one more', async () => {
    await fill.topics(limits.topicsPerFile - 1).execute(database())
    const last = await openTopic()
    expect(last.number).toBe(limits.topicsPerFile)
    const refused = await call(team.owner, 'POST', '/topics', { title: 'One more' })
    expect(refused.json()).toMatchObject({ status: 409, code: 'too-many', details: { most: limits.topicsPerFile } })
    const page = await call(team.viewer, 'GET', '/topics?sort=number&limit=2&page=10000')
    expect(page.json()).toMatchObject({ total: limits.topicsPerFile, topics: [{ number: 19_999 }, { number: 20_000 }] })
  })

  it('applies to the comments of a topic', async () => {
    const topic = await openTopic()
    await fill.comments(topic.id, limits.commentsPerTopic - 1).execute(database())
    const comment = () => call(team.owner, 'POST', `/topics/${topic.id}/comments`, { text: 'Last' })
    expect((await comment()).statusCode).toBe(200)
    expect((await comment()).json()).toMatchObject({ code: 'too-many', details: { most: limits.commentsPerTopic } })
    expect((await call(team.owner, 'GET', `/topics/${topic.id}`)).json()).toMatchObject({
      comments: limits.commentsPerTopic,
    })
  })

  it('applies to the viewpoints of a topic and the saved views of a file', async () => {
    const topic = await openTopic()
    await fill.viewpoints(topic.id, limits.viewpointsPerTopic - 1).execute(database())
    await fill.viewpoints(null, limits.viewsPerFile - 1).execute(database())
    for (const path of [`/topics/${topic.id}/viewpoints`, '/views']) {
      expect((await call(team.owner, 'POST', path, sampleViewpoint)).statusCode, path).toBe(200)
      expect((await call(team.owner, 'POST', path, sampleViewpoint)).json(), path).toMatchObject({ code: 'too-many' })
    }
    const commented = await call(team.owner, 'POST', `/topics/${topic.id}/comments`, {
      text: 'With a view',
      viewpoint: sampleViewpoint,
    })
    expect(commented.json()).toMatchObject({ code: 'too-many', details: { most: limits.viewpointsPerTopic } })
    expect((await call(team.owner, 'GET', `/topics/${topic.id}`)).json()).toMatchObject({ comments: 0 })
  })

  it('applies to the share links of a file', async () => {
    await fill.links(team.file.urn, limits.linksPerFile - 1).execute(database())
    const link = () => call(team.owner, 'POST', '/links', { mayDownload: false, expiresAt: null })
    expect((await link()).statusCode).toBe(200)
    expect((await link()).json()).toMatchObject({ code: 'too-many', details: { most: limits.linksPerFile } })
  })

  it('refuses a BCF export of more than two thousand topics', async () => {
    await fill.topics(2001).execute(database())
    expect((await call(team.owner, 'GET', '/bcf')).json()).toMatchObject({ status: 409, code: 'too-many' })
    expect((await call(team.owner, 'GET', '/bcf?text=%231')).statusCode).toBe(200)
  })
})

describe('topic input', () => {
  it('stores templates, SQL, paths and bidirectional control characters as plain text', async () => {
    const samples = [
      '{{name}}',
      '${7*7}',
      "'); drop table topic; --",
      '%00',
      '../../etc/passwd',
      '\u202egnp.exe',
      '🏗️ Հայերեն',
    ]
    for (const title of samples) {
      const topic = (
        await call(team.owner, 'POST', '/topics', { title, description: title, labels: [title] })
      ).json<Topic>()
      expect(topic).toMatchObject({ title, description: title, labels: [title] })
      const listResponse = await call(team.owner, 'GET', `/topics?label=${encodeURIComponent(title)}&limit=1`)
      expect(listResponse.json(), title).toMatchObject({ total: 1, topics: [{ title }] })
    }
  })

  it('rejects NUL characters', async () => {
    const response = await call(team.owner, 'POST', '/topics', { title: 'a\u0000b' })
    expect(response.statusCode).toBe(422)
    const comment = await call(team.owner, 'POST', `/topics/${(await openTopic()).id}/comments`, { text: '\u0000' })
    expect(comment.statusCode).toBe(422)
  })

  it('rejects a mention that is not an account id', async () => {
    const { id } = await openTopic()
    for (const [path, payload] of [
      ['/topics', { title: 'a' }],
      [`/topics/${id}/comments`, { text: 'a' }],
    ] as const) {
      const response = await call(team.owner, 'POST', path, { ...payload, mentions: ['nobody'] })
      expect(response.json(), path).toMatchObject({ status: 422, details: { field: 'body.mentions.0' } })
    }
  })

  it.each([
    ['an array', '[]'],
    ['a missing body', 'null'],
    ['deep nesting', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['a __proto__ key', '{"title":"t","__proto__":{"isAdmin":true}}'],
    ['a truncated body', '{"title":"t"'],
  ])('rejects %s', async (_, payload) => {
    const response = await server.inject({
      method: 'POST',
      url: `/api/auth/my-urns/${team.file.id}/topics`,
      headers: { ...bearer(team.owner), 'content-type': 'application/json' },
      payload,
    })
    expect([400, 422]).toContain(response.statusCode)
  })
})
