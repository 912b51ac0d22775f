import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../testing/clean-up.js'
import { errorResponse, json, type StubServer, stubServer } from '../../testing/stub-server.js'
import { topicAttachment, topicComment, topicRecord, viewpointSummary } from '../../testing/test-topics.js'
import { errorMessage } from '../errors/error-message.js'
import { startInternationalization } from '../i18n/index.js'
import { storage, storageKeys } from '../storage.js'
import type { OutgoingFile } from './attachments.js'
import { storeDraft } from './drafts.js'
import { outboxFiles } from './outbox-files.js'
import {
  cancelWaiting,
  type Draft,
  enqueue,
  maxWaiting,
  outbox,
  refreshOutbox,
  sendFiles,
  sendOrEnqueue,
  sendWaiting,
  tryAgain,
  withoutWhenOffline,
} from './outbox.js'

const base = '/api/auth/my-urns/file-1'
const comments = `POST ${base}/topics/topic-1/comments`
const attachments = `POST ${base}/topics/topic-1/attachments`
const ignore = (): void => undefined

let server: StubServer
/** The device's files in the memory of the test: its environment has no database. */
let stored: Map<string, Blob>

beforeEach(() => {
  storage.write(storageKeys.deviceOwner, 'me')
  stored = new Map()
  vi.spyOn(outboxFiles, 'put').mockImplementation((key, content) => Promise.resolve(void stored.set(key, content)))
  vi.spyOn(outboxFiles, 'get').mockImplementation((key) => Promise.resolve(stored.get(key) ?? null))
  vi.spyOn(outboxFiles, 'remove').mockImplementation((keys) =>
    Promise.resolve(keys.forEach((key) => stored.delete(key))),
  )
  server = stubServer({
    [comments]: () => json(topicComment()),
    [attachments]: () => json(topicAttachment()),
    [`POST ${base}/topics`]: () => json(topicRecord()),
  })
})
afterEach(cleanUpPage)

const comment = (text: string): Draft => ({ fileId: 'file-1', topicId: 'topic-1', form: { text, key: `key-${text}` } })
const file = (name: string): OutgoingFile => ({ key: name, name, content: new Blob([name]), keepsLocation: false })
const waitingEntries = () => outbox.get().map(({ form }) => ('text' in form ? form.text : form.title))
const sentComments = () => server.calls(comments).map(({ body }) => (body as { text: string }).text)
const goOffline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)

describe('outbox', () => {
  test('sends entries in the order of writing, and reports each', async () => {
    for (const text of ['one', 'two', 'three']) enqueue(comment(text))
    const sent: string[] = []
    await sendWaiting(({ key }) => sent.push(key))
    expect(sentComments()).toEqual(['one', 'two', 'three'])
    expect(sent).toEqual(['key-one', 'key-two', 'key-three'])
    expect(waitingEntries()).toEqual([])
  })

  test('stops while the server is unreachable, and leaves the rest without a reason', async () => {
    for (const text of ['one', 'two']) enqueue(comment(text))
    server.on(comments, () => errorResponse(503, 'unavailable'))
    await sendWaiting(ignore)
    expect(sentComments()).toEqual(['one'])
    expect(outbox.get()).toMatchObject([{ problem: null }, { problem: null }])
  })

  test('sends the others when one is refused, which waits for the user', async () => {
    for (const text of ['one', 'two']) enqueue(comment(text))
    server.on(comments, ({ body }) =>
      (body as { text: string }).text === 'one' ? errorResponse(403, 'not-allowed', 'No') : json(topicComment()),
    )
    await sendWaiting(ignore)
    expect(outbox.get()).toMatchObject([{ form: { text: 'one' }, problem: 'No' }])
    await sendWaiting(ignore)
    expect(sentComments()).toEqual(['one', 'two'])
    server.on(comments, () => json(topicComment()))
    await tryAgain('key-one', ignore)
    expect(waitingEntries()).toEqual([])
  })

  test('sends nothing without a network', async () => {
    enqueue(comment('one'))
    goOffline()
    await sendWaiting(ignore)
    expect(server.requests).toEqual([])
    expect(waitingEntries()).toEqual(['one'])
  })

  test('leaves sending to another tab that has begun', async () => {
    enqueue(comment('one'))
    const request = vi.fn((_name: string, _options: object, run: (lock: null) => unknown) => Promise.resolve(run(null)))
    vi.stubGlobal('navigator', { onLine: true, locks: { request } })
    await sendWaiting(ignore)
    expect(request).toHaveBeenCalledOnce()
    expect(server.requests).toEqual([])
  })

  test('refuses the 201st entry of a user with the reason, and loses none', async () => {
    await startInternationalization('en')
    storage.write(storageKeys.deviceOwner, 'somebody else')
    enqueue(comment('of another user'))
    storage.write(storageKeys.deviceOwner, 'me')
    for (let number = 0; number < maxWaiting; number += 1) enqueue(comment(String(number)))
    const before = waitingEntries()
    goOffline()
    const send = sendOrEnqueue(() => Promise.resolve('sent'), comment('too many'), { files: [file('a.jpg')] })
    await expect(send).rejects.toThrow('Not saved: 200 comments and issues already wait on this device')
    expect(before).toHaveLength(maxWaiting + 1)
    expect(waitingEntries()).toEqual(before)
    expect(outboxFiles.put).not.toHaveBeenCalled()
  })

  test('refuses an entry that the device has no space for, and removes its files', async () => {
    await startInternationalization('en')
    enqueue(comment('one'))
    goOffline()
    vi.spyOn(storage, 'write').mockReturnValue(false)
    const send = sendOrEnqueue(() => Promise.resolve('sent'), comment('two'), {
      files: [file('a.jpg')],
      snapshot: new Blob(['image']),
    })
    const reason = await send.catch(errorMessage)
    expect(reason).toContain('Not saved: 1 comment or issue already waits on this device')
    expect(waitingEntries()).toEqual(['one'])
    refreshOutbox()
    expect(waitingEntries()).toEqual(['one'])
    expect([...stored.keys()]).toEqual([])
  })

  test('drops stored entries that it cannot read', () => {
    const entry = { key: 'a', owner: 'me', fileId: 'file-1', topicId: 'topic-1', form: { text: 'Good' }, problem: null }
    storage.writeJson(storageKeys.outbox, [entry, null, 'text', { ...entry, form: null }, { ...entry, key: 4 }])
    refreshOutbox()
    expect(waitingEntries()).toEqual(['Good'])
    storage.writeJson(storageKeys.outbox, { entry })
    refreshOutbox()
    expect(waitingEntries()).toEqual([])
  })

  test('adds to the entries that another tab stored meanwhile', () => {
    enqueue(comment('here'))
    const [own] = outbox.get()
    storage.writeJson(storageKeys.outbox, [own, { ...own, key: 'other', form: { text: 'there' } }])
    enqueue(comment('again'))
    expect(waitingEntries()).toEqual(['here', 'there', 'again'])
  })
})

describe('file in the outbox', () => {
  test('is stored before its entry, which stays unwritten when the device refuses the file', async () => {
    goOffline()
    vi.spyOn(outboxFiles, 'put').mockRejectedValue(new TypeError('storage refused'))
    await expect(
      sendOrEnqueue(() => Promise.resolve('sent'), comment('one'), { files: [file('a.jpg')] }),
    ).rejects.toThrow('storage refused')
    expect(waitingEntries()).toEqual([])
  })

  test('is sent with its location after the comment, and removed from the device', async () => {
    goOffline()
    const draft = comment('one')
    expect(
      await sendOrEnqueue(() => Promise.resolve('sent'), draft, { files: [{ ...file('a.jpg'), keepsLocation: true }] }),
    ).toBeNull()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    await sendWaiting(ignore)
    const [request] = server.calls(attachments)
    expect(Object.fromEntries(request?.query ?? [])).toEqual({ key: 'a.jpg', comment: 'comment-1', location: 'keep' })
    expect((request?.body as FormData | undefined)?.get('file')).toHaveProperty('size', 'a.jpg'.length)
    expect([...stored.keys()]).toEqual([])
  })

  test.each([
    ['lost it', () => Promise.resolve(null)],
    ['cannot read its storage', () => Promise.reject(new TypeError('no database'))],
  ])('waits with the reason when the device %s, after the comment and the other files', async (_case, read) => {
    await startInternationalization('en')
    stored.set('b.jpg', new Blob(['b']))
    vi.spyOn(outboxFiles, 'get').mockImplementation((key) =>
      key === 'lost' ? read() : Promise.resolve(stored.get(key) ?? null),
    )
    const files = [
      { key: 'lost', name: 'a.jpg', keepsLocation: false },
      { key: 'b.jpg', name: 'b.jpg', keepsLocation: false },
    ]
    enqueue(comment('one'), { files })
    enqueue(comment('two'))
    const sent: string[] = []
    await sendWaiting(({ key }) => sent.push(key))
    expect(sent).toEqual(['key-one', 'key-two'])
    expect(server.calls(attachments).map(({ query }) => query.get('key'))).toEqual(['b.jpg'])
    expect(outbox.get()).toMatchObject([{ problem: 'This device can’t read a.jpg. The rest was sent.' }])
    stored.set('lost', new Blob(['a']))
    vi.mocked(outboxFiles.get).mockImplementation((key) => Promise.resolve(stored.get(key) ?? null))
    await tryAgain('key-one', ignore)
    expect(waitingEntries()).toEqual([])
    expect(server.calls(attachments).map(({ query }) => query.get('key'))).toContain('lost')
  })

  test('does not hold back the entries after it when the response is not understood', async () => {
    await startInternationalization('en')
    server.on(attachments, () => json({ unexpected: true }))
    stored.set('a.jpg', new Blob(['a']))
    enqueue(comment('one'), { files: [{ key: 'a.jpg', name: 'a.jpg', keepsLocation: false }] })
    enqueue(comment('two'))
    await sendWaiting(ignore)
    expect(sentComments()).toEqual(['one', 'two'])
    expect(outbox.get()).toMatchObject([{ problem: 'An unexpected error occurred' }])
  })

  test('waits with those after it when the network ends between two', async () => {
    let count = 0
    server.on(attachments, () => ((count += 1) === 1 ? json(topicAttachment()) : errorResponse(502, 'unavailable')))
    const target = { fileId: 'file-1', topicId: 'topic-1', commentId: 'comment-1' }
    await sendFiles(target, ['a', 'b', 'c'].map(file), comment('one'))
    expect(outbox.get()).toMatchObject([{ key: 'key-one', files: [{ key: 'b' }, { key: 'c' }] }])
    expect([...stored.keys()]).toEqual(['b', 'c'])
  })

  test('does not wait when it is refused: the next attempt would be refused as well', async () => {
    server.on(attachments, () => errorResponse(413, 'quota-exceeded', 'No space'))
    const target = { fileId: 'file-1', topicId: 'topic-1', commentId: null }
    await expect(sendFiles(target, [file('a'), file('b')], comment('one'))).rejects.toThrow('No space')
    expect(server.calls(attachments)).toHaveLength(1)
    expect(waitingEntries()).toEqual([])
  })

  test('is removed from the device with its discarded entry only', async () => {
    goOffline()
    await sendOrEnqueue(() => Promise.resolve('sent'), comment('one'), { files: [file('a.jpg')] })
    await sendOrEnqueue(() => Promise.resolve('sent'), comment('two'), { files: [file('b.jpg')] })
    cancelWaiting('key-one')
    expect(waitingEntries()).toEqual(['two'])
    expect([...stored.keys()]).toEqual(['b.jpg'])
  })
})

describe('snapshot in the outbox', () => {
  const snapshots = `POST ${base}/viewpoints/view-1/snapshot`
  const snapshot = new Blob(['image'])
  const enqueueOffline = async (text = 'one'): Promise<void> => {
    goOffline()
    await sendOrEnqueue(() => Promise.resolve('sent'), comment(text), { snapshot })
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  }

  beforeEach(() => {
    server.on(comments, () => json(topicComment({ viewpointId: 'view-1' })))
    server.on(snapshots, () => json(viewpointSummary()))
  })

  test('is sent to the view of the comment, and removed from the device', async () => {
    await enqueueOffline()
    expect(stored.size).toBe(1)
    await sendWaiting(ignore)
    expect((server.calls(snapshots)[0]?.body as FormData | undefined)?.get('file')).toHaveProperty(
      'size',
      snapshot.size,
    )
    expect(waitingEntries()).toEqual([])
    expect(stored.size).toBe(0)
  })

  test('waits with its comment while the server is unreachable', async () => {
    server.on(snapshots, () => errorResponse(503, 'unavailable'))
    await enqueueOffline()
    await sendWaiting(ignore)
    expect(outbox.get()).toMatchObject([{ problem: null }])
    server.on(snapshots, () => json(viewpointSummary()))
    await sendWaiting(ignore)
    expect(server.calls(snapshots)).toHaveLength(2)
    expect(waitingEntries()).toEqual([])
  })

  test('does not hold back its comment when it is refused, or the device has no space for it', async () => {
    server.on(snapshots, () => errorResponse(422, 'image-unreadable', 'No image'))
    await enqueueOffline()
    vi.spyOn(outboxFiles, 'put').mockRejectedValue(new TypeError('storage refused'))
    await enqueueOffline('two')
    await sendWaiting(ignore)
    expect(sentComments()).toEqual(['one', 'two'])
    expect(server.calls(snapshots)).toHaveLength(1)
    expect(waitingEntries()).toEqual([])
  })
})

describe('draft', () => {
  test('is not queued when the server refuses it', async () => {
    server.on(comments, () => errorResponse(403, 'not-allowed', 'No'))
    const refuse = () => Promise.reject(new RangeError('No'))
    await expect(sendOrEnqueue(refuse, comment('one'))).rejects.toThrow('No')
    expect(waitingEntries()).toEqual([])
  })

  test('is sent without its view only offline', () => {
    expect(() => withoutWhenOffline(new TypeError('Failed to fetch'))).toThrow('Failed to fetch')
    goOffline()
    expect(withoutWhenOffline(new TypeError('Failed to fetch'))).toBeNull()
  })

  test('displaces the oldest of 40 stored ones, and is deleted when it becomes empty', () => {
    for (let number = 0; number < 41; number += 1) storeDraft(`draft-${number}`, 'text')
    const keys = () => Object.keys(storage.readJson(storageKeys.drafts) as object)
    expect(keys()).toHaveLength(40)
    expect(keys()).not.toContain('draft-0')
    storeDraft('draft-5', '')
    expect(keys()).not.toContain('draft-5')
  })
})
