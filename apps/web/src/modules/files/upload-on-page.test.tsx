import { ApiError, limits, type UploadResult } from '@kamar/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as transferFileModule from '../../platform/files/upload/transfer-file.js'
import type { TransferOptions } from '../../platform/files/upload/transfer-file.js'
import { cancelUpload, clearUploads } from '../../platform/files/upload/uploads.js'
import { appServer, preview, shownFiles } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { type Deferred, deferred } from '../../testing/deferred.js'
import { dropFiles, createFile, pickFiles } from '../../testing/pick-files.js'
import { fileRecord, uploadResult } from '../../testing/records.js'
import { desktop, layOut, renderApp } from '../../testing/render-app.js'
import { json } from '../../testing/stub-server.js'

interface Transfer extends Deferred<UploadResult | null> {
  readonly file: File
  readonly options: TransferOptions
}
const transfers: Transfer[] = []

const old = fileRecord({ description: 'Old.ifc' })

beforeEach(() => {
  transfers.length = 0
  vi.spyOn(transferFileModule, 'transferFile').mockImplementation((file, options) => {
    const transfer = { ...deferred<UploadResult | null>(), file, options }
    options.signal.addEventListener('abort', () => transfer.reject(options.signal.reason))
    transfers.push(transfer)
    return transfer.promise
  })
  layOut(desktop)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(async () => {
  for (const transfer of [...transfers]) {
    transfer.reject(new Error('the test is over'))
    await act(async () => cancelUpload())
  }
  act(clearUploads)
  await cleanUpPage()
})

async function openFiles() {
  const server = appServer([old])
  const { user } = await renderApp('/home', { signedIn: true })
  await screen.findByText('1 file')
  return { user, server }
}
const overlay = () => screen.queryByRole('region', { name: 'Upload CAD File' })
const sent = () => transfers.map(({ file }) => file.name)
const last = (): Transfer => {
  const transfer = transfers.at(-1)
  if (!transfer) throw new Error('nothing is being sent')
  return transfer
}
const progress = (bytes: number): void => act(() => last().options.onProgress(bytes))

describe('file upload', () => {
  test('sends the first file of a drop, and the others on request', async () => {
    const { user } = await openFiles()
    act(() => dropFiles(createFile('a.ifc'), createFile('b.ifc')))
    await waitFor(() => expect(sent()).toEqual(['a.ifc']))
    expect(screen.getByText('Only the first file was added. 1 file was skipped.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Upload the rest' }))
    await act(async () => last().resolve(uploadResult(fileRecord({ description: 'a.ifc' }))))
    await waitFor(() => expect(sent()).toEqual(['a.ifc', 'b.ifc']))
  })

  test('sends all picked files one after the other', async () => {
    await openFiles()
    pickFiles('Upload files', createFile('a.ifc'), createFile('b.dwg'))
    await waitFor(() => expect(sent()).toEqual(['a.ifc']))
    expect(screen.queryByText(/Only the first file/)).toBeNull()
    progress(500)
    expect(overlay()?.textContent).toContain('1 more file queued')
    await act(async () => last().resolve(null))
    await waitFor(() => expect(sent()).toEqual(['a.ifc', 'b.dwg']))
  })

  test.each([
    ['plan.pdf', 1_000, 'Unsupported file format: .pdf'],
    ['archive.tar.gz', 1_000, 'Unsupported file format: .gz'],
    ['model', 1_000, 'Unsupported file format: model'],
    ['tower.ifc', limits.defaultUploadBytes + 1, 'File size exceeds 100MB limit'],
    ['tower.ifc', 0, 'The file is empty'],
  ])('rejects %s of %i bytes with a message', async (name, size, text) => {
    await openFiles()
    pickFiles('Upload files', createFile(name, size))
    expect((await screen.findByRole('alert')).textContent).toContain(text)
    expect(sent()).toEqual([])
  })

  test('follows the upload limit of the account', async () => {
    const limitBytes = 2 * 1024 ** 3
    const server = appServer([old])
    server.on('GET /api/upload-rules', () => json({ extensions: ['.ifc'], optionalExtensions: [], limitBytes }))
    await renderApp('/home', { signedIn: true })
    await screen.findByText('1 file')
    await waitFor(() => expect(server.calls('GET /api/upload-rules')).not.toHaveLength(0))
    pickFiles('Upload files', createFile('large.ifc', limitBytes))
    await waitFor(() => expect(sent()).toEqual(['large.ifc']))
    pickFiles('Upload files', createFile('larger.ifc', limitBytes + 1))
    expect((await screen.findByRole('alert')).textContent).toContain('File size exceeds 2GB limit')
    expect(sent()).toEqual(['large.ifc'])
  })

  test('names the refused files of a batch, one notice for each reason, and says what can be done', async () => {
    const { user } = await openFiles()
    const large = limits.defaultUploadBytes + 1024 ** 2
    const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt']
    pickFiles(
      'Upload files',
      createFile('clinic.ifc', large),
      createFile('tower.rvt', large),
      ...names.map((name) => createFile(name)),
    )
    await user.click(await screen.findByRole('button', { name: '1 more error' }))
    const [tooLarge, unsupported, ...others] = screen.getAllByRole('alert')
    expect(tooLarge?.textContent).toContain('File size exceeds 100MB limit')
    expect(tooLarge?.textContent).toContain(
      'clinic.ifc (101.0 MB), tower.rvt (101.0 MB). Remove unused parts from the model',
    )
    expect(unsupported?.textContent).toContain('a.txt, b.txt, c.txt and 1 more. Kamar reads DWG, ')
    expect(others).toEqual([])
  })

  test.each([
    ['TOWER.IFC', 1_000],
    ['plan.Dwg', 1_000],
    ['tower.ifc', limits.defaultUploadBytes],
  ])('accepts %s of %i bytes', async (name, size) => {
    await openFiles()
    pickFiles('Upload files', createFile(name, size))
    await waitFor(() => expect(sent()).toEqual([name]))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('upload overlay', () => {
  test('is shown strictly between 0 and 100 percent', async () => {
    await openFiles()
    pickFiles('Upload files', createFile('tower.ifc', 2 * 1024 ** 2))
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(overlay()).toBeNull()
    progress(0)
    expect(overlay()).toBeNull()
    progress(1024 ** 2)
    const tray = within(overlay() as HTMLElement)
    expect(tray.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50')
    expect(tray.getByText('1.0 MB of 2.0 MB')).toBeTruthy()
    progress(2 * 1024 ** 2)
    expect(tray.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('99')
    await act(async () => last().resolve(uploadResult(fileRecord())))
    expect(overlay()).toBeNull()
  })

  test('shows a lost connection until it is restored', async () => {
    await openFiles()
    pickFiles('Upload files', createFile('tower.ifc'))
    await waitFor(() => expect(sent()).toHaveLength(1))
    progress(500)
    act(() => last().options.onPaused(true))
    expect(within(overlay() as HTMLElement).getByText('Waiting for the connection…')).toBeTruthy()
    act(() => last().options.onPaused(false))
    expect(screen.queryByText('Waiting for the connection…')).toBeNull()
  })

  test('cancels the upload without an error', async () => {
    const { user } = await openFiles()
    pickFiles('Upload files', createFile('tower.ifc'))
    await waitFor(() => expect(sent()).toHaveLength(1))
    progress(500)
    await user.click(screen.getByRole('button', { name: 'Cancel upload' }))
    expect(last().options.signal.aborted).toBe(true)
    await waitFor(() => expect(overlay()).toBeNull())
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('is replaced by an error with file name and reason', async () => {
    await openFiles()
    pickFiles('Upload files', createFile('tower.ifc'))
    await waitFor(() => expect(sent()).toHaveLength(1))
    const body = { status: 413, code: 'quota-exceeded', message: 'Not enough space left in your storage plan' }
    await act(async () => last().reject(new ApiError(413, body)))
    const text = 'tower.ifc couldn’t be uploaded: Not enough space left in your storage plan'
    expect((await screen.findByRole('alert')).textContent).toContain(text)
    expect(overlay()).toBeNull()
  })
})

describe('completed upload', () => {
  const tower = fileRecord({ description: 'Tower.ifc', status: 'processing', updated_at: '2020-01-01T00:00:00.000Z' })

  test('appears on top, is selected and is stored on the device', async () => {
    const { user } = await openFiles()
    await user.type(screen.getByRole('searchbox'), 'old')
    pickFiles('Upload files', createFile('Tower.ifc'))
    await waitFor(() => expect(sent()).toHaveLength(1))
    await act(async () => last().resolve(uploadResult(tower)))
    await waitFor(() => expect(shownFiles()).toEqual(['Tower.ifc', 'Old.ifc']))
    expect(preview().getByRole('heading', { name: 'Tower.ifc' })).toBeTruthy()
    expect(preview().getByText('In queue')).toBeTruthy()
    const [remembered] = JSON.parse(localStorage.getItem('uploadedFiles') ?? '[]') as unknown[]
    expect(remembered).toMatchObject({ name: 'Tower.ifc', urn: tower.urn, status: 'processing', jobId: tower.jobId })
  })

  test('reloads the list when the response was lost', async () => {
    const { server } = await openFiles()
    server.on('GET /api/auth/my-urns', () => json([tower, old]))
    pickFiles('Upload files', createFile('Tower.ifc'))
    await waitFor(() => expect(sent()).toHaveLength(1))
    await act(async () => last().resolve(null))
    await waitFor(() => expect(shownFiles()).toHaveLength(2))
  })
})
