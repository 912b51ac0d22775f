import { ApiError } from '@kamar/contracts'
import type { PackageLoader } from '@kamar/viewer'
import { describe, expect, test, vi } from 'vitest'
import { deferred } from '../../testing/deferred.js'
import { testManifest, testViewer } from '../../testing/test-viewer.js'
import { ModelView, type ModelViewDependencies, type ViewerStatus } from './model-view.js'
import type { FoundViewerToken } from './packages/viewer-token.js'

function start(over: Partial<ModelViewDependencies> = {}) {
  const engine = testViewer()
  const requestedUrns: string[] = []
  const view = new ModelView({
    startViewer: async () => engine.viewer,
    getToken: async () => ({ token: 't', from: 'server' }),
    createSource(urn) {
      requestedUrns.push(urn)
      return { fetchManifest: () => Promise.reject(new Error()), fetchFile: () => Promise.reject(new Error()) }
    },
    ...over,
  })
  const statuses: ViewerStatus[] = [view.state.get().status]
  view.state.subscribe(() => {
    const { status } = view.state.get()
    if (status !== statuses.at(-1)) statuses.push(status)
  })
  return {
    view,
    engine,
    requestedUrns,
    statuses,
    container: document.createElement('div'),
    state: () => view.state.get(),
  }
}
const settled = () => new Promise((resolve) => setTimeout(resolve))
const failure = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more })

describe('ModelView.start', () => {
  test('passes through every status until the viewer is ready', async () => {
    const { view, container, statuses, state, engine } = start()
    await view.start(container)
    expect(statuses).toEqual(['initializing', 'gettingToken', 'tokenObtained', 'viewerReady'])
    expect(state()).toMatchObject({ viewer: engine.viewer, error: null, urn: null })
  })

  test('reports that the token came from storage', async () => {
    const { view, container, statuses } = start({ getToken: async () => ({ token: 't', from: 'storage' }) })
    await view.start(container)
    expect(statuses).toContain('tokenFromStorage')
    expect(statuses).not.toContain('tokenObtained')
  })

  test('loads the model requested in the meantime once', async () => {
    const token = deferred<FoundViewerToken>()
    const { view, container, requestedUrns, engine, statuses, state } = start({ getToken: () => token.promise })
    const starting = view.start(container)
    await view.open('urn-1')
    expect(requestedUrns).toEqual([])
    token.resolve({ token: 't', from: 'server' })
    await settled()
    expect(requestedUrns).toEqual(['urn-1'])
    engine.finishLoad()
    await starting
    expect(statuses.slice(-3)).toEqual(['tokenObtained', 'loadingModel', 'modelLoaded'])
    expect(state().manifest).not.toBeNull()
  })

  test('requests the token and the manifest while the engine is loading, and the manifest once', async () => {
    const engine = testViewer()
    const code = deferred<typeof engine.viewer>()
    const fetchManifest = vi.fn(() => Promise.resolve(testManifest()))
    const { view, container } = start({
      startViewer: () => code.promise,
      createSource: () => ({ fetchManifest, fetchFile: () => Promise.reject(new Error()) }),
    })
    const starting = view.start(container)
    await settled()
    await view.open('urn-1')
    expect(fetchManifest).toHaveBeenCalledTimes(1)
    code.resolve(engine.viewer)
    await settled()
    const { loader } = engine.loads[0] as { loader: PackageLoader }
    await expect(loader.fetchManifest(new AbortController().signal)).resolves.toEqual(testManifest())
    expect(fetchManifest).toHaveBeenCalledTimes(1)
    await loader.fetchManifest(new AbortController().signal)
    expect(fetchManifest).toHaveBeenCalledTimes(2)
    engine.finishLoad()
    await starting
  })

  test('cancels the request for the manifest when another model is opened before the engine has loaded', async () => {
    const engine = testViewer()
    const code = deferred<typeof engine.viewer>()
    const signals: AbortSignal[] = []
    const { view, container } = start({
      startViewer: () => code.promise,
      createSource: () => ({
        fetchManifest: (signal) => {
          signals.push(signal)
          return new Promise(() => undefined)
        },
        fetchFile: () => Promise.reject(new Error()),
      }),
    })
    await view.open('urn-1')
    const starting = view.start(container)
    await settled()
    await view.open('urn-2')
    code.resolve(engine.viewer)
    await settled()
    expect(signals[0]?.aborted).toBe(true)
    engine.finishLoad()
    await starting
  })

  test('reports missing WebGL as a problem of its own, and can be retried', async () => {
    const engine = testViewer()
    const startViewer = vi
      .fn<ModelViewDependencies['startViewer']>()
      .mockRejectedValueOnce(failure('webgl-not-supported'))
    startViewer.mockResolvedValue(engine.viewer)
    const { view, container, state } = start({ startViewer })
    await view.start(container)
    expect(state()).toMatchObject({ error: { kind: 'webgl' }, viewer: null })
    await view.retry()
    expect(state()).toMatchObject({ error: null, viewer: engine.viewer, status: 'viewerReady' })
  })

  test.each([
    [new ApiError(401, null), 'token'],
    [new ApiError(500, null), 'authentication'],
    [new ApiError(null, null), 'authentication'],
    [new Error('odd'), 'authentication'],
  ])('loads nothing without a token because of %s', async (refusal, kind) => {
    const { view, container, state, requestedUrns } = start({ getToken: () => Promise.reject(refusal) })
    await view.open('urn-1')
    await view.start(container)
    expect(state().error).toEqual({ kind, error: refusal })
    expect(requestedUrns).toEqual([])
  })

  test('requests the token again and then loads', async () => {
    const getToken = vi.fn<ModelViewDependencies['getToken']>().mockRejectedValueOnce(new ApiError(503, null))
    getToken.mockResolvedValue({ token: 't', from: 'server' })
    const { view, container, requestedUrns, engine, state } = start({ getToken })
    await view.open('urn-1')
    await view.start(container)
    const retried = view.retry()
    await settled()
    engine.finishLoad()
    await retried
    expect(requestedUrns).toEqual(['urn-1'])
    expect(state()).toMatchObject({ status: 'modelLoaded', error: null })
  })

  test('disposes an engine that arrives after the page was left', async () => {
    const { view, container, engine, state } = start()
    const starting = view.start(container)
    view.dispose()
    await starting
    expect(engine.isDisposed()).toBe(true)
    expect(state().viewer).toBeNull()
  })
})

describe('ModelView.open', () => {
  async function ready() {
    const parts = start()
    await parts.view.start(parts.container)
    return parts
  }

  test('reports progress and the first frame', async () => {
    const { view, engine, state } = await ready()
    const opening = view.open('urn-1')
    const progress = { fraction: 0.5, state: 'inprogress', chunksLoaded: 1, chunkCount: 2, instances: 3 } as const
    engine.emit('modelProgress', progress)
    expect(state()).toMatchObject({ status: 'loadingModel', progress, hasFirstFrame: false })
    engine.emit('firstFrame', { milliseconds: 5 })
    expect(state().hasFirstFrame).toBe(true)
    engine.finishLoad()
    await opening
    expect(state()).toMatchObject({ status: 'modelLoaded', error: null })
  })

  test('resets the state of the previous model', async () => {
    const { view, engine, state } = await ready()
    const opening = view.open('urn-1')
    engine.emit('firstFrame', { milliseconds: 5 })
    engine.finishLoad()
    await opening
    void view.open('urn-2')
    expect(state()).toMatchObject({ urn: 'urn-2', hasFirstFrame: false, manifest: null, progress: null })
  })

  test('loads the same URN again only with another version', async () => {
    const { view, requestedUrns } = await ready()
    void view.open('urn-1', 0)
    void view.open('urn-1', 0)
    expect(requestedUrns).toHaveLength(1)
    void view.open('urn-1', 1)
    expect(requestedUrns).toHaveLength(2)
  })

  test('unloads the model for null', async () => {
    const { view, engine, state } = await ready()
    void view.open('urn-1')
    await view.open(null)
    expect(engine.calls).toContain('unload')
    expect(state()).toMatchObject({ urn: null, status: 'viewerReady' })
  })

  test('reports a missing document for an empty URN', async () => {
    const { view, state, requestedUrns } = await ready()
    await view.open('')
    expect(state()).toMatchObject({ urn: null, error: { kind: 'noDocument' } })
    expect(requestedUrns).toEqual([])
  })

  test('reports a model without instances', async () => {
    const { view, engine, state } = await ready()
    const opening = view.open('urn-1')
    const manifest = testManifest()
    engine.finishLoad({ ...manifest, counts: { ...manifest.counts, instances: 0 } })
    await opening
    expect(state()).toMatchObject({ status: 'modelLoaded', error: { kind: 'nothing' } })
  })

  test.each([
    ['document', failure('fetch-failed', { detail: 'manifest.json' })],
    ['geometry', failure('fetch-failed', { detail: 'scene/001.bin' })],
    ['geometry', failure('package-damaged', { detail: 'manifest.json' })],
    ['geometry', failure('context-lost')],
  ])('reports a problem of the kind %s for %s', async (kind, error) => {
    const { view, engine, state } = await ready()
    const opening = view.open('urn-1')
    engine.failLoad(error)
    await opening
    expect(state().error).toEqual({ kind, error })
  })

  test('reports the server error behind an engine error', async () => {
    const { view, engine, state } = await ready()
    const cause = new ApiError(404, null)
    const opening = view.open('urn-1')
    engine.failLoad(failure('fetch-failed', { detail: 'manifest.json', cause }))
    await opening
    expect(state().error).toEqual({ kind: 'document', error: cause })
  })

  test('ignores the failure of a replaced load', async () => {
    const { view, engine, state } = await ready()
    const opening = view.open('urn-1')
    engine.failLoad(failure('cancelled'))
    await opening
    expect(state().error).toBeNull()
  })

  test('loads a failed model again on request', async () => {
    const { view, engine, state, requestedUrns } = await ready()
    const opening = view.open('urn-1')
    engine.failLoad(failure('package-damaged'))
    await opening
    const retried = view.retry()
    expect(state()).toMatchObject({ error: null, status: 'loadingModel' })
    engine.finishLoad()
    await retried
    expect(requestedUrns).toEqual(['urn-1', 'urn-1'])
    expect(state().status).toBe('modelLoaded')
  })
})

describe('ModelView of a file with sheets', () => {
  const sheet = {
    name: 'Plan',
    kind: 'model',
    path: 'sheets/000/sheet.json',
    thumbnail: null,
    active: true,
    entities: 1,
  }

  test.each([
    ['sheet', 'sheet', 0],
    ['model', 'model', 1],
  ] as const)(
    'shows its sheets with the manifest, and renders only if its first view is a %s',
    async (_, firstView, starts) => {
      const engine = testViewer()
      const startRendering = vi.fn().mockResolvedValue(undefined)
      Object.assign(engine.viewer, { isRendering: false, startRendering })
      const manifest = { ...testManifest(), sheets: [sheet], firstView }
      const createSource = () => ({ fetchManifest: async () => manifest, fetchFile: () => Promise.reject(new Error()) })
      const { view, container, state } = start({ startViewer: async () => engine.viewer, createSource })
      await view.open('urn-1')
      void view.start(container)
      await settled()
      const [source] = engine.loads
      if ('loader' in source) await source.loader.fetchManifest(new AbortController().signal)
      expect([state().growing, state().manifest]).toEqual([manifest, null])
      expect(startRendering).toHaveBeenCalledTimes(starts)
    },
  )
})

describe('ModelView without rendering', () => {
  test('loads the model in a browser without WebGL', async () => {
    const engine = testViewer()
    const startRendering = vi.fn().mockRejectedValue(failure('webgl-not-supported'))
    Object.assign(engine.viewer, { isRendering: false, startRendering })
    const { view, container, state } = start({ startViewer: async () => engine.viewer })
    await view.open('urn-1')
    const starting = view.start(container)
    await settled()
    await view.startRendering()
    expect(state()).toMatchObject({ canRender: false, error: null, status: 'loadingModel' })
    engine.finishLoad()
    await starting
    expect(state()).toMatchObject({ canRender: false, error: null, status: 'modelLoaded' })
    expect(state().manifest).not.toBeNull()
    await view.startRendering()
    expect(startRendering).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['during loading', false],
    ['after loading', true],
  ])('keeps the manifest when memory runs out %s', async (_, isLoaded) => {
    const { view, container, engine, state } = start()
    await view.open('urn-1')
    const starting = view.start(container)
    await settled()
    engine.finishLoad()
    await starting
    const error = failure('out-of-memory')
    if (isLoaded) engine.emit('error', error as never)
    else {
      const trying = view.retry()
      engine.failLoad(error)
      await trying
    }
    expect(state()).toMatchObject({ error: { kind: 'memory' }, status: 'modelLoaded' })
    expect([state().manifest, state().renderedManifest]).toEqual([
      engine.viewer.model?.manifest,
      engine.viewer.model?.manifest,
    ])
  })

  test('counts missing near chunks and updates the state only when the numbers change', async () => {
    const { view, container, engine, state } = start()
    await view.start(container)
    const counts = { resident: 3, needed: 9, chunks: 20, bytes: 1, budget: 2 }
    engine.emit('residencyChanged', { ...counts, isNearMissing: false })
    expect(state().missing).toBeNull()
    engine.emit('residencyChanged', { ...counts, isNearMissing: true })
    const before = state()
    engine.emit('residencyChanged', { ...counts, bytes: 3, isNearMissing: true })
    expect(state()).toBe(before)
    expect(before.missing).toEqual({ resident: 3, needed: 9 })
    engine.emit('residencyChanged', { ...counts, isNearMissing: false })
    expect(state().missing).toBeNull()
  })
})
