import { describe, expect, test } from 'vitest'
import { deferred } from '../../../testing/deferred.js'
import { houseTree } from '../../../testing/test-tree.js'
import { testManifest, testViewer } from '../../../testing/test-viewer.js'
import { NestedView } from './nested-view.js'
import { listViewables } from './viewables.js'

const [fullModel, firstStorey, secondStorey] = listViewables(testManifest(), houseTree())
if (!fullModel || !firstStorey || !secondStorey) throw new RangeError('the house has two storeys')

function start() {
  const main = testViewer({ tree: houseTree() })
  const nested = testViewer({ tree: houseTree() })
  const view = new NestedView(main.viewer, {
    startViewer: async () => nested.viewer,
    getToken: async () => ({ token: 't', from: 'storage' }),
    createSource: () => ({
      fetchManifest: () => Promise.reject(new Error()),
      fetchFile: () => Promise.reject(new Error()),
    }),
  })
  return { main, nested, view, container: document.createElement('div') }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

async function startShown() {
  const started = start()
  started.view.show(fullModel as typeof firstStorey & object)
  void started.view.start(started.container, 'urn-1')
  await settled()
  started.nested.finishLoad()
  await settled()
  return started
}

/** Emits the engine's events for a camera at a new position. */
function moveCamera({ viewer, emit }: ReturnType<typeof testViewer>, pose: object): void {
  Object.assign(viewer.camera, { pose: { fieldOfViewDegrees: 50, ...pose } })
  const view = {
    eye: [0, 0, 0],
    target: [1, 0, 0],
    projection: 'perspective',
    fieldOfViewDegrees: 50,
    height: 1,
  } as const
  emit('cameraChanged', { view })
}

describe('nested viewable', () => {
  test('shows the whole model with the selection of the main view after loading', async () => {
    const { main, nested, view, container } = start()
    main.viewer.selection.set([4])
    view.show(fullModel)
    void view.start(container, 'urn-1')
    await settled()
    expect(nested.loads).toHaveLength(1)
    expect(nested.viewer.selection.elements).toEqual([])
    nested.finishLoad()
    await settled()
    expect(nested.viewer.selection.elements).toEqual([4])
    expect(nested.calls).toEqual(['showAll', 'goTo home'])
  })

  test('isolates a storey and switches to another without reloading', async () => {
    const { nested, view } = await startShown()
    nested.calls.length = 0
    view.show(firstStorey)
    view.show({ ...firstStorey })
    view.show(secondStorey)
    view.show(fullModel)
    expect(nested.calls).toEqual(['isolate 2,5,4', 'goTo home', 'isolate 3,6', 'goTo home', 'showAll', 'goTo home'])
    expect(nested.loads).toHaveLength(1)
  })
})

describe('nested selection', () => {
  test('is synchronized between both views', async () => {
    const { main, nested } = await startShown()
    main.viewer.selection.set([4, 5])
    expect(nested.viewer.selection.elements).toEqual([4, 5])
    nested.viewer.selection.set([6])
    expect(main.viewer.selection.elements).toEqual([6])
    main.viewer.selection.clear()
    expect(nested.viewer.selection.elements).toEqual([])
  })

  test('applies to both views when it is made in the panel during loading', async () => {
    const { main, nested, view, container } = start()
    main.viewer.selection.set([4])
    view.show(fullModel)
    void view.start(container, 'urn-1')
    await settled()
    nested.viewer.selection.set([6])
    nested.finishLoad()
    await settled()
    expect(main.viewer.selection.elements).toEqual([6])
    expect(nested.viewer.selection.elements).toEqual([6])
  })

  test('stays in the main view after the panel is closed', async () => {
    const { main, nested, view } = await startShown()
    main.viewer.selection.set([4])
    view.dispose()
    nested.viewer.selection.clear()
    expect(main.viewer.selection.elements).toEqual([4])
    expect(nested.isDisposed()).toBe(true)
  })

  test('is kept while the model is reloaded', async () => {
    const { main, nested, view } = await startShown()
    main.viewer.selection.set([4])
    const again = view.model.retry()
    nested.viewer.selection.clear()
    expect(main.viewer.selection.elements).toEqual([4])
    nested.finishLoad()
    await again
    expect(nested.viewer.selection.elements).toEqual([4])
  })
})

describe('nested cameras', () => {
  test('move independently by default', async () => {
    const { main, nested } = await startShown()
    const { pose } = nested.viewer.camera
    moveCamera(main, { azimuth: 1 })
    expect(nested.viewer.camera.pose).toBe(pose)
  })

  test('move together while they are linked, starting at the main camera', async () => {
    const { main, nested, view } = await startShown()
    moveCamera(main, { azimuth: 1 })
    view.linkCameras(true)
    expect(nested.viewer.camera.pose).toMatchObject({ azimuth: 1 })
    moveCamera(nested, { azimuth: 2 })
    expect(main.viewer.camera.pose).toMatchObject({ azimuth: 2 })
    view.linkCameras(false)
    moveCamera(nested, { azimuth: 3 })
    expect(main.viewer.camera.pose).toMatchObject({ azimuth: 2 })
  })

  test('stay in place when another viewable is chosen while they are linked', async () => {
    const { nested, view } = await startShown()
    view.linkCameras(true)
    nested.calls.length = 0
    view.show(firstStorey)
    expect(nested.calls).toEqual(['isolate 2,5,4'])
  })

  test('can be linked before the model is loaded', async () => {
    const { main, nested, view, container } = start()
    view.linkCameras(true)
    view.show(fullModel)
    void view.start(container, 'urn-1')
    await settled()
    nested.finishLoad()
    await settled()
    moveCamera(main, { azimuth: 4 })
    expect(nested.viewer.camera.pose).toMatchObject({ azimuth: 4 })
  })
})

test('nested view disposes an engine that starts after it was closed', async () => {
  const main = testViewer()
  const nested = testViewer()
  const engine = deferred<typeof nested.viewer>()
  const view = new NestedView(main.viewer, {
    startViewer: () => engine.promise,
    getToken: async () => ({ token: 't', from: 'storage' }),
    createSource: () => ({
      fetchManifest: () => Promise.reject(new Error()),
      fetchFile: () => Promise.reject(new Error()),
    }),
  })
  const starting = view.start(document.createElement('div'), 'urn-1')
  view.dispose()
  engine.resolve(nested.viewer)
  await starting
  expect(nested.isDisposed()).toBe(true)
  expect(nested.loads).toEqual([])
})
