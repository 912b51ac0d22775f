import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { enqueue, outbox } from '../../../platform/collaboration/outbox.js'
import { outboxFiles } from '../../../platform/collaboration/outbox-files.js'
import { useSendWaiting } from '../../../platform/collaboration/use-outbox.js'
import { storage, storageKeys } from '../../../platform/storage.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { renderPart } from '../../../testing/render-app.js'
import { stubCapture } from '../../../testing/stub-capture.js'
import { json, errorResponse, type StubServer } from '../../../testing/stub-server.js'
import { TestSession } from '../../../testing/test-session.js'
import { topicAttachment, topicComment, topicRecord, topicServer } from '../../../testing/test-topics.js'
import { testManifest, testViewer } from '../../../testing/test-viewer.js'
import type { ActiveModel } from '../../session/use-model-view.js'
import type { NewTopicTarget } from './collaboration.js'
import { useAnchorPicker } from './topic/use-anchor-picker.js'
import { TopicsPanel } from './topics-panel.js'

const base = '/api/auth/my-urns/file-1'
const topic = topicRecord()
const comments = `POST ${base}/topics/${topic.id}/comments`
let server: StubServer

beforeEach(() => {
  storage.write(storageKeys.deviceOwner, 'me')
  // Parts of the viewer are loaded on demand, which fails offline.
  stubCapture({}).captureView.mockRejectedValue(new TypeError('Failed to fetch'))
  server = topicServer(base)
  server.on(`GET ${base}/topics/${topic.id}`, () => json(topic))
  server.on(comments, () => json(topicComment()))
})
afterEach(cleanUpPage)

function network(isThere: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere)
  act(() => void dispatchEvent(new Event(isThere ? 'online' : 'offline')))
}

function Page({ openAt }: { openAt: string | null }) {
  const [topicId, openTopic] = useState(openAt)
  const [newTopic, setNewTopic] = useState<NewTopicTarget | null>(openAt === null ? { anchor: null } : null)
  useSendWaiting()
  const subject = { fileId: 'file-1', role: 'owner', fileVersion: null, isExample: false } as const
  const [engine] = useState(() => testViewer())
  const model = {
    viewer: openAt === null ? engine.viewer : null,
    urn: 'urn-tower',
    manifest: testManifest(),
    hasFirstFrame: true,
  }
  const anchorPicker = useAnchorPicker({ viewer: engine.viewer, onStart: () => undefined, onEnd: () => undefined })
  const collaboration = { ...subject, topicId, openTopic, newTopic, setNewTopic, anchorPicker }
  return (
    <TestSession engine={engine}>
      <TopicsPanel collaboration={collaboration} model={model as unknown as ActiveModel} tree={null} />
    </TestSession>
  )
}
const field = () => screen.findByRole('textbox', { name: /comment/i })
const waiting = () => screen.queryByRole('list', { name: 'Waiting to be sent' })

async function writeOffline(text: string) {
  const page = await renderPart(<Page openAt={topic.id} />)
  await page.user.type(await field(), text)
  network(false)
  await page.user.click(screen.getByRole('button', { name: 'Send later' }))
  await waitFor(() => expect(waiting()).not.toBeNull())
  return page
}

describe('offline comment', () => {
  test('is queued in its issue and sent once when the network returns', async () => {
    await writeOffline('The duct is too low')
    expect(waiting()?.textContent).toContain('The duct is too low')
    expect((await field()).textContent).toBe('')
    expect(server.calls(comments)).toHaveLength(0)
    network(true)
    await waitFor(() => expect(waiting()).toBeNull())
    expect(server.calls(comments)).toHaveLength(1)
    expect(server.calls(comments)[0]?.body).toMatchObject({
      text: 'The duct is too low',
      key: expect.stringMatching(/^[\da-f-]{36}$/) as string,
    })
  })

  test('is counted with all that wait on this device, of other files too', async () => {
    enqueue({ fileId: 'file-2', topicId: 'topic-2', form: { text: 'Elsewhere' } })
    await writeOffline('Here')
    expect(screen.getByText('2 of 200 on this device')).not.toBeNull()
  })

  test('stays in its field with the reason when the device has no space', async () => {
    const page = await renderPart(<Page openAt={topic.id} />)
    await page.user.type(await field(), 'Too much')
    network(false)
    vi.spyOn(storage, 'write').mockReturnValue(false)
    await page.user.click(screen.getByRole('button', { name: 'Send later' }))
    expect((await screen.findByRole('alert')).textContent).toContain('there is no space for more')
    expect((await field()).textContent).toBe('Too much')
    expect(waiting()).toBeNull()
  })

  test('can be discarded before it is sent', async () => {
    const { user } = await writeOffline('Never mind')
    await user.click(screen.getByRole('button', { name: 'Don’t send' }))
    expect(waiting()).toBeNull()
    network(true)
    expect(server.calls(comments)).toHaveLength(0)
  })

  test('is kept with the reason when refused, and sent again on request', async () => {
    server.on(comments, () => errorResponse(404, 'not-found', 'The issue was deleted meanwhile'))
    const { user } = await writeOffline('May I?')
    network(true)
    const row = within((await screen.findByRole('alert')).closest('li') as HTMLElement)
    expect(row.getByRole('alert').textContent).toContain('Not sent:')
    act(() => void dispatchEvent(new Event('online')))
    expect(server.calls(comments)).toHaveLength(1)
    server.on(comments, () => json(topicComment()))
    await user.click(row.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(waiting()).toBeNull())
    const [first, second] = server.calls(comments).map(({ body }) => (body as { key: string }).key)
    expect(second).toBe(first)
  })

  test('is queued when the request fails although the browser reports a network', async () => {
    server.on(comments, () => Promise.reject(new TypeError('offline')))
    const { user } = await renderPart(<Page openAt={topic.id} />)
    await user.type(await field(), 'Hello')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(waiting()?.textContent).toContain('Hello'))
    const [one] = outbox.get()
    expect(server.calls(comments)[0]?.body).toMatchObject({ key: one?.key })
  })

  test('is neither shown nor sent for another account', async () => {
    storage.write(storageKeys.deviceOwner, 'somebody else')
    enqueue({ fileId: 'file-1', topicId: topic.id, form: { text: 'Not mine' } })
    storage.write(storageKeys.deviceOwner, 'me')
    await renderPart(<Page openAt={topic.id} />)
    await field()
    network(true)
    expect(waiting()).toBeNull()
    expect(server.calls(comments)).toHaveLength(0)
  })
})

test('offline topic is queued above the list and sent when the network returns', async () => {
  server.on(`POST ${base}/topics`, () => json(topicRecord()))
  const { user } = await renderPart(<Page openAt={null} />)
  await user.type(await screen.findByLabelText(/Title/), 'Beam is missing')
  network(false)
  await user.click(screen.getByRole('button', { name: 'Send later' }))
  await waitFor(() => expect(waiting()?.textContent).toContain('Beam is missing'))
  network(true)
  await waitFor(() => expect(waiting()).toBeNull())
  expect(server.calls(`POST ${base}/topics`)[0]?.body).toMatchObject({ title: 'Beam is missing' })
})

describe('photo written offline', () => {
  const attachments = `POST ${base}/topics/${topic.id}/attachments`
  const photo = new File(['jpeg'], 'crack.jpg', { type: 'image/jpeg' })

  /** Stores files in the memory of the test: its environment has no database. */
  function stubOutboxFiles(): Map<string, Blob> {
    const stored = new Map<string, Blob>()
    vi.spyOn(outboxFiles, 'put').mockImplementation((key, content) => Promise.resolve(void stored.set(key, content)))
    vi.spyOn(outboxFiles, 'get').mockImplementation((key) => Promise.resolve(stored.get(key) ?? null))
    vi.spyOn(outboxFiles, 'remove').mockImplementation((keys) => {
      for (const key of keys) stored.delete(key)
      return Promise.resolve()
    })
    return stored
  }

  async function writeTopicWithPhoto() {
    const { user } = await renderPart(<Page openAt={null} />)
    await user.type(await screen.findByLabelText(/Title/), 'Crack in the slab')
    await user.upload(document.querySelectorAll<HTMLInputElement>('input[type=file]')[0] as HTMLInputElement, photo)
    await screen.findByAltText('crack.jpg')
    network(false)
    await user.click(screen.getByRole('button', { name: 'Send later' }))
    await waitFor(() => expect(waiting()?.textContent).toContain('crack.jpg'))
  }

  test('waits on the device with its issue, and is sent to it once when the network returns', async () => {
    const stored = stubOutboxFiles()
    server.on(`POST ${base}/topics`, () => json(topicRecord()))
    server.on(attachments, () => json(topicAttachment()))
    await writeTopicWithPhoto()
    expect(stored.size).toBe(1)
    const [key] = stored.keys()
    network(true)
    await waitFor(() => expect(waiting()).toBeNull())
    expect(server.calls(attachments).map(({ query }) => query.get('key'))).toEqual([key])
    await waitFor(() => expect(stored.size).toBe(0))
  })

  test('stays with the reason when the photo is refused, and the next attempt creates no second issue', async () => {
    const stored = stubOutboxFiles()
    server.on(`POST ${base}/topics`, () => json(topicRecord()))
    server.on(attachments, () => errorResponse(413, 'quota-exceeded', 'No space'))
    await writeTopicWithPhoto()
    network(true)
    await screen.findByText(/^Not sent:/)
    expect(stored.size).toBe(1)
    server.on(attachments, () => json(topicAttachment()))
    act(() => screen.getByRole('button', { name: 'Try again' }).click())
    await waitFor(() => expect(waiting()).toBeNull())
    const keys = server.calls(`POST ${base}/topics`).map(({ body }) => (body as { key: string }).key)
    expect(new Set(keys).size).toBe(1)
    expect(keys).toHaveLength(2)
  })
})
