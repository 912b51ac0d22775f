import type { PlannedUpload, UploadPlan } from '@kamar/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appServer } from '../../../../testing/app-server.js'
import { cleanUpPage } from '../../../../testing/clean-up.js'
import { fileRecord, uploadResult } from '../../../../testing/records.js'
import { renderPart } from '../../../../testing/render-app.js'
import { errorResponse, json, type StubServer } from '../../../../testing/stub-server.js'
import { accessToken } from '../../../api/access-token.js'
import * as transferFileModule from '../transfer-file.js'
import type { UploadPurpose } from '../transfer-file.js'
import { UploadTray } from '../upload-tray.js'
import { plannedTree } from './upload-tree.js'
import { clearUploads, startUploadsTo, uploadPickedFolder } from '../uploads.js'

let server: StubServer
let plan: UploadPlan
let sent: { readonly name: string; readonly purpose: UploadPurpose | undefined }[]
let createdPaths: unknown[]
let stopUploads: () => void

beforeEach(() => {
  sent = []
  createdPaths = []
  accessToken.write('token')
  server = appServer([])
  server.on('POST /api/upload-plan', () => json(plan))
  server.on('POST /api/folders/tower/paths', ({ body }) => {
    const { paths } = body as { readonly paths: readonly (readonly string[])[] }
    createdPaths.push(...paths)
    return json({ folderIds: paths.map((path) => `id of ${path.join('/')}`) })
  })
  vi.spyOn(transferFileModule, 'transferFile').mockImplementation((file, { purpose }) => {
    sent.push({ name: file.name, purpose })
    return Promise.resolve(uploadResult(fileRecord({ description: file.name })))
  })
  stopUploads = startUploadsTo('tower')
})
afterEach(async () => {
  act(() => {
    clearUploads()
    plannedTree.set(null)
  })
  stopUploads()
  vi.restoreAllMocks()
  await cleanUpPage()
})

const entry = (folders: readonly string[], name: string, over: Partial<PlannedUpload> = {}): PlannedUpload => ({
  folders: [...folders],
  name,
  isRenamed: false,
  refusal: null,
  existing: null,
  ...over,
})

async function upload(entries: readonly PlannedUpload[], freeBytes = 1e9) {
  plan = { entries: [...entries], freeBytes }
  const page = await renderPart(<UploadTray />)
  const files = entries.map(({ folders, name }) => {
    const file = new File(['x'], name)
    Object.defineProperties(file, { webkitRelativePath: { value: [...folders, name].join('/') }, size: { value: 3e6 } })
    return file
  })
  act(() => void uploadPickedFolder(files))
  return page
}
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Upload folders' }))

describe('upload plan', () => {
  test('sends nothing before it is confirmed, then creates each folder once', async () => {
    const { user } = await upload([entry(['A'], 'a.ifc'), entry(['A'], 'b.ifc'), entry([], 'c.ifc')])
    const prompt = await dialog()
    expect(await prompt.findByText('3 files · 2 folders · 8.6 MB')).toBeTruthy()
    expect([sent, createdPaths]).toEqual([[], []])
    await user.click(prompt.getByRole('button', { name: 'Upload 3 files' }))
    await waitFor(() => expect(sent).toHaveLength(3))
    expect(createdPaths).toEqual([['A']])
    expect(sent).toEqual([
      { name: 'a.ifc', purpose: { folderId: 'id of A' } },
      { name: 'b.ifc', purpose: { folderId: 'id of A' } },
      { name: 'c.ifc', purpose: { folderId: 'tower' } },
    ])
  })

  test('P18 upload plan lists refused files with the reason and uploads the others', async () => {
    const refusal = { code: 'unsupported-format', parameters: { extension: '.txt' } }
    const { user } = await upload([entry(['A'], 'notes.txt', { refusal }), entry(['A'], 'a.ifc')])
    const prompt = await dialog()
    await user.click(await prompt.findByText(/1 file can’t be uploaded\./))
    expect(prompt.getByText('A/notes.txt')).toBeTruthy()
    await user.click(prompt.getByRole('button', { name: 'Upload 1 file' }))
    await waitFor(() => expect(sent.map(({ name }) => name)).toEqual(['a.ifc']))
  })

  test.each([
    ['Keep both', [{ folderId: 'id of A' }, { folderId: 'id of A' }]],
    ['Add as new version', [{ folderId: 'id of A' }, { fileId: 'old', note: '' }]],
    ['Skip', [{ folderId: 'id of A' }]],
  ])('P19 upload plan offers “%s” for a name that exists', async (choice, purposes) => {
    const existing = { fileId: 'old', isSame: false }
    const { user } = await upload([entry(['A'], 'new.ifc'), entry(['A'], 'old.ifc', { existing })])
    const prompt = await dialog()
    expect((await prompt.findByRole<HTMLInputElement>('radio', { name: 'Keep both' })).checked).toBe(true)
    await user.click(prompt.getByRole('radio', { name: choice }))
    await user.click(prompt.getByRole('button', { name: /^Upload \d/ }))
    await waitFor(() => expect(sent.map(({ purpose }) => purpose)).toEqual(purposes))
  })

  test('P17 upload plan skips the files that are uploaded already', async () => {
    const existing = { fileId: 'old', isSame: true }
    const { user } = await upload([entry(['A'], 'old.ifc', { existing }), entry(['B'], 'new.ifc')])
    const prompt = await dialog()
    expect(await prompt.findByText('1 file is already uploaded and is skipped')).toBeTruthy()
    await user.click(prompt.getByRole('button', { name: 'Upload 1 file' }))
    await waitFor(() => expect(sent.map(({ name }) => name)).toEqual(['new.ifc']))
    expect(createdPaths).toEqual([['B']])
  })

  test('P11 upload plan names what is renamed, and the file is sent under its new name', async () => {
    const { user } = await upload([entry(['A'], 'x_.ifc', { isRenamed: true })])
    const prompt = await dialog()
    await user.click(await prompt.findByText('1 name is changed'))
    await user.click(prompt.getByRole('button', { name: 'Upload 1 file' }))
    await waitFor(() => expect(sent.map(({ name }) => name)).toEqual(['x_.ifc']))
  })

  test('P22 upload plan cannot be confirmed when the files do not fit', async () => {
    await upload([entry(['A'], 'a.ifc'), entry(['A'], 'b.ifc')], 4e6)
    const prompt = await dialog()
    expect((await prompt.findByRole('alert')).textContent).toContain('5.7 MB don’t fit: 3.8 MB are free')
    expect(prompt.getByRole<HTMLButtonElement>('button', { name: 'Upload 2 files' }).disabled).toBe(true)
  })

  test('shows why it could not be planned', async () => {
    server.on('POST /api/upload-plan', () => errorResponse(409, 'too-many', 'Up to 1,000'))
    await upload([entry(['A'], 'a.ifc')])
    expect((await (await dialog()).findByRole('alert')).textContent).toBe('Up to 1,000')
  })
})
