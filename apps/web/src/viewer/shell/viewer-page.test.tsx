import { ApiError, type ResultHistory } from '@kamar/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { liveConnection } from '../../platform/files/live/live-connection.js'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { pickFiles } from '../../testing/pick-files.js'
import { fileRecord } from '../../testing/records.js'
import { desktop, layOut, mobile, renderApp } from '../../testing/render-app.js'
import { json, errorResponse, type StubServer } from '../../testing/stub-server.js'
import { houseTree } from '../../testing/test-tree.js'
import { stubViewers } from '../../testing/stub-viewer.js'
import { testManifest, testReport, type TestViewer, testViewer } from '../../testing/test-viewer.js'

let engine: TestViewer

const tower = fileRecord({ description: 'Tower.ifc', urn: 'urn-tower' })
const bridge = fileRecord({ description: 'Bridge.dwg', urn: 'urn-bridge', status: 'inprogress', progress: 30 })
const broken = fileRecord({
  description: 'Broken.rvt',
  urn: 'urn-broken',
  status: 'failed',
  failure: { code: 'damaged' },
})
const waiting = fileRecord({ description: 'Waiting.stl', urn: 'urn-waiting', status: 'processing' })
const towerResults: ResultHistory = {
  mayChange: true,
  qualities: [],
  results: [2, 1].map((number) => ({
    number,
    urn: `urn-tower.${number}`,
    asked_at: '2026-11-20T12:00:00.000Z',
    quality: 'standard',
    companions: number === 2 ? ['brick.png'] : [],
    status: 'success',
    progress: 100,
    failure: null,
    isShown: number === 2,
  })),
}
let server: StubServer

beforeEach(() => {
  layOut(desktop)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  engine = testViewer({ tree: houseTree() })
  stubViewers(() => engine)
  server = appServer([tower, bridge, broken, waiting])
})
afterEach(cleanUpPage)

const status = () => within(screen.getByRole('banner')).getByRole('status').textContent
const openPage = (path = '/ViewerPage') => renderApp(path, { signedIn: true })

async function openTower() {
  const page = await openPage('/ViewerPage?urn=urn-tower')
  await waitFor(() => expect(engine.loads).toHaveLength(1))
  await act(async () => engine.emit('firstFrame', { milliseconds: 1 }))
  return page
}
async function finish(report = testReport()): Promise<void> {
  await act(async () => engine.finishLoad(testManifest({ report })))
  await screen.findByText('Model loaded successfully!')
}

describe('viewer page without a model', () => {
  test('is ready and offers to choose a file', async () => {
    await openPage()
    expect(await screen.findByRole('heading', { name: 'Ready to Load 3D Models' })).toBeTruthy()
    expect(status()).toBe('Viewer ready! Load a model to get started.')
    expect(screen.getByRole('complementary', { name: 'Models' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Fit to Window' })).toHaveProperty('disabled', true)
    expect(screen.getByRole('button', { name: 'Toggle Fullscreen' })).toHaveProperty('disabled', false)
  })

  test('asks for a document when the URN is empty', async () => {
    await openPage('/ViewerPage?urn=')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Please provide document URN or upload a file')
  })

  test('shows that WebGL is missing and retries', async () => {
    stubViewers(() => {
      throw new Error('webgl')
    })
    const { user } = await openPage()
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByText('WebGL is not supported in this browser')).toBeTruthy()
    stubViewers(() => engine)
    await user.click(alert.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Ready to Load 3D Models')).toBeTruthy()
  })

  test('offers everything except rendering without WebGL', async () => {
    const startRendering = () => Promise.reject(Object.assign(new Error(), { code: 'webgl-not-supported' }))
    Object.assign(engine.viewer, { isRendering: false, startRendering })
    await openPage('/ViewerPage?urn=urn-tower')
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByText('WebGL is not supported in this browser')).toBeTruthy()
    expect(alert.getByText(/tree, search, filters, lists and properties/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Section' })).toHaveProperty('disabled', true)
    expect(screen.queryByRole('button', { name: 'Display' })).toBeNull()
  })

  test('explains a lack of memory and what helps', async () => {
    await openPage('/ViewerPage?urn=urn-tower')
    await waitFor(() => expect(engine.loads).toHaveLength(1))
    engine.failLoad(Object.assign(new Error('no room'), { code: 'out-of-memory' }))
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByText('Not enough memory for this model')).toBeTruthy()
    expect(alert.getAllByRole('listitem')).toHaveLength(3)
    expect(alert.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  test('shows how many parts are displayed while a near one is missing', async () => {
    await openPage('/ViewerPage?urn=urn-tower')
    await waitFor(() => expect(engine.loads).toHaveLength(1))
    const counts = { chunks: 30, bytes: 1, budget: 1, isNearMissing: true }
    act(() => engine.emit('residencyChanged', { ...counts, resident: 12, needed: 17 }))
    expect(await screen.findByText('Showing 12 of 17 parts at this distance')).toBeTruthy()
    act(() => engine.emit('residencyChanged', { ...counts, resident: 17, needed: 17, isNearMissing: false }))
    await waitFor(() => expect(screen.queryByText(/parts at this distance/)).toBeNull())
  })

  test('requires authentication without a viewer token', async () => {
    server.on('POST /api/auth/viewer-token', () => errorResponse(500, 'internal', 'Server error, please try again'))
    const { user } = await openPage('/ViewerPage?urn=urn-tower')
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByRole('heading', { name: 'Authentication Required' })).toBeTruthy()
    expect(alert.getByText('Authentication failed: Server error, please try again')).toBeTruthy()
    server.on('POST /api/auth/viewer-token', () => json({ access_token: 'v', token_type: 'Bearer', expires_in: 3600 }))
    await user.click(alert.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(engine.loads).toHaveLength(1))
  })

  test('shows whether live events are connected', async () => {
    await openPage()
    expect(await screen.findByText('Disconnected')).toBeTruthy()
    act(() => liveConnection.set(true))
    expect(screen.getByText('Connected')).toBeTruthy()
  })

  test('links back to the files', async () => {
    const { user, getPath } = await openPage()
    await user.click(await screen.findByRole('link', { name: 'Back to files' }))
    expect(getPath()).toBe('/home')
  })
})

describe('viewer page with a model', () => {
  test('shows loading, progress and completion', async () => {
    await openPage('/ViewerPage?urn=urn-tower')
    expect((await screen.findAllByText('Loading model...')).length).toBeGreaterThan(0)
    await waitFor(() => expect(engine.loads).toHaveLength(1))
    const progress = { fraction: 0.404, state: 'complete', chunksLoaded: 2, chunkCount: 5, instances: 9 } as const
    act(() => engine.emit('modelProgress', progress))
    expect(screen.getByRole('progressbar', { name: 'Translation' }).getAttribute('aria-valuenow')).toBe('40')
    await finish()
    expect(screen.queryByRole('progressbar', { name: 'Translation' })).toBeNull()
    expect(screen.queryByText('Loading model...')).toBeNull()
    expect(document.title).toContain('Tower.ifc')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Tower.ifc')
  })

  test('shows the progress of a translation', async () => {
    await openPage('/ViewerPage?urn=urn-bridge')
    const bar = await screen.findByRole('progressbar', { name: 'Translation' })
    expect(bar.getAttribute('aria-valuenow')).toBe('30')
    expect(bar.getAttribute('aria-valuetext')).toBe('Reading the file')
  })

  test('shows a proprietary format and what to export instead', async () => {
    await openPage('/ViewerPage?urn=urn-tower')
    await waitFor(() => expect(engine.loads).toHaveLength(1))
    const findings = [
      { code: 'identity-only', severity: 'information', details: { program: 'Revit 2025' } },
      { code: 'advice-rvt', severity: 'information' },
    ] as const
    await act(async () => engine.finishLoad(testManifest({ report: testReport({ status: 'preview', findings }) })))
    const state = within(await screen.findByRole('region', { name: 'Preview only' }))
    expect(state.getByText(/^Revit 2025 file recognised/)).toBeTruthy()
    expect(state.getByText(/Export IFC/)).toBeTruthy()
  })

  test('shows that nothing was drawn and which parts are missing', async () => {
    await openPage('/ViewerPage?urn=urn-tower')
    await waitFor(() => expect(engine.loads).toHaveLength(1))
    const details = { program: 'SketchUp 6' }
    const report = testReport({
      status: 'partial',
      nothingDrawn: true,
      skipped: [{ kind: 'text', reason: 'not-drawn', count: 1 }],
      findings: [{ code: 'nothing-drawn', severity: 'information', details }],
    })
    await act(async () => engine.finishLoad(testManifest({ report })))
    const state = within(await screen.findByRole('region', { name: 'Preview only' }))
    expect(state.getByText(/^This SketchUp 6 file was read/)).toBeTruthy()
    expect(state.getByText('1 × Text')).toBeTruthy()
  })

  test('shows why a translation failed and retries it', async () => {
    server.on('POST /api/auth/my-urns/*', () => json({ ...broken, status: 'processing', failure: null }))
    const { user } = await openPage('/ViewerPage?urn=urn-broken')
    const failureRegion = within(await screen.findByRole('region', { name: 'Why it failed' }))
    await user.click(failureRegion.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Why it failed' })).toBeNull())
    expect(server.calls(`POST /api/auth/my-urns/${broken.id}/retry`)).toHaveLength(1)
  })

  test('shows that a document could not be loaded and loads it again', async () => {
    const { user } = await openPage('/ViewerPage?urn=urn-tower')
    await waitFor(() => expect(engine.loads).toHaveLength(1))
    const error = Object.assign(new Error('no answer'), { code: 'fetch-failed', detail: 'manifest.json' })
    await act(async () => engine.failLoad(error))
    const alert = within(screen.getByRole('alert'))
    expect(alert.getByText('Failed to load document: the file couldn’t be downloaded (fetch-failed)')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Display' })).toBeNull()
    await user.click(alert.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(engine.loads).toHaveLength(2))
    expect(await screen.findByRole('button', { name: 'Display' })).toBeTruthy()
  })

  test('says what may be the reason when there is no such document, and leads to the files', async () => {
    await openPage('/ViewerPage?urn=urn-tower')
    await waitFor(() => expect(engine.loads).toHaveLength(1))
    const cause = new ApiError(404, { status: 404, code: 'not-found', message: 'Not found' })
    const error = Object.assign(new Error('no answer'), { code: 'fetch-failed', detail: 'manifest.json', cause })
    await act(async () => engine.failLoad(error))
    const alert = within(screen.getByRole('alert'))
    expect(alert.getByText('Failed to load document: Not found (404)')).toBeTruthy()
    expect(alert.getByRole('heading').textContent).toBe('This file isn’t available to you')
    expect(alert.getByText(/^Otherwise the file was deleted or not shared with you/)).toBeTruthy()
    expect(screen.getByText('There is no tree, because the document couldn’t be opened.')).toBeTruthy()
    expect(alert.getByRole('link', { name: 'Back to files' }).getAttribute('href')).toBe('/home')
  })

  test('shows the tree and opens the inspector for a selected element', async () => {
    const { user } = await openTower()
    expect(screen.getByText('The tree appears once the model has been read.')).toBeTruthy()
    await finish()
    await user.click(await screen.findByTitle('Outer wall'))
    const inspector = within(await screen.findByRole('complementary', { name: 'Properties' }))
    expect(inspector.getByRole('heading', { name: 'Outer wall' })).toBeTruthy()
  })

  test('opens a partial report and selects its elements', async () => {
    const { user } = await openTower()
    await finish(
      testReport({
        status: 'partial',
        skipped: [{ kind: 'face', reason: 'no-area', count: 1, elements: ['id-door'] }],
      }),
    )
    await screen.findByTitle('Outer wall')
    await user.click(screen.getByRole('button', { name: 'Translation report' }))
    expect(screen.getByText('Incomplete: 1 part missing')).toBeTruthy()
    await user.click(screen.getByText('1 element'))
    await user.click(screen.getByRole('button', { name: 'id-door' }))
    expect(engine.viewer.selection.elements).toEqual([5])
    await expect.poll(() => engine.calls).toContain('fit 5')
  })

  test('reloads with attached files and opens an earlier result by its URL', async () => {
    server.on('POST /api/auth/my-urns/*', () => json({ ...tower, jobId: 'job-with-files' }))
    server.on('GET /api/packages/urn-tower/results', () => json(towerResults))
    const { user, getPath } = await openTower()
    await finish(testReport({ missingCompanions: ['brick.png'] }))
    await user.click(screen.getByRole('button', { name: 'Translation report' }))
    pickFiles('Attach files', new File(['png'], 'brick.png'))
    await waitFor(() => expect(engine.loads).toHaveLength(2))
    await user.click(await screen.findByRole('button', { name: /^Show this result/ }))
    expect(getPath()).toBe('/ViewerPage?urn=urn-tower.1')
    await waitFor(() => expect(engine.loads).toHaveLength(3))
  })

  test('applies the tools to the selection', async () => {
    const { user } = await openTower()
    await finish()
    const tool = (name: string) => within(screen.getByRole('toolbar', { name: 'Tools' })).getByRole('button', { name })
    expect(tool('Hide')).toHaveProperty('disabled', true)
    expect(tool('Show all')).toHaveProperty('disabled', true)
    act(() => engine.viewer.selection.set([4, 5]))
    await user.click(tool('Isolate'))
    await user.click(tool('Ghost others'))
    await user.click(tool('Hide'))
    expect(engine.viewer.selection.elements).toEqual([])
    await user.click(tool('Show all'))
    await user.click(tool('Orthographic'))
    const changes = engine.calls.filter((call) => /^(hide|isolate|ghost|show|projection)/.test(call))
    expect(changes).toEqual(['isolate 4,5', 'ghostOthers 4,5', 'hide 4,5', 'showAll', 'projection orthographic'])
  })

  test('moves the camera by Fit to Window and Reset View', async () => {
    const { user } = await openTower()
    await finish()
    engine.calls.length = 0
    await user.click(screen.getByRole('button', { name: 'Fit to Window' }))
    expect(engine.calls).toEqual(['fit'])
    await user.click(screen.getByRole('button', { name: 'Reset View' }))
    await waitFor(() => expect(engine.calls).toEqual(['fit', 'resetView']))
  })

  test('updates the camera insets when panels open and close', async () => {
    const { user } = await openTower()
    await finish()
    expect(engine.viewer.camera.insets).toEqual({ left: 368, right: 8, top: 64, bottom: 64 })
    act(() => engine.viewer.selection.set([4]))
    expect(engine.viewer.camera.insets.right).toBe(352)
    const tree = within(screen.getByRole('complementary', { name: 'Model tree' }))
    await user.click(tree.getByRole('button', { name: 'Collapse panel' }))
    expect(engine.viewer.camera.insets.left).toBe(60)
  })

  test('selects the element at a right click and opens its menu', async () => {
    const { user } = await openTower()
    await finish()
    await screen.findByTitle('Outer wall')
    const pick = { element: 4, instance: 0, point: [0, 0, 0], normal: [0, 0, 1], distance: 1 } as const
    act(() => engine.emit('contextMenu', { x: 9, y: 9, pick, shift: false, control: false, touch: false }))
    expect(engine.viewer.selection.elements).toEqual([4])
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await user.click(await screen.findByRole('menuitem', { name: 'Copy ID' }))
    expect(writeText).toHaveBeenCalledWith('id-wall')
    act(() => engine.emit('contextMenu', { x: 9, y: 9, pick: null, shift: false, control: false, touch: false }))
    await user.click(await screen.findByRole('menuitem', { name: /^Hide/ }))
    expect(engine.calls).toContain('hide 4')
  })

  test('disposes the engine when it is left', async () => {
    const { unmount } = await openTower()
    unmount()
    expect(engine.isDisposed()).toBe(true)
  })
})

describe('models panel', () => {
  const models = () => within(screen.getByRole('complementary', { name: 'Models' }))
  const entry = (name: string) => models().getByTitle(name).closest('button') as HTMLElement

  async function openModels() {
    const page = await openPage()
    await screen.findByTitle('Tower.ifc')
    return page
  }

  test('counts the files and opens a ready one', async () => {
    const { user, getPath } = await openModels()
    expect(models().getByRole('tab', { name: /Files/ }).textContent).toBe('Files4')
    await user.click(entry('Tower.ifc'))
    await waitFor(() => expect(getPath()).toBe('/ViewerPage?urn=urn-tower'))
    expect(entry('Tower.ifc').getAttribute('aria-current')).toBe('true')
  })

  test.each([
    ['Waiting.stl', 'The file is not ready yet: Status: Processing'],
    ['Bridge.dwg', 'The file is not ready yet: Status: Processing'],
    ['Broken.rvt', 'The file is not ready yet: Status: Failed'],
  ])('does not open %s: %s', async (name, text) => {
    const { user, getPath } = await openModels()
    await user.click(entry(name))
    expect(await screen.findByText(text)).toBeTruthy()
    expect(getPath()).toBe('/ViewerPage')
  })

  test('opens a file while it is being translated', async () => {
    const { user, getPath } = await openModels()
    await user.click(entry('Bridge.dwg'))
    await user.click(await screen.findByRole('button', { name: 'Open while translating' }))
    expect(getPath()).toBe('/ViewerPage?urn=urn-bridge')
  })

  test('opens an example and shows its name as the heading', async () => {
    const sample = { name: 'Sample House', description: 'basic house model for testing', urn: 'urn-house' }
    server.on('GET /api/examples', () => json([sample]))
    const { user, getPath } = await openModels()
    await user.click(models().getByRole('tab', { name: 'Examples' }))
    expect(await models().findByText('basic house model for testing')).toBeTruthy()
    await user.click(models().getByRole('button', { name: /Sample House/ }))
    expect(getPath()).toBe('/ViewerPage?urn=urn-house')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Sample House')
    expect(screen.queryByRole('button', { name: 'Compare' })).toBeNull()
    expect(server.calls('GET /api/packages/*')).toEqual([])
  })

  test('shows that there are no examples or why they could not be loaded', async () => {
    const { user, unmount } = await openModels()
    await user.click(models().getByRole('tab', { name: 'Examples' }))
    expect(await models().findByText('This server has no sample models.')).toBeTruthy()
    unmount()
    server.on('GET /api/examples', () => errorResponse(500, 'internal', 'Server error, please try again'))
    const again = await openModels()
    await again.user.click(models().getByRole('tab', { name: 'Examples' }))
    expect(await models().findByText('Server error, please try again')).toBeTruthy()
  })

  test('shows the upload limit and the formats', async () => {
    const { user } = await openModels()
    await user.click(models().getByRole('tab', { name: 'Upload' }))
    expect(models().getByText('Up to 100MB')).toBeTruthy()
    expect(within(models().getByRole('list', { name: 'Formats' })).getAllByRole('listitem')).toHaveLength(20)
  })

  test('collapses and reopens by its button', async () => {
    const { user } = await openModels()
    await user.click(models().getByRole('button', { name: 'Collapse panel' }))
    expect(screen.queryByRole('complementary', { name: 'Models' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Models' }))
    expect(models().getByTitle('Tower.ifc')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Search' }))
    expect(screen.getByRole('complementary', { name: 'Search' })).toBeTruthy()
  })
})

describe('viewer page on a phone', () => {
  beforeEach(() => layOut(mobile))

  test('starts with the model alone and shows one panel at a time', async () => {
    const { user } = await openTower()
    await finish()
    expect(screen.queryByRole('complementary')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Tree' }))
    expect(screen.getByRole('complementary', { name: 'Model tree' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Details' }))
    expect(screen.getAllByRole('complementary').map((panel) => panel.getAttribute('aria-label'))).toEqual([
      'Properties',
    ])
  })

  test('names the selected element and opens its properties', async () => {
    const { user } = await openTower()
    await finish()
    await user.click(screen.getByRole('button', { name: 'Tree' }))
    await screen.findByTitle('Outer wall')
    await user.click(screen.getByRole('button', { name: 'Tree' }))
    act(() => engine.viewer.selection.set([4]))
    expect(screen.queryByRole('complementary')).toBeNull()
    await user.click(screen.getByRole('button', { name: /Outer wall/ }))
    expect(screen.getByRole('complementary', { name: 'Properties' })).toBeTruthy()
  })

  test('has one button for all tools', async () => {
    const { user } = await openTower()
    await finish()
    await user.click(screen.getByRole('button', { name: 'Tools' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Fit to Window' }))
    expect(engine.calls).toContain('fit')
  })

  test('closes the models panel when a model is chosen', async () => {
    const { user } = await openPage()
    await user.click(await screen.findByRole('button', { name: 'Models' }))
    await user.click(await screen.findByTitle('Tower.ifc'))
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  })
})
