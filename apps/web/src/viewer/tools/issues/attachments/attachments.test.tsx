import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Viewer } from '@kamar/viewer'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as saveFileModule from '../../../../platform/files/download/save-file.js'
import { cleanUpPage } from '../../../../testing/clean-up.js'
import { renderPart } from '../../../../testing/render-app.js'
import { stubCapture } from '../../../../testing/stub-capture.js'
import { errorResponse, json, type StubServer } from '../../../../testing/stub-server.js'
import { TestSession } from '../../../../testing/test-session.js'
import { topicAttachment, topicComment, topicRecord, topicServer } from '../../../../testing/test-topics.js'
import { testManifest, testViewer } from '../../../../testing/test-viewer.js'
import type { ActiveModel } from '../../../session/use-model-view.js'
import type { NewTopicTarget } from '../collaboration.js'
import { useAnchorPicker } from '../topic/use-anchor-picker.js'
import { TopicsPanel } from '../topics-panel.js'
import { isSendable, preparePending, withLocations } from './pending-file.js'
import { fitSides, hasLocation } from './prepare-photo.js'

const base = '/api/auth/my-urns/file-1'
const crack = topicAttachment()
const plan = topicAttachment({
  id: 'attachment-2',
  name: 'plan.pdf',
  width: null,
  height: null,
  contentType: 'application/pdf',
})
const joint = topicAttachment({ id: 'attachment-3', name: 'joint.jpg', commentId: 'comment-1' })
let server: StubServer

beforeEach(() => {
  stubCapture({ form: { sections: [], selection: [] }, snapshot: new Blob(['x']) })
  server = topicServer(base)
  server.on('POST /api/notifications/read', () => json({ unread: 0 }))
  for (const { id } of [crack, plan, joint]) server.on(`GET ${base}/attachments/${id}`, () => new Response('bytes'))
})
afterEach(cleanUpPage)

const engine = testViewer()
type ClickInterceptor = Parameters<Viewer['clickInterceptors']['add']>[0]

const filters = new Set<ClickInterceptor>()
Object.assign(engine.viewer, {
  clickInterceptors: {
    add(filter: ClickInterceptor) {
      filters.add(filter)
      return () => filters.delete(filter)
    },
  },
})

function Stage({ isNew = false }: { readonly isNew?: boolean }) {
  const [topicId, openTopic] = useState<string | null>(isNew ? null : 'topic-1')
  const [newTopic, setNewTopic] = useState<NewTopicTarget | null>(isNew ? { anchor: null } : null)
  const anchorPicker = useAnchorPicker({ viewer: engine.viewer, onStart: () => undefined, onEnd: () => undefined })
  const open = (id: string | null): void => {
    setNewTopic(null)
    openTopic(id)
  }
  const subject = { fileId: 'file-1', role: 'owner', fileVersion: null, isExample: false } as const
  const collaboration = { ...subject, topicId, openTopic: open, newTopic, setNewTopic, anchorPicker }
  const model = { viewer: engine.viewer, urn: 'urn-tower', manifest: testManifest(), hasFirstFrame: true }
  return (
    <TestSession engine={engine}>
      <TopicsPanel collaboration={collaboration} model={model as unknown as ActiveModel} tree={null} />
    </TestSession>
  )
}

const openTopic = (files = [crack, plan, joint]) => {
  const discussion = [topicComment()]
  server.on(`GET ${base}/topics/topic-1`, () => json(topicRecord({ files, attachments: files.length, discussion })))
  return renderPart(<Stage />)
}
const photo = (name = 'slab.jpg') => new File(['jpeg'], name, { type: 'image/jpeg' })
const photoInput = () => document.querySelector<HTMLInputElement>('input[capture]') as HTMLInputElement

describe('attachments of an issue', () => {
  test('are photos with a preview, and files with their name and size', async () => {
    await openTopic()
    await screen.findByRole('button', { name: 'Open crack.jpg' })
    const files = within(screen.getByRole('list', { name: 'Photos and files' }))
    expect(files.getByText('plan.pdf')).toBeTruthy()
    expect(files.getByText('234 KB')).toBeTruthy()
  })

  test('are shown with their comment', async () => {
    await openTopic()
    const log = within(await screen.findByRole('log'))
    expect(await log.findByRole('button', { name: 'Open joint.jpg' })).toBeTruthy()
    expect(log.queryByRole('button', { name: 'Open crack.jpg' })).toBeNull()
  })

  test('open one after the other with keys, and end at the first again', async () => {
    const { user } = await openTopic()
    await user.click(await screen.findByRole('button', { name: 'Open crack.jpg' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'crack.jpg' }))
    expect(dialog.getByRole('status').textContent).toBe('1 of 2')
    dialog.getByRole('button', { name: 'Next photo' }).focus()
    await user.keyboard('{ArrowRight}')
    await screen.findByRole('dialog', { name: 'joint.jpg' })
    await user.keyboard('{ArrowRight}')
    await screen.findByRole('dialog', { name: 'crack.jpg' })
  })

  test('are saved under their own names', async () => {
    const save = vi.spyOn(saveFileModule, 'saveFile').mockReturnValue(undefined)
    const { user } = await openTopic()
    await user.click(await screen.findByRole('button', { name: 'Download plan.pdf' }))
    await waitFor(() => expect(save).toHaveBeenCalledWith(expect.any(Blob), 'plan.pdf'))
  })

  test('are deleted by those who may', async () => {
    server.on(`DELETE ${base}/attachments/${plan.id}`, () => json({ done: true }))
    const { user } = await openTopic([{ ...crack, mayDelete: false }, plan])
    await user.click(await screen.findByRole('button', { name: 'Delete plan.pdf' }))
    await waitFor(() => expect(server.calls(`DELETE ${base}/attachments/${plan.id}`)).toHaveLength(1))
    await user.click(screen.getByRole('button', { name: 'Open crack.jpg' }))
    expect(within(await screen.findByRole('dialog')).queryByRole('button', { name: /^Delete/ })).toBeNull()
  })
})

describe('new attachment', () => {
  const comments = `POST ${base}/topics/topic-1/comments`
  const attachments = `POST ${base}/topics/topic-1/attachments`

  test('is sent with a comment, which has its name when it has no text', async () => {
    server.on(comments, () => json(topicComment({ id: 'comment-9' })))
    server.on(attachments, () => json(topicAttachment()))
    const { user } = await openTopic([])
    await screen.findByRole('textbox', { name: 'Comment' })
    await user.upload(photoInput(), photo())
    await screen.findByAltText('slab.jpg')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(server.calls(attachments)).toHaveLength(1))
    expect(server.calls(comments)[0]?.body).toMatchObject({ text: 'slab.jpg' })
    expect(server.calls(attachments)[0]?.query.get('comment')).toBe('comment-9')
    await waitFor(() => expect(screen.queryByAltText('slab.jpg')).toBeNull())
  })

  test('says why the second of two was refused, and shows the first', async () => {
    server.on(comments, () => json(topicComment({ id: 'comment-9' })))
    const topics = `GET ${base}/topics/topic-1`
    const { user } = await openTopic([])
    await screen.findByRole('textbox', { name: 'Comment' })
    await user.upload(photoInput(), [photo('a.jpg'), photo('b.jpg')])
    await screen.findByAltText('b.jpg')
    server.on(attachments, () => {
      if (server.calls(attachments).length > 1) return errorResponse(413, 'quota-exceeded', 'No space left')
      const files = [topicAttachment({ name: 'a.jpg', commentId: 'comment-1' })]
      server.on(topics, () => json(topicRecord({ files, attachments: 1, discussion: [topicComment()] })))
      return json(topicAttachment())
    })
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await screen.findByText('No space left')
    expect(await screen.findByRole('button', { name: 'Open a.jpg' })).toBeTruthy()
  })

  test('can be pasted into the comment, dropped on it, and removed', async () => {
    const { user } = await openTopic([])
    const field = await screen.findByRole('textbox', { name: 'Comment' })
    fireEvent.paste(field, { clipboardData: { files: [photo('pasted.png')] } })
    await screen.findByAltText('pasted.png')
    fireEvent.drop(field, { dataTransfer: { types: ['Files'], files: [photo('dropped.jpg')] } })
    await screen.findByAltText('dropped.jpg')
    await user.click(screen.getByRole('button', { name: 'Remove pasted.png' }))
    expect(screen.queryByAltText('pasted.png')).toBeNull()
  })

  test('is sent to the new issue after the issue', async () => {
    server.on(`POST ${base}/topics`, () => json(topicRecord()))
    server.on(`GET ${base}/topics/topic-1`, () => json(topicRecord()))
    server.on(attachments, () => json(topicAttachment()))
    const { user } = await renderPart(<Stage isNew />)
    await user.type(await screen.findByLabelText(/Title/), 'Crack')
    await user.upload(photoInput(), photo())
    await screen.findByAltText('slab.jpg')
    await user.click(screen.getByRole('button', { name: 'Create issue' }))
    await waitFor(() => expect(server.calls(attachments)).toHaveLength(1))
    expect(server.calls(attachments)[0]?.query.has('comment')).toBe(false)
  })
})

describe('place of a new issue', () => {
  test('is the next click on the model; a click beside it keeps waiting', async () => {
    server.on(`POST ${base}/topics`, () => json(topicRecord()))
    const { user } = await renderPart(<Stage isNew />)
    await user.type(await screen.findByLabelText(/Title/), 'Crack')
    await user.click(screen.getByRole('button', { name: 'Set place' }))
    const click = (pick: object | null): boolean =>
      [...filters].some((filter) => filter({ kind: 'click', x: 1, y: 1, pick } as never))
    act(() => expect(click(null)).toBe(true))
    expect(screen.getByText('No place in the model')).toBeTruthy()
    const { viewer, finishLoad } = engine
    const loading = viewer.load({ manifestUrl: '/m' })
    finishLoad(testManifest({ origin: [100, 0, 0] }))
    await act(() => loading)
    act(() => expect(click({ element: 3, point: [1, 2, 3], normal: [0, 0, 1] })).toBe(true))
    await screen.findByText('Pinned in the model')
    expect(click({ element: 3, point: [0, 0, 0], normal: [0, 0, 1] })).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Create issue' }))
    await waitFor(() =>
      expect(server.calls(`POST ${base}/topics`)[0]?.body).toMatchObject({ anchor: { point: [101, 2, 3] } }),
    )
  })
})

describe('prepared photo', () => {
  test.each([
    [5120, 3840, 2560, 1920],
    [1000, 3000, 853, 2560],
    [800, 600, 800, 600],
    [100_000, 1, 2560, 1],
  ])('has %i × %i pixels before and %i × %i after', (width, height, sentWidth, sentHeight) => {
    expect(fitSides(width, height)).toEqual({ width: sentWidth, height: sentHeight })
  })

  test('keeps the place where it was taken only when asked, in the original', async () => {
    const gps = Uint8Array.from([0xff, 0xd8, 0x88, 0x25, 0, 4, 0, 0, 0, 1])
    const original = new File([gps], 'IMG_1.JPG', { type: 'image/jpeg' })
    expect(await hasLocation(original)).toBe(true)
    expect(await hasLocation(photo())).toBe(false)
    const file = await preparePending(original)
    expect(file.keepsLocation).toBe(false)
    const [located] = withLocations([file], true)
    expect(located).toMatchObject({ keepsLocation: true })
    expect(located?.content).toBe(original)
  })

  test('is too large from 25 MB on', async () => {
    const file = await preparePending(new File(['x'], 'a.bin'))
    expect(isSendable(file)).toBe(true)
    expect(isSendable({ ...file, content: { size: 25 * 1024 ** 2 + 1 } as Blob })).toBe(false)
  })
})
