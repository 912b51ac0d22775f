import {
  collaborationLimits as limits,
  limits as accountLimits,
  type Topic,
  type TopicAttachment,
  type TopicEvent,
} from '@kamar/contracts'
import { describe, expect, it } from 'vitest'
import { retainReferencedBlobs } from '../../../domain/files/referenced-blobs.js'
import { readImageHeader } from '../../../platform/image-header.js'
import { sendFile } from '../../../testing/form-with.js'
import { eachWithTeam, type Team, withNewFile } from '../../../testing/team.js'
import { sidewaysPhoto } from '../../../testing/test-images.js'
import { bearer, type TestServer, type TestUser } from '../../../testing/test-server.js'
import { purgeFiles } from '../../../domain/files/purge-files.js'
import { latitude, photoWithLocation } from './testing/located-photo.js'

let server: TestServer
let team: Team
eachWithTeam((nextServer, nextTeam) => {
  server = nextServer
  team = nextTeam
})

const address = () => `/api/auth/my-urns/${team.file.id}`
const call = (by: TestUser, method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
  server.inject({ method, url: `${address()}${path}`, headers: bearer(by), ...(payload ? { payload } : {}) })
const open = async (): Promise<Topic> => (await call(team.commenter, 'POST', '/topics', { title: 'A crack' })).json()
const read = async ({ id }: Topic): Promise<Topic> => (await call(team.viewer, 'GET', `/topics/${id}`)).json()
const send = (
  topic: Topic,
  content: Buffer,
  { by = team.commenter, name = 'photo.jpg', query = '' }: { by?: TestUser; name?: string; query?: string } = {},
) => server.inject(sendFile(by, `${address()}/topics/${topic.id}/attachments${query}`, content, name))
const attach = async (...sent: Parameters<typeof send>): Promise<TopicAttachment> => {
  const response = await send(...sent)
  expect(response.statusCode, response.body.slice(0, 300)).toBe(200)
  return response.json()
}
const download = (attachment: TopicAttachment, query = '', by = team.viewer) =>
  call(by, 'GET', `/attachments/${attachment.id}${query}`)
const usedBytes = async (): Promise<number> => {
  const row = await server.services.database
    .selectFrom('account')
    .select('used_bytes')
    .where('id', '=', team.owner.id)
    .executeTakeFirstOrThrow()
  return row.used_bytes
}

describe('photo of a topic', () => {
  it('gets an upright preview and a thumbnail, and is named in topic and list', async () => {
    const topic = await open()
    const photo = await attach(topic, await sidewaysPhoto(800, 400))
    expect(photo).toMatchObject({
      name: 'photo.jpg',
      contentType: 'image/jpeg',
      width: 400,
      height: 800,
      commentId: null,
    })
    const large = await download(photo, '?size=large')
    expect(large.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
    expect(readImageHeader(large.rawPayload)).toMatchObject({ width: 400, height: 800 })
    const small = readImageHeader((await download(photo, '?size=small')).rawPayload)
    expect(small).toMatchObject({ height: limits.thumbnailSidePixels })
    expect(await read(topic)).toMatchObject({ attachments: 1, photoId: photo.id, files: [{ id: photo.id }] })
  })

  it('loses the place where it was taken unless the sender keeps it', async () => {
    const topic = await open()
    const content = await photoWithLocation('II')
    const [cleared, original] = [
      await attach(topic, content),
      await attach(topic, content, { query: '?location=keep' }),
    ]
    expect((await download(cleared)).rawPayload.includes(latitude('II'))).toBe(false)
    expect((await download(original)).rawPayload.equals(content)).toBe(true)
  })
})

describe('file of a topic', () => {
  it('is sent back byte for byte as an attachment, whatever it claims to be', async () => {
    const content = Buffer.from('<script>alert(1)</script>')
    const file = await attach(await open(), content, { name: '..\\docs/page.html' })
    expect(file).toMatchObject({ name: 'page.html', contentType: 'application/octet-stream', width: null })
    const response = await download(file)
    expect(response.rawPayload.equals(content)).toBe(true)
    expect(response.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringContaining('attachment; filename="page.html"') as string,
      'x-content-type-options': 'nosniff',
    })
    expect((await download(file, '?size=large')).statusCode).toBe(404)
  })

  it('belongs to the comment it was sent with, and is deleted with it', async () => {
    const topic = await open()
    const comment = (await call(team.editor, 'POST', `/topics/${topic.id}/comments`, { text: 'See' })).json<{
      id: string
    }>()
    const before = await usedBytes()
    await attach(topic, Buffer.from('plan'), { by: team.editor, query: `?comment=${comment.id}` })
    expect((await read(topic)).files).toMatchObject([{ commentId: comment.id }])
    expect(await usedBytes()).toBe(before + 4)
    await call(team.editor, 'DELETE', `/topics/${topic.id}/comments/${comment.id}`)
    expect((await read(topic)).files).toEqual([])
    expect(await usedBytes()).toBe(before)
    const other = await open()
    expect((await send(other, Buffer.from('x'), { query: `?comment=${comment.id}` })).statusCode).toBe(422)
  })

  it('is stored once for repeated uploads with one key', async () => {
    const topic = await open()
    const query = `?key=${crypto.randomUUID()}`
    const both = await Promise.all([
      attach(topic, Buffer.from('x'), { query }),
      attach(topic, Buffer.from('x'), { query }),
    ])
    expect(both[0].id).toBe(both[1].id)
    expect(await read(topic)).toMatchObject({ attachments: 1 })
    expect((await send(topic, Buffer.from('x'), { query, by: team.editor })).json()).toMatchObject({
      code: 'already-exists',
    })
  })

  it('appears in the history of its topic', async () => {
    const topic = await open()
    const file = await attach(topic, Buffer.from('x'))
    await call(team.commenter, 'DELETE', `/attachments/${file.id}`)
    const events = (await call(team.viewer, 'GET', `/topics/${topic.id}/history`)).json<TopicEvent[]>()
    expect(events.map(({ kind }) => kind)).toEqual(['created', 'attachment-added', 'attachment-deleted'])
  })
})

describe('rights to attachments', () => {
  it('are those of comments: commenters add, authors and editors delete, members read', async () => {
    const topic = await open()
    expect((await send(topic, Buffer.from('x'), { by: team.viewer })).statusCode).toBe(403)
    expect((await send(topic, Buffer.from('x'), { by: team.outsider })).statusCode).toBe(404)
    const file = await attach(topic, Buffer.from('x'), { by: team.editor })
    expect((await download(file, '', team.outsider)).statusCode).toBe(404)
    expect((await call(team.commenter, 'DELETE', `/attachments/${file.id}`)).statusCode).toBe(403)
    expect((await call(team.owner, 'DELETE', `/attachments/${file.id}`)).json()).toEqual({ done: true })
  })

  it('end at the file: another one does not find them', async () => {
    const file = await attach(await open(), Buffer.from('x'))
    const other = await withNewFile(server, team)
    const url = `/api/auth/my-urns/${other.file.id}/attachments/${file.id}`
    expect((await server.inject({ url, headers: bearer(team.owner) })).statusCode).toBe(404)
  })
})

describe('limits of attachments', () => {
  it('refuse an empty file, one of more than 25 MB, and the twenty-first of a topic', async () => {
    const topic = await open()
    expect((await send(topic, Buffer.alloc(0))).json()).toMatchObject({ code: 'empty-file' })
    expect((await send(topic, Buffer.alloc(limits.attachmentBytes + 1))).json()).toMatchObject({
      code: 'file-too-large',
      message: 'File size exceeds 25MB limit',
    })
    for (let index = 0; index < limits.attachmentsPerTopic; index++) await attach(topic, Buffer.from(`file ${index}`))
    expect((await send(topic, Buffer.from('x'))).json()).toMatchObject({ code: 'too-many' })
  })

  it('refuse what exceeds the quota of the owner, and leave no bytes of it', async () => {
    const topic = await open()
    const { database } = server.services
    const setQuota = (bytes: number) =>
      database.updateTable('account').set({ quota_bytes: bytes }).where('id', '=', team.owner.id).execute()
    await setQuota((await usedBytes()) + 3)
    const refused = await send(topic, Buffer.from('four'))
    await setQuota(accountLimits.defaultQuotaBytes)
    expect(refused.json()).toMatchObject({ code: 'quota-exceeded' })
    expect(await read(topic)).toMatchObject({ attachments: 0 })
  })
})

describe('bytes of attachments', () => {
  const readBlobs = async (file: TopicAttachment): Promise<string[]> => {
    const row = await server.services.database
      .selectFrom('topic_attachment')
      .select(['blob_sha256', 'preview_blob', 'thumbnail_blob'])
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow()
    return Object.values(row).filter((sha256) => sha256 !== null)
  }

  it('are referenced while the topic exists, and free with the quota when it is deleted', async () => {
    const before = await usedBytes()
    const topic = await open()
    const hashes = await readBlobs(await attach(topic, await sidewaysPhoto(90, 60)))
    const { database } = server.services
    expect(hashes).toHaveLength(3)
    expect((await retainReferencedBlobs(database, hashes)).size).toBe(3)
    await call(team.owner, 'DELETE', `/topics/${topic.id}`)
    expect(await usedBytes()).toBe(before)
    expect((await retainReferencedBlobs(database, hashes)).size).toBe(0)
  })

  it('are removed at once with the attachment, unless another one has the same', async () => {
    const topic = await open()
    const [first, second] = [await attach(topic, Buffer.from('same')), await attach(topic, Buffer.from('same'))]
    const [sha256 = ''] = await readBlobs(first)
    await call(team.owner, 'DELETE', `/attachments/${first.id}`)
    expect((await download(second)).body).toBe('same')
    await call(team.owner, 'DELETE', `/attachments/${second.id}`)
    expect(await server.services.blobs.stat(sha256)).toBeNull()
  })

  it('are freed when their file is purged', async () => {
    const before = await usedBytes()
    const file = await attach(await open(), Buffer.from('gone'))
    const { database } = server.services
    await database.updateTable('file').set({ deleted_at: new Date() }).where('id', '=', team.file.id).execute()
    await purgeFiles(database, [team.file.id], team.owner.id)
    expect(await usedBytes()).toBeLessThan(before)
    const row = await database.selectFrom('topic_attachment').select('id').where('id', '=', file.id).executeTakeFirst()
    expect(row).toBeUndefined()
  })
})
