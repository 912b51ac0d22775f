import type { AllTopicsPage, Topic, TopicBulkResult } from '@kamar/contracts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { eachWithTeam, type Team, withNewFile } from '../../../testing/team.js'
import { bearer, type TestServer, type TestUser } from '../../../testing/test-server.js'

let server: TestServer
let team: Team
eachWithTeam((nextServer, nextTeam) => {
  server = nextServer
  team = nextTeam
})

const open = async (form: object = {}, of = team): Promise<Topic> => {
  const response = await server.inject({
    method: 'POST',
    url: `/api/auth/my-urns/${of.file.id}/topics`,
    headers: bearer(of.owner),
    payload: { title: 'A crack', ...form },
  })
  return response.json()
}
const list = async (query = '', by = team.owner): Promise<AllTopicsPage> =>
  (await server.inject({ url: `/api/auth/topics?project=${team.projectId}&${query}`, headers: bearer(by) })).json()
const titles = async (query: string, by?: TestUser): Promise<string[]> =>
  (await list(query, by)).topics.map(({ title }) => title)
const change = async (topics: readonly Topic[], fields: object, by = team.owner): Promise<TopicBulkResult> => {
  const response = await server.inject({
    method: 'POST',
    url: '/api/auth/topics/changes',
    headers: bearer(by),
    payload: { topics: topics.map(({ id }) => ({ fileId: team.file.id, topicId: id })), change: fields },
  })
  return response.json()
}

describe('list of the topics of all files', () => {
  it('has the topics of every file that the caller may see, with file and rights', async () => {
    const other = await withNewFile(server, team, 'roof.stl')
    await open({ title: 'In the house' })
    await open({ title: 'On the roof' }, other)
    const page = await list('sort=title')
    expect(page.topics.map(({ file, mayChange, title }) => [title, file.name, mayChange])).toEqual([
      ['In the house', team.file.description, true],
      ['On the roof', 'roof.stl', true],
    ])
    expect((await list('sort=title', team.viewer)).topics.map(({ mayChange }) => mayChange)).toEqual([false, false])
    expect(await titles('', team.outsider)).toEqual([])
    expect(await titles(`file=${other.file.id}`)).toEqual(['On the roof'])
  })

  it('omits topics of files in the bin', async () => {
    await open()
    const { database } = server.services
    await database.updateTable('file').set({ deleted_at: new Date() }).where('id', '=', team.file.id).execute()
    expect(await titles(`file=${team.file.id}`)).toEqual([])
  })

  it('filters by owner, due date, label, state and text, and sorts by assignee and status', async () => {
    const assigneeId = team.editor.id
    await open({ title: 'Late', dueDate: '2020-01-01', labels: ['MEP'] })
    await open({ title: 'Assigned', assigneeId })
    await open({ title: 'Done', status: 'Closed' })
    const filter = `file=${team.file.id}`
    expect(await titles(`${filter}&overdue=true`)).toEqual(['Late'])
    expect(await titles(`${filter}&mine=assigned`, team.editor)).toEqual(['Assigned'])
    expect(await titles(`${filter}&label=MEP`)).toEqual(['Late'])
    expect(await titles(`${filter}&state=closed`)).toEqual(['Done'])
    expect(await titles(`${filter}&text=assign`)).toEqual(['Assigned'])
    expect((await titles(`${filter}&sort=assignee`))[0]).toBe('Assigned')
    expect((await titles(`${filter}&sort=status`))[0]).toBe('Done')
  })

  it('counts open topics of the caller, and offers the values of all of them as filters', async () => {
    const before = await list('', team.editor)
    await open({ assigneeId: team.editor.id, labels: ['facade'] })
    const { counts, facets } = await list('', team.editor)
    const response = await server.inject({ url: '/api/auth/topics/mine', headers: bearer(team.editor) })
    expect(response.json()).toMatchObject({ open: counts.mine })
    expect(counts.mine).toBe(before.counts.mine + 1)
    expect(facets.label).toContainEqual({ value: 'facade', topics: 1 })
    expect(facets.file).toContainEqual({ id: team.file.id, name: team.file.description, topics: 1 })
    expect(facets.assignee.map((row) => row.person.id)).toContain(team.editor.id)
  })

  it('returns one page after another of ten thousand topics', async () => {
    await sql`
      insert into topic (id, file_id, guid, number, title, search_text, status, author_name, changed_by_name)
      select gen_random_uuid(), ${team.file.id}, 'g' || n, n, 't' || n, 't' || n, 'Open', 'a', 'a'
      from generate_series(1, 10000) as n`.execute(server.services.database)
    const page = await list(`file=${team.file.id}&sort=number&limit=2&page=5000`)
    expect(page).toMatchObject({ total: 10_000, pages: 5000, topics: [{ number: 9999 }, { number: 10_000 }] })
  })
})

describe('change of many topics', () => {
  it('sets status, due date and assignee, and adds a label to the others', async () => {
    const topics = [await open({ labels: ['A'] }), await open()]
    const fields = { status: 'Closed', dueDate: '2027-01-02', assigneeId: team.editor.id, addLabel: 'checked' }
    expect(await change(topics, fields)).toEqual({ changed: 2, failed: [] })
    const page = await list(`file=${team.file.id}&sort=number`)
    expect(page.topics).toMatchObject([
      { status: 'Closed', dueDate: '2027-01-02', assignee: { id: team.editor.id }, labels: ['A', 'checked'] },
      { status: 'Closed', labels: ['checked'] },
    ])
  })

  it('changes those that the caller may, and lists the others with the reason', async () => {
    const [foreign, assigned] = [await open(), await open({ assigneeId: team.commenter.id })]
    const result = await change([foreign, assigned], { status: 'In Progress' }, team.commenter)
    expect(result).toEqual({ changed: 1, failed: [{ topicId: foreign.id, code: 'not-allowed' }] })
    const page = await list(`file=${team.file.id}&sort=number`)
    expect(page.topics.map(({ status }) => status)).toEqual(['Open', 'In Progress'])
    expect((await change([foreign], { status: 'Closed' }, team.outsider)).failed).toMatchObject([{ code: 'not-found' }])
  })

  it('refuses an assignee who is no member, without changing anything', async () => {
    const topic = await open()
    const result = await change([topic], { status: 'Closed', assigneeId: team.outsider.id })
    expect(result.failed).toEqual([{ topicId: topic.id, code: 'not-a-member' }])
    expect((await list(`file=${team.file.id}`)).topics[0]).toMatchObject({ status: 'Open', revision: 1 })
  })
})
