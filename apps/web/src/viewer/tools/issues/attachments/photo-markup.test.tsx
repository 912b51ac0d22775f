import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../../../testing/clean-up.js'
import { pickFiles } from '../../../../testing/pick-files.js'
import { renderPart } from '../../../../testing/render-app.js'
import { json, stubServer } from '../../../../testing/stub-server.js'
import { topicAttachment } from '../../../../testing/test-topics.js'
import { AttachmentField } from './attachment-field.js'
import { AttachmentList } from './attachment-list.js'
import { copyExif } from './copy-exif.js'
import type { PendingFile } from './pending-file.js'
import { useAddMarkedPhoto } from './use-add-marked-photo.js'

const outputs: unknown[] = []

beforeEach(() => {
  outputs.length = 0
  class TestPath {
    constructor(readonly data: string) {}
  }
  vi.stubGlobal('Path2D', TestPath)
  const context = new Proxy({}, { get: (_, name) => () => void outputs.push(name), set: () => true })
  class TestCanvas {
    readonly getContext = () => context
    readonly convertToBlob = ({ type }: { readonly type: string }) => Promise.resolve(new Blob(['painted'], { type }))
  }
  vi.stubGlobal('OffscreenCanvas', TestCanvas)
})
afterEach(cleanUpPage)

/** Lets the dialog have its photo, and draws a rectangle by keyboard. */
async function drawRectangle(name: string) {
  const dialog = await screen.findByRole('dialog', { name: `Mark up ${name}` })
  const image = within(dialog).getByAltText(name)
  Object.defineProperties(image, { naturalWidth: { value: 800 }, naturalHeight: { value: 600 } })
  fireEvent.load(image)
  const layer = await within(dialog).findByRole('application')
  fireEvent.keyDown(layer, { key: 'r', code: 'KeyR' })
  fireEvent.keyDown(layer, { key: 'Enter', code: 'Enter' })
  return { dialog: within(dialog), layer }
}

/** JPEG with an Exif block that has an orientation and points to a place. */
const located = Uint8Array.from([
  ...[0xff, 0xd8, 0xff, 0xe1, 0, 40, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x49, 0x49, 42, 0, 8, 0, 0, 0, 2, 0],
  ...[0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0],
  ...[0x25, 0x88, 4, 0, 1, 0, 0, 0, 0, 0],
  ...[0xff, 0xd9],
])

describe('drawing on a photo that waits to be sent', () => {
  let files: readonly PendingFile[] = []

  function Field() {
    const [pending, setPending] = useState<readonly PendingFile[]>([])
    files = pending
    return (
      <AttachmentField files={pending} onChange={setPending}>
        <input aria-label="Description" />
      </AttachmentField>
    )
  }
  async function renderField(bytes: Uint8Array<ArrayBuffer> = Uint8Array.from([0xff, 0xd8])) {
    const part = await renderPart(<Field />)
    pickFiles('Photo', new File([bytes], 'slab.jpg', { type: 'image/jpeg' }))
    await part.user.click(await screen.findByRole('button', { name: 'Mark up slab.jpg' }))
    return part
  }

  test('replaces what is sent, opens again with its shapes, and is removed with them', async () => {
    const { user } = await renderField()
    const first = await drawRectangle('slab.jpg')
    await user.click(first.dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(files[0]?.marked?.shapes).toHaveLength(1))
    expect(await files[0]?.content.text()).toBe('painted')
    expect(outputs).toContain('drawImage')
    await user.click(await screen.findByRole('button', { name: 'Mark up slab.jpg' }))
    const again = await drawRectangle('slab.jpg')
    fireEvent.keyDown(again.layer, { key: 'a', code: 'KeyA', ctrlKey: true })
    fireEvent.keyDown(again.layer, { key: 'Delete', code: 'Delete' })
    await user.click(again.dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(files[0]?.marked).toBeNull())
    expect(files[0]?.content).toBe(files[0]?.shrunk)
  })

  test('is discarded only after a confirmation, and undone without one', async () => {
    const { user } = await renderField()
    const { dialog } = await drawRectangle('slab.jpg')
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    const confirmation = within(await screen.findByRole('alertdialog', { name: 'Discard the markup?' }))
    await user.click(confirmation.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(files[0]?.marked).toBeNull()
  })

  test('lets the photo keep its location when the user wants that', async () => {
    const { user } = await renderField(located)
    const { dialog } = await drawRectangle('slab.jpg')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(files[0]?.marked).not.toBeNull())
    expect(await files[0]?.content.text()).toBe('painted')
    await user.click(await screen.findByRole('checkbox', { name: 'Keep the location of photos' }))
    expect(files[0]?.content).toBe(files[0]?.marked?.located)
    expect(files[0]?.content.size).toBe('painted'.length + 42)
  })

  test('says that a photo cannot be drawn on when the browser cannot show it', async () => {
    await renderField()
    fireEvent.error(within(await screen.findByRole('dialog')).getByAltText('slab.jpg'))
    await screen.findByText(/slab\.jpg can’t be shown in this browser/)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('Exif data of a marked photo', () => {
  const painted = new Blob([Uint8Array.from([0xff, 0xd8, 0xff, 0xd9])], { type: 'image/jpeg' })

  test('are those of the original, with upright orientation', async () => {
    const copy = await copyExif(new Blob([located]), painted)
    const bytes = new Uint8Array((await copy?.arrayBuffer()) ?? new ArrayBuffer(0))
    expect([...bytes.slice(0, 6)]).toEqual([0xff, 0xd8, 0xff, 0xe1, 0, 40])
    // The value of the first entry: 1 instead of 6.
    expect([bytes[30], located[30]]).toEqual([1, 6])
    expect([...bytes.slice(-2)]).toEqual([0xff, 0xd9])
  })

  test.each([
    ['of another format', [0x89, 0x50, 0x4e, 0x47]],
    ['without any', [0xff, 0xd8, 0xff, 0xda, 0, 2, 1, 2]],
    ['with a segment that ends after the file', [0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff, 0x45, 0x78, 0x69, 0x66, 0, 0]],
    ['that ends in a marker', [0xff, 0xd8, 0xff]],
  ])('are absent for an original %s', async (_, bytes) => {
    expect(await copyExif(new Blob([Uint8Array.from(bytes)]), painted)).toBeNull()
  })
})

describe('drawing on an attached photo', () => {
  const attachments = 'POST /api/auth/my-urns/file-1/topics/topic-1/attachments'
  const photo = topicAttachment({ commentId: 'comment-1' })

  function List({ canComment = true, canDelete = true }) {
    const addMarked = useAddMarkedPhoto('file-1', { id: 'topic-1', mayComment: canComment })
    return (
      <AttachmentList
        fileId="file-1"
        files={[{ ...photo, mayDelete: canDelete }]}
        commentId="comment-1"
        onDelete={() => undefined}
        addMarked={addMarked}
      />
    )
  }
  const serve = () =>
    stubServer({
      'GET /api/auth/my-urns/file-1/attachments/*': () => new Response('bytes'),
      [attachments]: () => json(topicAttachment({ id: 'attachment-2', name: 'crack-markup.jpg' })),
    })
  async function markUp(part: Awaited<ReturnType<typeof renderPart>>) {
    await part.user.click(screen.getByRole('button', { name: 'Open crack.jpg' }))
    await part.user.click(await screen.findByRole('button', { name: 'Mark up crack.jpg' }))
    const { dialog } = await drawRectangle('crack.jpg')
    await part.user.click(dialog.getByRole('button', { name: 'Save' }))
  }

  test('adds another photo beside it, to the same comment', async () => {
    const server = serve()
    await markUp(await renderPart(<List />))
    await waitFor(() => expect(server.calls(attachments)).toHaveLength(1))
    const [call] = server.calls(attachments)
    expect(call?.query.get('comment')).toBe('comment-1')
    const sent = (call?.body as FormData | undefined)?.get('file') as File
    expect([await sent.text(), sent.type]).toEqual(['painted', 'image/jpeg'])
  })

  test('adds nothing to the comment of another user, but to the issue', async () => {
    const server = serve()
    await markUp(await renderPart(<List canDelete={false} />))
    await waitFor(() => expect(server.calls(attachments)).toHaveLength(1))
    expect(server.calls(attachments)[0]?.query.has('comment')).toBe(false)
  })

  test('is not offered to those who may only read', async () => {
    serve()
    const { user } = await renderPart(<List canComment={false} />)
    await user.click(screen.getByRole('button', { name: 'Open crack.jpg' }))
    await screen.findByRole('button', { name: 'Download crack.jpg' })
    expect(screen.queryByRole('button', { name: /^Mark up/ })).toBeNull()
  })
})
