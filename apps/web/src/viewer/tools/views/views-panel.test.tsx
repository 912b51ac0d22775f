import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { announceCollaboration, useLiveCollaboration } from '../../../platform/collaboration/live-collaboration.js'
import { appServer } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { renderPart } from '../../../testing/render-app.js'
import { stubCapture } from '../../../testing/stub-capture.js'
import { json, errorResponse, type StubServer } from '../../../testing/stub-server.js'
import { TestSession } from '../../../testing/test-session.js'
import { viewpointSummary } from '../../../testing/test-topics.js'
import { testManifest, testViewer } from '../../../testing/test-viewer.js'
import type { ActiveModel } from '../../session/use-model-view.js'
import { type ViewsAccess, ViewsPanel } from './views-panel.js'

const base = '/api/auth/my-urns/file-1'
const snapshot = new Blob(['x'])
let server: StubServer
let capture: ReturnType<typeof stubCapture>

beforeEach(() => {
  capture = stubCapture({ form: { sections: [] }, snapshot })
  server = appServer()
  server.on(`GET ${base}/views`, () => json([viewpointSummary()]))
})
afterEach(cleanUpPage)

type Start = Partial<Pick<ViewsAccess, 'fileId' | 'fileVersion'>> & { readonly asRole?: ViewsAccess['role'] }

function Stage({ asRole: role = 'owner', fileVersion = null, fileId = 'file-1' }: Start) {
  const [engine] = useState(() => testViewer())
  useLiveCollaboration()
  const access = { fileId, role, fileVersion, isExample: fileId === null }
  const model = { viewer: engine.viewer, urn: 'urn-tower', manifest: testManifest(), hasFirstFrame: true }
  const models = { isJoined: false, members: [] }
  return (
    <TestSession engine={engine}>
      <ViewsPanel {...{ access, models }} model={model as unknown as ActiveModel} />
    </TestSession>
  )
}

const storedView = (over: Parameters<typeof viewpointSummary>[0] = {}) => ({
  ...viewpointSummary(over),
  camera: null,
  sections: [],
  visibility: { defaultVisible: true, exceptions: [] },
  selection: [],
  colouring: [],
  markup: { shapes: [], pins: [] },
})

describe('saved views panel', () => {
  test('lists each view with its author and opens a clicked view', async () => {
    const { user } = await renderPart(<Stage />)
    const view = await screen.findByRole('button', { name: /^North side/ })
    expect(view.textContent).toContain('Aram Petrosyan')
    await user.click(view)
    expect(capture.openViewpoint).toHaveBeenCalledWith(expect.anything(), 'file-1', 'view-1')
    expect(view.getAttribute('aria-pressed')).toBe('true')
  })

  test('shows the error when a view cannot be opened', async () => {
    capture.openViewpoint.mockRejectedValue(new Error('gone'))
    const { user } = await renderPart(<Stage />)
    await user.click(await screen.findByRole('button', { name: /^North side/ }))
    expect(await screen.findByText('An unexpected error occurred')).toBeTruthy()
  })

  test('saves a view under the entered or a default name with the open file version', async () => {
    server.on(`POST ${base}/views`, () => json(storedView({ id: 'view-2' })))
    const { user } = await renderPart(<Stage fileVersion={3} />)
    await user.type(await screen.findByRole('textbox', { name: 'View name' }), 'Roof')
    await user.click(screen.getByRole('button', { name: 'Save view' }))
    await waitFor(() => expect(capture.sendPicture).toHaveBeenCalledWith('file-1', 'view-2', snapshot))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save view' })).toHaveProperty('disabled', false))
    await user.click(screen.getByRole('button', { name: 'Save view' }))
    await waitFor(() => expect(server.calls(`POST ${base}/views`)).toHaveLength(2))
    expect(server.calls(`POST ${base}/views`).map(({ body }) => body)).toEqual([
      { sections: [], fileVersion: 3, name: 'Roof' },
      { sections: [], fileVersion: 3, name: 'View 2' },
    ])
  })

  test('renames and deletes a view, and shows a revision conflict', async () => {
    server.on(`PATCH ${base}/viewpoints/view-1`, () => errorResponse(409, 'changed-meanwhile', 'Somebody was faster'))
    server.on(`DELETE ${base}/viewpoints/view-1`, () => json({ done: true }))
    const { user } = await renderPart(<Stage />)
    await user.click(await screen.findByRole('button', { name: 'More for North side' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
    const list = within(screen.getByRole('list'))
    await user.clear(list.getByRole('textbox'))
    await user.type(list.getByRole('textbox'), 'South side{Enter}')
    expect(await screen.findByText('Somebody was faster')).toBeTruthy()
    expect(server.calls(`PATCH ${base}/viewpoints/view-1`)[0]?.body).toEqual({ revision: 1, name: 'South side' })
    await user.click(await screen.findByRole('button', { name: 'More for North side' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await waitFor(() => expect(server.calls(`DELETE ${base}/viewpoints/view-1`)).toHaveLength(1))
  })

  test('overwrites a view with what is on the screen', async () => {
    server.on(`PATCH ${base}/viewpoints/view-1`, () => json(storedView()))
    const { user } = await renderPart(<Stage fileVersion={3} />)
    await user.click(await screen.findByRole('button', { name: 'More for North side' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Update to current view' }))
    expect(await screen.findByText('“North side” updated.')).toBeTruthy()
    expect(server.calls(`PATCH ${base}/viewpoints/view-1`)[0]?.body).toEqual({
      revision: 1,
      view: { sections: [], fileVersion: 3 },
    })
    expect(capture.sendPicture).toHaveBeenCalledWith('file-1', 'view-1', snapshot)
  })

  test('duplicates a view under a name that says so', async () => {
    server.on(`POST ${base}/viewpoints/view-1/copy`, () => json(viewpointSummary({ id: 'view-2' })))
    const { user } = await renderPart(<Stage />)
    await user.click(await screen.findByRole('button', { name: 'More for North side' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }))
    await waitFor(() =>
      expect(server.calls(`POST ${base}/viewpoints/view-1/copy`)[0]?.body).toEqual({ name: 'Copy of North side' }),
    )
  })

  test('copies a link that opens a view in the latest version', async () => {
    const { user } = await renderPart(<Stage asRole="viewer" />)
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await user.click(await screen.findByRole('button', { name: 'More for North side' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Copy link' }))
    expect(await screen.findByText('Link to the view copied.')).toBeTruthy()
    const address = `${location.origin}/ViewerPage?urn=urn-tower&view=view-1&version=latest`
    expect(writeText).toHaveBeenCalledWith(address)
  })

  test('shows views of other members after a live event', async () => {
    await renderPart(<Stage />)
    await screen.findByText('North side')
    server.on(`GET ${base}/views`, () => json([viewpointSummary({ id: 'v2', name: 'East side' })]))
    act(() => announceCollaboration({ type: 'views', fileId: 'file-1' }))
    expect(await screen.findByText('East side')).toBeTruthy()
  })

  test('hides saving from viewers, and editing of other members’ views from commenters', async () => {
    const reader = await renderPart(<Stage asRole="viewer" />)
    expect(await screen.findByText(/^View only/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull()
    reader.unmount()
    const commenter = await renderPart(<Stage asRole="commenter" />)
    await commenter.user.click(await screen.findByRole('button', { name: 'More for North side' }))
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
    expect(items).toEqual(['Copy link', 'Duplicate'])
  })

  test('shows messages for an empty list, a failed request and a sample model', async () => {
    server.on(`GET ${base}/views`, () => json([]))
    const empty = await renderPart(<Stage />)
    expect(await screen.findByText('No saved views')).toBeTruthy()
    empty.unmount()
    server.on(`GET ${base}/views`, () => errorResponse(500, 'internal', 'Server error, please try again'))
    const failed = await renderPart(<Stage />)
    expect((await screen.findByRole('alert')).textContent).toContain('Server error, please try again')
    failed.unmount()
    await renderPart(<Stage fileId={null} />)
    expect(screen.getByText(/^Views can’t be saved for sample models/)).toBeTruthy()
  })
})
