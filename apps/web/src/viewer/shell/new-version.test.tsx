import type { FileVersions } from '@kamar/contracts'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as liveEventsModule from '../../platform/api/live-events.js'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { fileRecord } from '../../testing/records.js'
import { desktop, layOut, renderApp } from '../../testing/render-app.js'
import { json, type StubServer } from '../../testing/stub-server.js'
import { houseTree } from '../../testing/test-tree.js'
import { stubViewers } from '../../testing/stub-viewer.js'
import { type TestViewer, testViewer } from '../../testing/test-viewer.js'
import * as captureModule from '../kit/viewpoints/capture.js'

const first = fileRecord({ id: 'file-1', description: 'Tower.ifc', urn: 'urn-1' })
const second = { ...first, urn: 'urn-2' }
const toVersions = (status: 'success' | 'inprogress' | null): FileVersions => ({
  id: 'file-1',
  description: 'Tower.ifc',
  mayChange: true,
  versions: (status === null ? [1] : [2, 1]).map((number) => ({
    number,
    urn: `urn-${number}`,
    created_at: new Date().toISOString(),
    size: 1000,
    uploadedBy: 'Studio Ararat',
    note: '',
    status: number === 2 && status !== null ? status : 'success',
    progress: 100,
    failure: null,
    isCurrent: number === (status === null ? 1 : 2),
    sameAs: null,
  })),
})
const view = {
  camera: null,
  sections: [],
  visibility: { defaultVisible: true, exceptions: ['id-door'] },
  selection: [],
  colouring: [],
}
let engine: TestViewer
let server: StubServer
let live: liveEventsModule.LiveEventsOptions | null

beforeEach(() => {
  layOut(desktop)
  engine = testViewer({ tree: houseTree() })
  stubViewers(() => engine)
  live = null
  vi.spyOn(liveEventsModule, 'followLiveEvents').mockImplementation(async (options) => {
    live = options
  })
})
afterEach(cleanUpPage)

function serveVersions(status: 'success' | 'inprogress' | null): void {
  for (const urn of ['urn-1', 'urn-2']) server.on(`GET /api/packages/${urn}/versions`, () => json(toVersions(status)))
}

/** Opens the first version, then lets the second one arrive as the server announces it. */
async function receiveSecond(status: 'success' | 'inprogress') {
  server = appServer([first])
  serveVersions(null)
  const page = await renderApp('/ViewerPage?urn=urn-1', { signedIn: true })
  await waitFor(() => expect(engine.loads).toHaveLength(1))
  await act(async () => engine.finishLoad())
  await screen.findByTitle('Tower.ifc')
  serveVersions(status)
  await act(async () => live?.onEvent({ type: 'file', file: { ...second, status } }))
  return page
}

describe('new version', () => {
  test('is announced while an older one is open, and shown with what is on the screen', async () => {
    vi.spyOn(captureModule, 'captureForm').mockResolvedValue(view)
    const apply = vi.spyOn(captureModule, 'applyStoredView').mockResolvedValue(undefined)
    const { user } = await receiveSecond('success')
    expect(await screen.findByText(/^Version 2 by Studio Ararat ·/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Share' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Show' }))
    await waitFor(() => expect(engine.loads).toHaveLength(2))
    await act(async () => engine.finishLoad())
    await waitFor(() => expect(apply).toHaveBeenCalledTimes(1))
    expect(apply).toHaveBeenCalledWith(
      expect.objectContaining({ viewer: engine.viewer }),
      'file-1',
      expect.objectContaining(view),
    )
    expect(screen.queryByText(/^Version 2 by/)).toBeNull()
  })

  test('is only named while it is being prepared', async () => {
    await receiveSecond('inprogress')
    expect(await screen.findByText('Version 2 is being prepared.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show' })).toBeNull()
  })

  test('opens in a comparison with the open version', async () => {
    const { user } = await receiveSecond('success')
    await user.click(await screen.findByRole('button', { name: 'What changed' }))
    expect(await screen.findByRole('complementary', { name: /Compare/ })).toBeTruthy()
    await waitFor(() => expect(engine.loads).toHaveLength(2))
  })

  test('is offered on the page of an older version until it is closed', async () => {
    server = appServer([second])
    serveVersions('success')
    const { user } = await renderApp('/ViewerPage?urn=urn-1', { signedIn: true })
    expect(await screen.findByText('Version 1 of 2')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Go to latest' })).toBeTruthy()
    await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
    await waitFor(() => expect(screen.queryByText('Version 1 of 2')).toBeNull())
  })
})
