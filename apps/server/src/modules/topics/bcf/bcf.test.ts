import { readBcf, writeBcf } from '@kamar/bcf'
import type { BcfImport, Topic, TopicPage, Viewpoint } from '@kamar/contracts'
import { Transformer } from '@napi-rs/image'
import { describe, expect, it } from 'vitest'
import { sendFile } from '../../../testing/form-with.js'
import { eachWithTeam, type Team, withNewFile } from '../../../testing/team.js'
import { bearer, type TestUser, type TestServer } from '../../../testing/test-server.js'

let server: TestServer
let team: Team
eachWithTeam((nextServer, nextTeam) => {
  server = nextServer
  team = nextTeam
})

const formatAddress = (of: Team): string => `/api/auth/my-urns/${of.file.id}`
const get = (path: string, by = team.owner, of = team) =>
  server.inject({ url: `${formatAddress(of)}${path}`, headers: bearer(by) })
const post = (path: string, payload: object, by = team.commenter) =>
  server.inject({ method: 'POST', url: `${formatAddress(team)}${path}`, headers: bearer(by), payload })
const bring = (bytes: Buffer, by: TestUser = team.editor, of = team) =>
  server.inject(sendFile(by, `${formatAddress(of)}/bcf`, bytes, 'topics.bcfzip'))
const listTopics = async (of = team): Promise<TopicPage> => (await get('/topics?sort=number', team.owner, of)).json()

const viewpoint = {
  camera: {
    kind: 'perspective',
    eye: [10, 20, 30],
    direction: [0, 1, 0],
    up: [0, 0, 1],
    aspectRatio: 1.5,
    fieldOfViewDegrees: 50,
  },
  sections: [{ point: [0, 0, 3], direction: [0, 0, 1] }],
  visibility: { defaultVisible: true, exceptions: ['2O2Fr$t4X7Zf8NOew3FNr2', '1F3'] },
  selection: ['2O2Fr$t4X7Zf8NOew3FNr2'],
  colouring: [{ colour: '#ff8800cc', elements: ['1F3'] }],
  shown: { spaces: true, spaceBoundaries: false, openings: false },
}

const discuss = async (): Promise<Topic> => {
  const form = {
    title: 'Duct <meets> beam',
    description: 'Two\nlines',
    type: 'Clash',
    priority: 'Major',
    labels: ['MEP'],
    dueDate: '2026-12-24',
    assigneeId: team.editor.id,
    viewpoint,
  }
  const topic = (await post('/topics', form)).json<Topic>()
  const image = await Transformer.fromRgbaPixels(Buffer.alloc(64 * 32 * 4, 90), 64, 32).png()
  await server.inject(
    sendFile(team.commenter, `${formatAddress(team)}/viewpoints/${topic.viewpointId}/snapshot`, image),
  )
  await post(`/topics/${topic.id}/comments`, { text: 'See <b>here</b>', viewpointId: topic.viewpointId }, team.editor)
  return topic
}

describe.each(['3.0', '2.1'])('BCF %s archive', (version) => {
  it('contains the complete topics and can be imported into another file', async () => {
    const topic = await discuss()
    await post('/topics', { title: 'Second' })
    const response = await get(`/bcf?version=${version}`, team.viewer)
    expect(response.headers['content-disposition']).toMatch(/filename="house issues .*\.bcfzip"/)
    const archive = await readBcf(response.rawPayload)
    expect(archive).toMatchObject({
      version,
      errors: [],
      topics: [
        {
          guid: topic.guid,
          title: topic.title,
          description: topic.description,
          author: team.commenter.email,
          assignedTo: team.editor.email,
          dueDate: '2026-12-24',
          files: ['house.stl'],
          comments: [{ text: 'See <b>here</b>', author: team.editor.email }],
          viewpoints: [{ selection: [{ ifcGuid: '2O2Fr$t4X7Zf8NOew3FNr2' }], colouring: [{ colour: 'CCFF8800' }] }],
        },
        { title: 'Second', viewpoints: [] },
      ],
    })
    expect(Buffer.from(archive.topics[0]?.viewpoints[0]?.snapshot ?? []).toString('latin1', 1, 4)).toBe('PNG')

    const other = await withNewFile(server, team)
    expect((await bring(response.rawPayload, team.editor, other)).json()).toEqual({
      version,
      ...{ created: 2, changed: 0, unchanged: 0, comments: 1, viewpoints: 1, skipped: [] },
    })
    const [imported] = (await listTopics(other)).topics
    expect(imported).toMatchObject({
      title: topic.title,
      author: { id: null, name: team.commenter.email },
      assignee: { id: team.editor.id },
      labels: ['MEP'],
      createdAt: topic.createdAt,
      snapshot: expect.any(String),
      fileVersion: null,
    })
    const view = (await get(`/viewpoints/${imported?.viewpointId}`, team.viewer, other)).json<Viewpoint>()
    const camera = version === '3.0' ? viewpoint.camera : { ...viewpoint.camera, aspectRatio: 16 / 9 }
    expect(view).toMatchObject({ ...viewpoint, camera })
  })
})

describe('BCF import', () => {
  it('adds new comments and changes, and leaves the rest unchanged', async () => {
    const topic = await discuss()
    const { rawPayload } = await get('/bcf')
    expect((await bring(rawPayload)).json()).toMatchObject({ created: 0, changed: 0, unchanged: 1, comments: 0 })
    const project = await readBcf(rawPayload)
    const [first] = project.topics
    const [firstComment] = first?.comments ?? []
    if (!first || !firstComment) return
    const reply = {
      ...firstComment,
      guid: '0b1f6d52-6a41-4f57-9d1e-6a7c00000002',
      text: 'From Solibri',
      author: team.owner.email,
    }
    const update = {
      ...first,
      title: 'Moved',
      modifiedDate: new Date(Date.now() + 60_000),
      modifiedAuthor: 'somebody',
      comments: [...first.comments, reply],
    }
    const changed = await writeBcf({ ...project, topics: [update] }, '3.0')
    expect((await bring(changed)).json()).toMatchObject({ changed: 1, comments: 1, viewpoints: 0 })
    const read = (await get(`/topics/${topic.id}`)).json<Topic>()
    expect(read).toMatchObject({ title: 'Moved', revision: 2, changedBy: { id: null, name: 'somebody' } })
    // Authors of an archive are never attributed to a member.
    expect(read.discussion.at(-1)).toMatchObject({ text: 'From Solibri', author: { id: null }, mayChange: false })
    expect((await get(`/topics/${topic.id}/history`)).body).toContain('"imported"')
  })

  it('truncates values to the limits of a topic and reports skipped viewpoints', async () => {
    await discuss()
    const project = await readBcf((await get('/bcf')).rawPayload)
    const [first] = project.topics
    const [view] = first?.viewpoints ?? []
    if (!first || !view) return
    const guid = '0b1f6d52-6a41-4f57-9d1e-6a7c000000aa'
    const selectionOfThousands = Array.from({ length: 20_001 }, (_, index) => ({ authoringToolId: `e${index}` }))
    const hostile = {
      ...first,
      guid,
      title: 'x'.repeat(300),
      labels: Array.from({ length: 50 }, (_, index) => `label ${index}`),
      comments: [],
      viewpoints: [
        { ...view, guid: '0b1f6d52-6a41-4f57-9d1e-6a7c000000ab', selection: selectionOfThousands, snapshot: null },
        { ...view, guid: '0b1f6d52-6a41-4f57-9d1e-6a7c000000ac', snapshot: Buffer.from('no picture') },
      ],
    }
    const response = await bring(await writeBcf({ ...project, topics: [hostile] }, '3.0'))
    expect(response.json<BcfImport>()).toMatchObject({
      created: 1,
      viewpoints: 1,
      skipped: [
        { name: '0b1f6d52-6a41-4f57-9d1e-6a7c000000ab', reason: 'too-large' },
        { name: '0b1f6d52-6a41-4f57-9d1e-6a7c000000ac', reason: 'damaged' },
      ],
    })
    const imported = (await listTopics()).topics.find((topic) => topic.guid === guid)
    expect(imported?.title).toHaveLength(250)
    expect(imported?.labels).toHaveLength(20)
  })

  it('is restricted to editors and refuses other file formats', async () => {
    await discuss()
    const { rawPayload } = await get('/bcf')
    expect((await bring(rawPayload, team.commenter)).statusCode).toBe(403)
    expect((await bring(rawPayload, team.outsider)).statusCode).toBe(404)
    expect((await get('/bcf', team.outsider)).statusCode).toBe(404)
    for (const bytes of [Buffer.from('no archive'), Buffer.alloc(0), rawPayload.subarray(0, 200)]) {
      expect((await bring(bytes)).json()).toMatchObject({ status: 422, code: 'bcf-unreadable' })
    }
  })
})

describe('BCF export', () => {
  it('contains the filtered or selected topics', async () => {
    await post('/topics', { title: 'Alpha', status: 'Closed' })
    const beta = (await post('/topics', { title: 'Beta' })).json<Topic>()
    const titles = async (query: string) =>
      (await readBcf((await get(`/bcf${query}`)).rawPayload)).topics.map(({ title }) => title)
    expect(await titles('')).toEqual(['Alpha', 'Beta'])
    expect(await titles('?state=open')).toEqual(['Beta'])
    expect(await titles(`?topics=${beta.id},nonsense`)).toEqual(['Beta'])
    expect(await titles('?topics=')).toEqual([])
    for (const query of ['?version=1.0', '?state=half', '?x=1']) {
      expect((await get(`/bcf${query}`)).statusCode, query).toBe(422)
    }
  })
})
