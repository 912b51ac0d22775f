import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest'
import * as viewerModule from '@kamar/viewer'
import type { Viewer, ViewState } from '@kamar/viewer'
import { appServer } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { json, errorResponse, type StubServer } from '../../../testing/stub-server.js'
import { testSheetSession } from '../../../testing/test-sheet-session.js'
import { viewpointSummary } from '../../../testing/test-topics.js'
import { houseTree } from '../../../testing/test-tree.js'
import { testManifest, testViewer } from '../../../testing/test-viewer.js'
import { snapshotAddress } from '../../../platform/collaboration/snapshots.js'
import { captureView, type Displayed, openViewpoint, uploadSnapshot } from './capture.js'

const state: ViewState = {
  format: 'kamar-view',
  version: 1,
  camera: { eye: [0, -10, 0], target: [0, 0, 0], projection: 'perspective', fieldOfViewDegrees: 50, height: 9 },
  aspect: 1.6,
  selection: ['id-wall'],
  visibility: { shown: 'all-but', exceptions: [], ghosted: [] },
  colors: [],
  extensions: {},
}
const snapshot = new Blob(['jpeg'])
let server: StubServer
let takeView: MockInstance<typeof viewerModule.captureViewState>
let restoreView: MockInstance<typeof viewerModule.restoreView>

beforeEach(() => {
  takeView = vi.spyOn(viewerModule, 'captureViewState').mockResolvedValue(state)
  restoreView = vi.spyOn(viewerModule, 'restoreView').mockResolvedValue(true)
  server = appServer()
})
afterEach(cleanUpPage)

/** Returns an engine with a model whose package has another origin than the model. */
async function withModel(canvas = { width: 2880, height: 1800 }) {
  const { viewer, finishLoad } = testViewer({ tree: houseTree() })
  const loading = viewer.load({ manifestUrl: '/m' })
  finishLoad(testManifest({ origin: [100, 200, 0] }))
  await loading
  const screenshot = vi.fn(() => Promise.resolve(snapshot))
  Object.assign(viewer, { screenshot, cut: { planes: [{ normal: [0, 0, -1], offset: 3 }] } })
  Object.assign(viewer.canvas, canvas)
  return { viewer, screenshot }
}

/** Returns a session that displays a model. */
const toDisplayed = (viewer: Viewer): Displayed => ({ viewer, ...testSheetSession() })

describe('viewpoint capture', () => {
  test('records camera and sections in model coordinates and a screenshot of at most 1600 pixels', async () => {
    const { viewer, screenshot } = await withModel()
    const view = await captureView(toDisplayed(viewer), 'file-1')
    expect(view?.form.camera).toMatchObject({ eye: [100, 190, 0] })
    expect(view?.form.sections).toEqual([{ point: [100, 200, 3], direction: [-0, -0, 1] }])
    expect(view?.snapshot).toBe(snapshot)
    expect(screenshot).toHaveBeenCalledWith(expect.objectContaining({ width: 1600, height: 1000, annotations: true }))
  })

  test('omits the selection highlight from the screenshot unless marksSelection is set', async () => {
    const { viewer, screenshot } = await withModel()
    await captureView(toDisplayed(viewer), 'file-1')
    expect(screenshot).toHaveBeenLastCalledWith(expect.objectContaining({ selection: false }))
    await captureView(toDisplayed(viewer), 'file-1', { marksSelection: true })
    expect(screenshot).toHaveBeenLastCalledWith(expect.objectContaining({ selection: true }))
  })

  test('takes the screenshot of a small canvas at full size', async () => {
    const { viewer, screenshot } = await withModel({ width: 390, height: 844 })
    await captureView(toDisplayed(viewer), 'file-1')
    expect(screenshot).toHaveBeenCalledWith(expect.objectContaining({ width: 390, height: 844 }))
  })

  test('returns null without a loaded model', async () => {
    takeView.mockResolvedValue(null)
    expect(await captureView(toDisplayed(testViewer().viewer), 'file-1')).toBeNull()
  })
})

describe('viewpoint snapshot upload', () => {
  const address = snapshotAddress('file 1', 'view-1')
  test('posts the image to an address with the encoded file id', async () => {
    expect(address).toBe('/api/auth/my-urns/file%201/viewpoints/view-1/snapshot')
    server.on(`POST ${address}`, () => json(viewpointSummary({ snapshot: 'v1' })))
    expect((await uploadSnapshot('file 1', 'view-1', snapshot))?.snapshot).toBe('v1')
    expect((server.calls(`POST ${address}`)[0]?.body as FormData | undefined)?.get('file')).toBeInstanceOf(Blob)
  })
  test('returns null when the server rejects the image', async () => {
    server.on(`POST ${address}`, () => errorResponse(422, 'image-unreadable'))
    expect(await uploadSnapshot('file 1', 'view-1', snapshot)).toBeNull()
  })
})

describe('openViewpoint', () => {
  const route = 'GET /api/auth/my-urns/file-1/viewpoints/view-1'
  const stored = {
    ...viewpointSummary(),
    camera: {
      kind: 'perspective',
      eye: [100, 190, 0],
      direction: [0, 1, 0],
      up: [0, 0, 1],
      aspectRatio: 1.6,
      fieldOfViewDegrees: 50,
    },
    sections: [],
    visibility: { defaultVisible: true, exceptions: ['id-door'] },
    selection: ['id-wall'],
    colouring: [],
    markup: { shapes: [], pins: [] },
  }

  test('restores the view in the coordinates of the package', async () => {
    server.on(route, () => json(stored))
    const { viewer } = await withModel()
    await openViewpoint(toDisplayed(viewer), 'file-1', 'view-1')
    const [, restored] = restoreView.mock.calls[0] as [unknown, ViewState]
    expect(restored.camera.eye).toEqual([0, -10, 0])
    expect(restored).toMatchObject({
      selection: ['id-wall'],
      visibility: { shown: 'all-but', exceptions: ['id-door'] },
    })
  })

  test('changes nothing when the viewpoint has no camera or no model is loaded', async () => {
    server.on(route, () => json({ ...stored, camera: null }))
    await openViewpoint(toDisplayed((await withModel()).viewer), 'file-1', 'view-1')
    server.on(route, () => json(stored))
    await openViewpoint(toDisplayed(testViewer().viewer), 'file-1', 'view-1')
    expect(restoreView).not.toHaveBeenCalled()
  })

  test('rejects with the error of the server when the viewpoint cannot be fetched', async () => {
    server.on(route, () => errorResponse(404, 'not-found', 'Not found'))
    await expect(openViewpoint(toDisplayed((await withModel()).viewer), 'file-1', 'view-1')).rejects.toMatchObject({
      code: 'not-found',
    })
  })
})
