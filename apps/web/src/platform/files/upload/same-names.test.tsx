import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appServer } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { fileRecord, uploadResult } from '../../../testing/records.js'
import { renderPart } from '../../../testing/render-app.js'
import { json, type StubServer } from '../../../testing/stub-server.js'
import { accessToken } from '../../api/access-token.js'
import * as transferFileModule from './transfer-file.js'
import type { UploadPurpose } from './transfer-file.js'
import { UploadTray } from './upload-tray.js'
import { clearUploads, uploadFiles } from './uploads.js'

const house = fileRecord({ id: 'house', description: 'House.ifc' })
let server: StubServer
let sent: { readonly name: string; readonly purpose: UploadPurpose | undefined }[]

beforeEach(() => {
  sent = []
  accessToken.write('token')
  server = appServer([house])
  server.on('POST /api/auth/my-urns/by-name', ({ body }) => {
    const { names } = body as { readonly names: readonly string[] }
    return json(names.includes('house.ifc') ? [house] : [])
  })
  vi.spyOn(transferFileModule, 'transferFile').mockImplementation((file, { purpose }) => {
    sent.push({ name: file.name, purpose })
    return Promise.resolve(uploadResult(fileRecord({ description: file.name })))
  })
})
afterEach(async () => {
  act(clearUploads)
  vi.restoreAllMocks()
  await cleanUpPage()
})

const model = (name: string): File => new File(['x'], name)

async function upload(...names: readonly string[]) {
  const page = await renderPart(<UploadTray />)
  act(() => void uploadFiles(names.map(model)))
  return page
}
const dialog = async () => within(await screen.findByRole('dialog', { name: '1 file already exists' }))

describe('upload with an existing file name', () => {
  test('becomes a new version by default', async () => {
    const { user } = await upload('house.ifc', 'new.ifc')
    const prompt = await dialog()
    await user.type(prompt.getByRole('textbox'), 'wider')
    await user.click(prompt.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent).toEqual([
      { name: 'house.ifc', purpose: { fileId: 'house', note: 'wider' } },
      { name: 'new.ifc', purpose: undefined },
    ])
  })

  test('is stored under a numbered name when the user keeps both', async () => {
    const { user } = await upload('house.ifc')
    const prompt = await dialog()
    await user.click(prompt.getByRole('radio', { name: /Keep both/ }))
    await user.click(prompt.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(sent).toEqual([{ name: 'house (2).ifc', purpose: undefined }]))
  })

  test('sends only the other files when the user skips the existing one', async () => {
    const { user } = await upload('house.ifc', 'new.ifc')
    const prompt = await dialog()
    await user.click(prompt.getByRole('radio', { name: /Skip/ }))
    await user.click(prompt.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(sent.map(({ name }) => name)).toEqual(['new.ifc']))
  })

  test('sends nothing when the dialog is cancelled', async () => {
    const { user } = await upload('house.ifc', 'new.ifc')
    await user.click((await dialog()).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toEqual([])
  })
})

test('uploadFiles numbers equal names in one batch', async () => {
  await upload('new.ifc', 'New.ifc')
  await waitFor(() => expect(sent.map(({ name }) => name)).toEqual(['new.ifc', 'New (2).ifc']))
})

test('uploadFiles creates a new file when the name check fails', async () => {
  server.on('POST /api/auth/my-urns/by-name', () => json({}, 500))
  await upload('house.ifc')
  await waitFor(() => expect(sent).toEqual([{ name: 'house.ifc', purpose: undefined }]))
})

describe('upload list', () => {
  test('links to each uploaded file', async () => {
    await upload('new.ifc')
    const tray = within(await screen.findByRole('region', { name: 'Uploads' }))
    expect(await tray.findByText('1 of 1 file uploaded')).toBeTruthy()
    expect(tray.getByRole('link', { name: 'Open new.ifc' }).getAttribute('href')).toContain('/ViewerPage?urn=')
  })

  test('shows the error of a failed upload and retries it', async () => {
    vi.spyOn(transferFileModule, 'transferFile').mockRejectedValueOnce(new Error('x'))
    const { user } = await upload('new.ifc')
    const tray = within(await screen.findByRole('region', { name: 'Uploads' }))
    expect(await tray.findByText('An unexpected error occurred')).toBeTruthy()
    await user.click(tray.getByRole('button', { name: 'Upload new.ifc again' }))
    expect(await tray.findByRole('link', { name: 'Open new.ifc' })).toBeTruthy()
  })
})
