import { collaborationLimits } from '@kamar/contracts'
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../../../testing/clean-up.js'
import { createFile, pickFiles } from '../../../../testing/pick-files.js'
import { renderPart } from '../../../../testing/render-app.js'
import { stubSavedFiles } from '../../../../testing/stub-saved-files.js'
import { errorResponse, type StubServer, stubServer } from '../../../../testing/stub-server.js'
import { topicAttachment } from '../../../../testing/test-topics.js'
import { AttachmentField } from './attachment-field.js'
import { AttachmentList } from './attachment-list.js'
import { type PendingFile, preparePending } from './pending-file.js'

afterEach(cleanUpPage)

const photoBytes = { plain: [0xff, 0xd8], located: [0xff, 0xd8, 0x25, 0x88, 4, 0, 1, 0, 0, 0] }
const createPhoto = (name: string, bytes = photoBytes.plain, type = 'image/jpeg') =>
  new File([Uint8Array.from(bytes)], name, { type })

describe('field for attachments', () => {
  let files: readonly PendingFile[] = []

  function Field({ attached = 0 }: { readonly attached?: number }) {
    const [pending, setPending] = useState<readonly PendingFile[]>([])
    files = pending
    return (
      <AttachmentField files={pending} attached={attached} onChange={setPending}>
        <input aria-label="Description" />
      </AttachmentField>
    )
  }
  const names = () => files.map(({ name }) => name)

  test('accepts only as many files as the issue can still have, and says so', async () => {
    await renderPart(<Field attached={collaborationLimits.attachmentsPerTopic - 1} />)
    pickFiles('File', createFile('a.pdf'), createFile('b.pdf'))
    await screen.findByText(`An issue can have at most ${collaborationLimits.attachmentsPerTopic} photos and files.`)
    await waitFor(() => expect(names()).toEqual(['a.pdf']))
  })

  test('refuses a file of more than 25 MB by its name, and takes the others', async () => {
    await renderPart(<Field />)
    pickFiles('File', createFile('scan.e57', collaborationLimits.attachmentBytes + 1), createFile('plan.pdf'))
    await screen.findByText('scan.e57 is larger than 25 MB.')
    const list = within(await screen.findByRole('list', { name: 'To be attached' }))
    expect(list.getByText('plan.pdf')).toBeTruthy()
    expect(names()).toEqual(['plan.pdf'])
  })

  test('opens the camera of a phone for photos, and the list of files for others', async () => {
    await renderPart(<Field />)
    const getInput = (label: string) => document.querySelector(`input[type=file][aria-label=${label}]`)
    expect(getInput('Photo')?.getAttribute('capture')).toBe('environment')
    expect(getInput('Photo')?.getAttribute('accept')).toBe('image/*')
    expect(getInput('File')?.hasAttribute('capture')).toBe(false)
    expect(getInput('File')?.hasAttribute('accept')).toBe(false)
  })

  test('asks for the location of photos only when one has it', async () => {
    const { user } = await renderPart(<Field />)
    pickFiles('Photo', createPhoto('plain.jpg'))
    await screen.findByAltText('plain.jpg')
    expect(screen.queryByRole('checkbox')).toBeNull()
    pickFiles('Photo', createPhoto('site.jpg', photoBytes.located))
    const box = await screen.findByRole('checkbox', { name: 'Keep the location of photos' })
    expect(box).toHaveProperty('checked', false)
    await user.click(box)
    expect(files.map(({ keepsLocation }) => keepsLocation)).toEqual([false, true])
    await user.click(screen.getByRole('button', { name: 'Remove site.jpg' }))
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  test('leaves pasted and dropped text to the field in it', async () => {
    await renderPart(<Field />)
    const field = screen.getByLabelText('Description')
    const paste = createEvent.paste(field, { clipboardData: { files: [], getData: () => 'text' } })
    const drop = createEvent.drop(field, { dataTransfer: { types: ['text/plain'], files: [] } })
    for (const event of [paste, drop]) fireEvent(field, event)
    expect([paste.defaultPrevented, drop.defaultPrevented]).toEqual([false, false])
    expect(names()).toEqual([])
  })
})

describe('photo for sending', () => {
  const image = { width: 4000, height: 3000, close: vi.fn() }
  const stubEncoder = (sentBytes: number): void => {
    vi.stubGlobal('createImageBitmap', () => Promise.resolve(image))
    class TestCanvas {
      readonly getContext = () => ({ drawImage: () => undefined })
      readonly convertToBlob = ({ type }: { readonly type: string }) =>
        Promise.resolve(new Blob([new Uint8Array(sentBytes)], { type }))
    }
    vi.stubGlobal('OffscreenCanvas', TestCanvas)
  }
  const camera = () => createPhoto('IMG_7.HEIC', Array<number>(100).fill(0), 'image/heic')

  test('becomes a JPEG with the name of one, and frees its memory', async () => {
    stubEncoder(10)
    expect(await preparePending(camera())).toMatchObject({
      name: 'IMG_7.jpg',
      content: { type: 'image/jpeg', size: 10 },
    })
    expect(image.close).toHaveBeenCalledOnce()
  })

  test('is sent as it is when the copy is not smaller', async () => {
    stubEncoder(1000)
    const photo = camera()
    expect(await preparePending(photo)).toMatchObject({ name: 'IMG_7.HEIC', content: photo })
  })

  test('is sent as it is when the browser cannot read it', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('no', 'InvalidStateError')))
    const photo = camera()
    expect(await preparePending(photo)).toMatchObject({ name: 'IMG_7.HEIC', content: photo, isPhoto: true })
  })

  test('has a name although the clipboard gave none', async () => {
    stubEncoder(1)
    expect(await preparePending(createPhoto('', photoBytes.plain, 'image/png'))).toMatchObject({ name: 'photo.jpg' })
    expect(await preparePending(new File(['x'], ''))).toMatchObject({ name: 'file', isPhoto: false })
  })
})

describe('list of attachments', () => {
  let server: StubServer
  beforeEach(() => {
    server = stubServer({ 'GET /api/auth/my-urns/file-1/attachments/*': () => new Response('bytes') })
  })
  const [first, second, third] = ['a.jpg', 'b.jpg', 'c.jpg'].map((name) => topicAttachment({ id: name, name }))
  const onDelete = vi.fn()
  const renderList = (files = [first, second, third], commentId: string | null = null) =>
    renderPart(
      <AttachmentList
        fileId="file-1"
        files={files.filter(Boolean) as never}
        commentId={commentId}
        onDelete={onDelete}
        addMarked={null}
      />,
    )

  test('shows the next photo after one is deleted, and closes after the only one', async () => {
    const { user, unmount } = await renderList()
    await user.click(screen.getByRole('button', { name: 'Open b.jpg' }))
    await user.click(await screen.findByRole('button', { name: 'Delete b.jpg' }))
    expect(onDelete).toHaveBeenLastCalledWith(second)
    await screen.findByRole('dialog', { name: 'c.jpg' })
    unmount()
    const only = await renderList([first])
    await only.user.click(screen.getByRole('button', { name: 'Open a.jpg' }))
    expect(screen.queryByRole('button', { name: 'Next photo' })).toBeNull()
    await only.user.click(await screen.findByRole('button', { name: 'Delete a.jpg' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('goes back from the first photo to the last with the keyboard', async () => {
    const { user } = await renderList()
    await user.click(screen.getByRole('button', { name: 'Open a.jpg' }))
    await screen.findByRole('dialog', { name: 'a.jpg' })
    await user.keyboard('{ArrowLeft}')
    await screen.findByRole('dialog', { name: 'c.jpg' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('loads previews for thumbnails, and the original only for a download', async () => {
    const saved = stubSavedFiles()
    const { user } = await renderList([first])
    await user.click(screen.getByRole('button', { name: 'Open a.jpg' }))
    const route = 'GET /api/auth/my-urns/file-1/attachments/a.jpg'
    const getSizes = () => server.calls(route).map(({ query }) => query.get('size'))
    await waitFor(() => expect(getSizes()).toEqual(['small', 'large']))
    await user.click(await screen.findByRole('button', { name: 'Download a.jpg' }))
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['a.jpg']))
    expect(getSizes()).toEqual(['small', 'large', null])
  })

  test('names the file whose download failed', async () => {
    server.on('GET /api/auth/my-urns/file-1/attachments/*', () => errorResponse(404, 'not-found', 'Gone'))
    const { user } = await renderList([
      topicAttachment({ name: 'plan.pdf', contentType: 'application/pdf', width: null }),
    ])
    await user.click(screen.getByRole('button', { name: 'Download plan.pdf' }))
    expect(await screen.findByText(/plan\.pdf.*Gone|Gone.*plan\.pdf/)).toBeTruthy()
  })

  test('is nothing for a comment without attachments', async () => {
    const { container } = await renderList([first], 'comment-1')
    expect(container.querySelector('ul')).toBeNull()
  })
})
