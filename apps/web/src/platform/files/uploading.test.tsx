import type { UploadResult } from '@kamar/contracts'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appServer } from '../../testing/app-server.js'
import { fileRecord, uploadResult } from '../../testing/records.js'
import { desktop, layOut, renderPart } from '../../testing/render-app.js'
import { accessToken } from '../api/access-token.js'
import { toasts } from '../design/toasts-state.js'
import { DropTarget } from './upload/drop-target.js'
import * as transferFileModule from './upload/transfer-file.js'
import type { TransferOptions } from './upload/transfer-file.js'
import { ChooseFileButton, UploadButton } from './upload/upload-button.js'
import { UploadTray } from './upload/upload-tray.js'
import { cancelUpload, clearUploads, uploadFiles, uploadFirst, whenUploadFinished } from './upload/uploads.js'

interface Transfer {
  readonly file: File
  readonly options: TransferOptions
  readonly finish: (result: UploadResult | null) => void
  readonly fail: (error: unknown) => void
}
const transfers: Transfer[] = []

const model = (name: string, bytes = 'x'.repeat(1000)): File => new File([bytes], name)
const getToastMessages = () => toasts.get().map(({ text }) => text)
const names = () => transfers.map(({ file }) => file.name)

beforeEach(() => {
  appServer()
  layOut(desktop)
  accessToken.write('token')
  vi.spyOn(transferFileModule, 'transferFile').mockImplementation(
    (file, options) =>
      new Promise((resolve, reject) => {
        options.signal.addEventListener('abort', () => reject(options.signal.reason as Error))
        transfers.push({ file, options, finish: resolve, fail: reject })
      }),
  )
})
afterEach(async () => {
  // Cancelling one transfer starts the next.
  for (let settled = 0; settled <= transfers.length; settled += 1) {
    act(cancelUpload)
    await act(async () => undefined)
  }
  act(clearUploads)
  cleanup()
  transfers.length = 0
  act(() => toasts.set([]))
  accessToken.clear()
  localStorage.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('single-file upload', () => {
  test('uploads the first file and offers to upload the others', async () => {
    await renderPart(<p>page</p>)
    await act(() => uploadFirst([model('one.ifc'), model('two.ifc'), model('three.ifc')]))
    expect(names()).toEqual(['one.ifc'])
    expect(getToastMessages()).toEqual(['Only the first file was added. 2 files were skipped.'])
    act(() => toasts.get()[0]?.action?.run())
    transfers[0]?.finish(null)
    await expect.poll(() => names()).toEqual(['one.ifc', 'two.ifc'])
  })

  test('opens the file picker and uploads the picked file', async () => {
    const { user, container } = await renderPart(<ChooseFileButton />)
    const input = container.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
    const click = vi.spyOn(input, 'click')
    await user.click(screen.getByRole('button', { name: 'Choose a file' }))
    expect(click).toHaveBeenCalledOnce()
    expect(input.accept.split(',')).toHaveLength(20)
    fireEvent.change(input, { target: { files: [model('house.ifc')] } })
    await expect.poll(names).toEqual(['house.ifc'])
  })
})

test('UploadButton uploads all picked files', async () => {
  const { container } = await renderPart(<UploadButton />)
  const input = container.querySelector<HTMLInputElement>('input[multiple]') as HTMLInputElement
  fireEvent.change(input, { target: { files: [model('one.ifc'), model('two.ifc')] } })
  await expect.poll(names).toEqual(['one.ifc'])
  transfers[0]?.finish(null)
  await expect.poll(names).toEqual(['one.ifc', 'two.ifc'])
  expect(getToastMessages()).toEqual([])
})

test('uploadFiles reports rejected files and uploads the others', async () => {
  await renderPart(<p>page</p>)
  await act(() => uploadFiles([model('letter.docx'), model('house.ifc'), model('empty.ifc', '')]))
  expect(names()).toEqual(['house.ifc'])
  expect(getToastMessages()).toEqual(['Unsupported file format: .docx', 'The file is empty'])
})

test('uploadFiles reports a failure with file name and reason', async () => {
  await renderPart(<p>page</p>)
  await act(() => uploadFiles([model('house.ifc')]))
  transfers[0]?.fail(new Error('x'))
  await expect.poll(() => getToastMessages()).toEqual(['house.ifc couldn’t be uploaded: An unexpected error occurred'])
})

test('uploadFiles records a finished upload and notifies listeners', async () => {
  const listener = vi.fn()
  const stop = whenUploadFinished(listener)
  await renderPart(<p>page</p>)
  await act(() => uploadFiles([model('house.ifc')]))
  const result = uploadResult(fileRecord({ description: 'house.ifc' }))
  transfers[0]?.finish(result)
  await expect.poll(() => listener).toHaveBeenCalledWith(result, expect.anything())
  expect(JSON.parse(localStorage.getItem('uploadedFiles') ?? '[]')).toMatchObject([{ name: 'house.ifc' }])
  stop()
})

describe('upload overlay', () => {
  const overlay = () => screen.queryByRole('region', { name: 'Upload CAD File' })

  test('shows a percentage only between 0 and 100', async () => {
    await renderPart(<UploadTray />)
    await act(() => uploadFiles([model('house.ifc')]))
    expect(overlay()).toBeNull()
    act(() => transfers[0]?.options.onProgress(420))
    expect(overlay()?.textContent).toContain('Upload CAD File')
    expect(overlay()?.textContent).toContain('house.ifc')
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('42')
    transfers[0]?.finish(null)
    await expect.poll(() => overlay()).toBeNull()
  })

  test('cancels the upload', async () => {
    const { user } = await renderPart(<UploadTray />)
    await act(() => uploadFiles([model('house.ifc')]))
    act(() => transfers[0]?.options.onProgress(420))
    await user.click(screen.getByRole('button', { name: 'Cancel upload' }))
    expect(transfers[0]?.options.signal.aborted).toBe(true)
    await expect.poll(() => overlay()).toBeNull()
    expect(getToastMessages()).toEqual([])
  })

  test('shows that it waits for the connection, and the number of queued files', async () => {
    await renderPart(<UploadTray />)
    await act(() => uploadFiles([model('one.ifc'), model('two.ifc')]))
    act(() => {
      transfers[0]?.options.onProgress(100)
      transfers[0]?.options.onPaused(true)
    })
    expect(overlay()?.textContent).toContain('Waiting for the connection…')
    expect(overlay()?.textContent).toContain('1 more file queued')
  })
})

describe('DropTarget', () => {
  const drag = (name: string, files: File[] = []) => {
    const event = new Event(name, { bubbles: true, cancelable: true })
    Object.assign(event, { dataTransfer: { types: ['Files'], files, items: [], dropEffect: 'none' } })
    act(() => void document.body.dispatchEvent(event))
    return event
  }

  test('shows a drop hint and uploads the dropped file', async () => {
    await renderPart(<DropTarget />)
    expect(screen.queryByText('Drop the file to upload it')).toBeNull()
    drag('dragenter')
    expect(screen.getByText('Drop the file to upload it')).toBeTruthy()
    expect(drag('dragover').defaultPrevented).toBe(true)
    drag('drop', [model('house.ifc')])
    expect(screen.queryByText('Drop the file to upload it')).toBeNull()
    await expect.poll(names).toEqual(['house.ifc'])
  })

  test('stays active while the pointer crosses child elements, until it leaves', async () => {
    await renderPart(<DropTarget />)
    drag('dragenter')
    drag('dragenter')
    drag('dragleave')
    expect(screen.getByText('Drop the file to upload it')).toBeTruthy()
    drag('dragleave')
    expect(screen.queryByText('Drop the file to upload it')).toBeNull()
  })

  test('ignores dragged text', async () => {
    await renderPart(<DropTarget />)
    const event = new Event('dragenter', { bubbles: true, cancelable: true })
    Object.assign(event, { dataTransfer: { types: ['text/plain'], files: [] } })
    act(() => void document.body.dispatchEvent(event))
    expect(event.defaultPrevented).toBe(false)
    expect(screen.queryByText('Drop the file to upload it')).toBeNull()
  })
})
