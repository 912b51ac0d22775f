import { listDocuments, readBcf } from '@kamar/bcf'
import type { BcfImport, Topic, TopicAttachment, TopicPage } from '@kamar/contracts'
import { describe, expect, it } from 'vitest'
import { sendFile } from '../../../testing/form-with.js'
import { eachWithTeam, type Team, withNewFile } from '../../../testing/team.js'
import { sidewaysPhoto } from '../../../testing/test-images.js'
import { bearer, type TestServer } from '../../../testing/test-server.js'

let server: TestServer
let team: Team
eachWithTeam((nextServer, nextTeam) => {
  server = nextServer
  team = nextTeam
})

const formatAddress = (of: Team): string => `/api/auth/my-urns/${of.file.id}`
const get = (path: string, of = team) =>
  server.inject({ url: `${formatAddress(of)}${path}`, headers: bearer(of.owner) })
const bring = async (bytes: Buffer, of = team): Promise<BcfImport> =>
  (await server.inject(sendFile(of.editor, `${formatAddress(of)}/bcf`, bytes, 'topics.bcfzip'))).json()
const readTopic = async (of = team): Promise<Topic> => {
  const { topics } = (await get('/topics', of)).json<TopicPage>()
  return (await get(`/topics/${topics[0]?.id}`, of)).json()
}

/** Opens a topic with a photo and a file. */
async function openTopic(): Promise<{ topic: Topic; photo: Buffer }> {
  const { json } = await server.inject({
    method: 'POST',
    url: `${formatAddress(team)}/topics`,
    headers: bearer(team.owner),
    payload: { title: 'A crack' },
  })
  const topic = json<Topic>()
  const address = `${formatAddress(team)}/topics/${topic.id}/attachments`
  const photo = await sidewaysPhoto(60, 40)
  for (const [name, content] of [
    ['crack.jpg', photo],
    ['note.txt', Buffer.from('note')],
  ] as const) {
    await server.inject(sendFile(team.owner, `${address}?location=keep`, content, name))
  }
  return { topic, photo }
}

describe.each(['3.0', '2.1', '2.0'])('attachments in BCF %s', (version) => {
  it('are documents of the archive, and attachments of the file that imports them', async () => {
    const { photo } = await openTopic()
    const exported = (await get(`/bcf?version=${version}`)).rawPayload
    const archive = await readBcf(exported)
    const documents = archive.topics[0] ? listDocuments(archive.topics[0]) : []
    expect(documents.map(({ name }) => name)).toEqual(['crack.jpg', 'note.txt'])
    expect(Buffer.from(documents[0]?.content ?? []).equals(photo)).toBe(true)

    const other = await withNewFile(server, team)
    expect(await bring(exported, other)).toMatchObject({ created: 1, skipped: [] })
    const imported = await readTopic(other)
    expect(imported.files.map(({ name, width }) => [name, width])).toEqual([
      ['crack.jpg', 40],
      ['note.txt', null],
    ])
    const [first] = imported.files as [TopicAttachment]
    expect((await get(`/attachments/${first.id}`, other)).rawPayload.equals(photo)).toBe(true)
  })

  it('are neither imported nor exported twice', async () => {
    await openTopic()
    const exported = (await get(`/bcf?version=${version}`)).rawPayload
    const other = await withNewFile(server, team)
    await bring(exported, other)
    await bring(exported, other)
    expect((await readTopic(other)).files).toHaveLength(2)
    const archive = await readBcf((await get(`/bcf?version=${version}`, other)).rawPayload)
    expect(archive.topics[0] ? listDocuments(archive.topics[0]) : []).toHaveLength(2)
  })
})
