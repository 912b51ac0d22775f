import type { FileRecord } from '@kamar/contracts'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UploadItem } from '../../../platform/files/upload/upload-queue.js'
import * as uploadResultsModule from '../../../platform/files/upload/use-upload-results.js'
import { appServer } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { fileRecord } from '../../../testing/records.js'
import { desktop, layOut, renderApp } from '../../../testing/render-app.js'
import { stubViewers } from '../../../testing/stub-viewer.js'
import { type TestViewer, testViewer } from '../../../testing/test-viewer.js'

let engine: TestViewer
let uploaded: (file: FileRecord, isSingle?: boolean) => void

beforeEach(() => {
  layOut(desktop)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  engine = testViewer()
  stubViewers(() => engine)
  vi.spyOn(uploadResultsModule, 'useUploadResults').mockImplementation((onUploaded) => {
    uploaded = (file, isSingle = true) => onUploaded(file, { isSingle } as UploadItem)
  })
  appServer([])
})
afterEach(cleanUpPage)

test('viewer page opens an uploaded model after two seconds', async () => {
  const { getPath } = await renderApp('/ViewerPage', { signedIn: true })
  await screen.findByRole('heading', { name: 'Ready to Load 3D Models' })
  vi.useFakeTimers()
  act(() => uploaded(fileRecord({ urn: 'urn-new' })))
  await act(() => vi.advanceTimersByTimeAsync(1_999))
  expect(getPath()).toBe('/ViewerPage')
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(getPath()).toBe('/ViewerPage?urn=urn-new')
})

test('viewer page opens no model of a batch upload', async () => {
  const { getPath } = await renderApp('/ViewerPage', { signedIn: true })
  await screen.findByRole('heading', { name: 'Ready to Load 3D Models' })
  vi.useFakeTimers()
  act(() => uploaded(fileRecord({ urn: 'urn-new' }), false))
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(getPath()).toBe('/ViewerPage')
})
