import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { announceCollaboration, useLiveCollaboration } from '../../../shared/collaboration/live-collaboration.js'
import { appServer } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { renderPart } from '../../../testing/render-app.js'
import { stubCapture } from '../../../testing/stub-capture.js'
import { stubSavedFiles } from '../../../testing/stub-saved-files.js'
import { json, errorResponse, type StubServer } from '../../../testing/stub-server.js'
import { viewpointSummary } from '../../../testing/test-topics.js'
import { testManifest, testViewer } from '../../../testing/test-viewer.js'
import { MarkupBar } from '../markup/markup-bar.js'
import type { MarkupControl } from '../markup/use-markup.js'
import type { Collaboration } from '../../session/use-collaboration.js'
import type { ActiveModel } from '../../session/use-model-view.js'
import { ScreenshotDialog } from './screenshot-dialog.js'
import { ViewsPanel } from './views-panel.js'

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

type Start = Partial<Pick<Collaboration, 'fileId' | 'fileVersion'>> & { readonly asRole?: Collaboration['role'] }

function Stage({ asRole: role = 'owner', fileVersion = null, fileId = 'file-1' }: Start) {
  const [engine] = useState(() => testViewer())
  useLiveCollaboration()
  const collaboration = { fileId, role, fileVersion, isExample: fileId === null } as Collaboration
  const model = { viewer: engine.viewer, urn: 'urn-tower', manifest: testManifest(), hasFirstFrame: true }
  const federation = { isJoined: false, members: [] }
  return <ViewsPanel {...{ collaboration, federation }} model={model as unknown as ActiveModel} />
}

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
    server.on(`POST ${base}/views`, () =>
      json({
        ...viewpointSummary({ id: 'view-2' }),
        camera: null,
        sections: [],
        visibility: { defaultVisible: true, exceptions: [] },
        selection: [],
        colouring: [],
        markup: { shapes: [], pins: [] },
      }),
    )
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
    await renderPart(<Stage asRole="commenter" />)
    await screen.findByText('North side')
    expect(screen.queryByRole('button', { name: 'More for North side' })).toBeNull()
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

describe('markup toolbar', () => {
  function control(over: Partial<MarkupControl> = {}) {
    const calls: string[] = []
    const engine = {
      set tool(tool: string) {
        calls.push(`tool ${tool}`)
      },
      setStyle: (style: object) => calls.push(JSON.stringify(style)),
      undo: () => calls.push('undo'),
      redo: () => calls.push('redo'),
      deleteSelection: () => calls.push('delete'),
    }
    const style = { color: '#d92d20', width: 0.008, textSize: 0.06, stamp: 'OK' }
    const toolState = { isDrawing: true, tool: 'pen', style, shapes: 1, selected: 1, canUndo: true, canRedo: false }
    const actions = { start: vi.fn(), end: vi.fn(), discard: vi.fn() }
    return { calls, markup: { ...toolState, ...actions, engine, ...over } as unknown as MarkupControl }
  }

  test('applies tool, stamp, colour and line width, and triggers undo and delete', async () => {
    const { calls, markup } = control()
    const { user } = await renderPart(<MarkupBar markup={markup} isCompact={false} onIssue={null} />)
    expect(screen.getByRole('button', { name: 'Pen' }).getAttribute('aria-pressed')).toBe('true')
    for (const name of ['Revision cloud', 'Undo', 'Delete selected'])
      await user.click(screen.getByRole('button', { name }))
    await user.click(screen.getByRole('button', { name: 'Stamp' }))
    await user.click(await screen.findByRole('menuitem', { name: 'APPROVED' }))
    await user.click(screen.getByRole('button', { name: 'Colour' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Blue' }))
    await user.click(screen.getByRole('button', { name: 'Line width' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Thick' }))
    expect(calls).toEqual([
      'tool cloud',
      'undo',
      'delete',
      '{"stamp":"APPROVED"}',
      'tool stamp',
      '{"color":"#2f6fde"}',
      '{"width":0.016}',
    ])
    expect(screen.getByRole('button', { name: 'Redo' })).toHaveProperty('disabled', true)
    expect(screen.queryByRole('button', { name: 'New issue' })).toBeNull()
  })

  test('creates an issue, discards the markup and ends drawing', async () => {
    const { markup, calls } = control()
    const onIssue = vi.fn()
    const { user } = await renderPart(<MarkupBar markup={markup} isCompact onIssue={onIssue} />)
    await user.click(screen.getByRole('button', { name: /Pen/ }))
    await user.click(screen.getByRole('menuitem', { name: 'Revision cloud' }))
    expect(calls).toEqual(['tool cloud'])
    for (const name of ['New issue', 'Discard markup', 'Done']) await user.click(screen.getByRole('button', { name }))
    expect([onIssue, markup.discard, markup.end].map((call) => vi.mocked(call).mock.calls.length)).toEqual([1, 1, 1])
  })
})

describe('screenshot dialog', () => {
  test('saves the screenshot in the chosen size and shows an error when it fails', async () => {
    const saved = stubSavedFiles()
    const { viewer } = testViewer()
    Object.assign(viewer.canvas, { width: 1600, height: 900 })
    const screenshot = vi.fn(() => Promise.reject<Blob>(new RangeError('too large')))
    Object.assign(viewer, { screenshot })
    const onClose = vi.fn()
    const { user } = await renderPart(<ScreenshotDialog viewer={viewer} name="Tower.ifc" onClose={onClose} />)
    expect(screen.getByText('1600 × 900')).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: '8K' }))
    await user.click(screen.getByRole('switch', { name: 'Include markup and measurements' }))
    await user.click(screen.getByRole('button', { name: 'Save PNG' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Try a smaller size')
    expect(screenshot).toHaveBeenLastCalledWith({ width: 7680, height: 4320, annotations: false })
    screenshot.mockImplementation(() => Promise.resolve(snapshot))
    await user.click(screen.getByRole('radio', { name: '4K' }))
    await user.click(screen.getByRole('button', { name: 'Save PNG' }))
    await waitFor(() => expect(saved).toEqual([{ name: 'Tower.png', bytes: snapshot }]))
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(screenshot).toHaveBeenLastCalledWith({ width: 3840, height: 2160, annotations: false })
  })
})
