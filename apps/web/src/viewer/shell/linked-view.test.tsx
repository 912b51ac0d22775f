import type { FileVersions } from '@kamar/contracts'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runCommand } from '../../platform/commands/commands.js'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { fileRecord } from '../../testing/records.js'
import { desktop, layOut, renderApp } from '../../testing/render-app.js'
import * as captureModule from '../kit/viewpoints/capture.js'
import { stubCapture } from '../../testing/stub-capture.js'
import { json, errorResponse, type StubServer } from '../../testing/stub-server.js'
import { houseTree } from '../../testing/test-tree.js'
import { stubViewers } from '../../testing/stub-viewer.js'
import { type TestViewer, testViewer } from '../../testing/test-viewer.js'

const tower = fileRecord({ id: 'file-1', description: 'Tower.ifc', urn: 'urn-tower-2' })
const versions: FileVersions = {
  id: 'file-1',
  description: 'Tower.ifc',
  mayChange: true,
  versions: [2, 1].map((number) => ({
    number,
    urn: `urn-tower-${number}`,
    created_at: '2026-11-20T12:00:00.000Z',
    size: 1000,
    uploadedBy: 'Ani Hakobyan',
    note: '',
    status: 'success',
    progress: 100,
    failure: null,
    isCurrent: number === 2,
    sameAs: null,
  })),
}
let engine: TestViewer
let server: StubServer
let capture: ReturnType<typeof stubCapture>

beforeEach(() => {
  layOut(desktop)
  engine = testViewer({ tree: houseTree() })
  stubViewers(() => engine)
  capture = stubCapture({})
  server = appServer([tower])
  for (const { urn } of versions.versions) server.on(`GET /api/packages/${urn}/versions`, () => json(versions))
})
afterEach(cleanUpPage)

const openPage = (query: string) => renderApp(`/ViewerPage?${query}`, { signedIn: true })
const finishLoad = async (): Promise<void> => {
  await waitFor(() => expect(engine.loads).toHaveLength(1))
  await act(async () => engine.finishLoad())
}

describe('link to a view', () => {
  test('shows the view once, when the model is loaded', async () => {
    await openPage('urn=urn-tower-2&view=view-1')
    await waitFor(() => expect(engine.loads).toHaveLength(1))
    expect(capture.openViewpoint).not.toHaveBeenCalled()
    await finishLoad()
    await waitFor(() => expect(capture.openViewpoint).toHaveBeenCalledTimes(1))
    expect(capture.openViewpoint).toHaveBeenCalledWith(
      expect.objectContaining({ viewer: engine.viewer }),
      'file-1',
      'view-1',
    )
  })

  test('shows the model and a message when the view was deleted', async () => {
    capture.openViewpoint.mockRestore()
    server.on('GET /api/auth/my-urns/file-1/viewpoints/view-1', () => errorResponse(404, 'not-found', 'Not found'))
    await openPage('urn=urn-tower-2&view=view-1')
    await finishLoad()
    expect(await screen.findByText('The view of this link no longer exists.')).toBeTruthy()
  })

  test('opens the latest version that is ready when it asks for it', async () => {
    await openPage('urn=urn-tower-1&view=view-1&version=latest')
    await screen.findByTitle('Tower.ifc')
    await waitFor(() => expect(engine.loads.length).toBeGreaterThan(0))
    await act(async () => engine.finishLoad())
    await waitFor(() =>
      expect(capture.openViewpoint).toHaveBeenLastCalledWith(
        expect.objectContaining({ viewer: engine.viewer }),
        'file-1',
        'view-1',
      ),
    )
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const store = 'POST /api/auth/my-urns/file-1/view-links'
    server.on(store, () => json({ id: 'view-9' }))
    vi.spyOn(captureModule, 'captureForm').mockResolvedValue({ sections: [] } as never)
    act(() => void runCommand('copyViewLink'))
    await waitFor(() => expect(server.calls(store)).toHaveLength(1))
    const address = `${location.origin}/ViewerPage?urn=urn-tower-2&view=view-9&version=latest`
    await waitFor(() => expect(writeText).toHaveBeenCalledWith(address))
  })

  test('stays on the version that it names otherwise, and the file can still be shared', async () => {
    await openPage('urn=urn-tower-1')
    expect(await screen.findByTitle('Tower.ifc · Version 1')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Share' })).toBeTruthy()
  })
})
