import type { PropertySet, ReadReport } from '@kamar/core'
import type { Manifest, ModelTree } from '@kamar/package-format/read'
import type { CameraView, ModelQueries, PackageSource, SearchResult, Viewer, ViewerEvents } from '@kamar/viewer'
import { type Deferred, deferred } from './deferred.js'

interface TestViewerOptions {
  readonly tree?: ModelTree
  /** Returns the property sets of an element; none by default. */
  readonly properties?: (element: number) => Promise<readonly PropertySet[]>
  readonly search?: (text: string, limit?: number) => Promise<SearchResult>
  /** Replies of the search worker; by default without fields. */
  readonly queries?: Partial<ModelQueries>
}

/** Stub of the engine that needs no GPU: records calls, and the test triggers its events. */
export interface TestViewer {
  readonly viewer: Viewer
  /** Recorded calls, in order: `hide 4`, `isolate 1,2`, `unload`. */
  readonly calls: string[]
  readonly loads: PackageSource[]
  emit<Name extends keyof ViewerEvents>(name: Name, data: ViewerEvents[Name]): void
  /** Finishes the load in progress. */
  finishLoad(manifest?: Manifest): void
  failLoad(error: unknown): void
  isDisposed(): boolean
}

type Listener = (data: never) => void

export function testManifest(over: Partial<Manifest> = {}): Manifest {
  return {
    format: 'kamar-view-package',
    version: 1,
    state: 'complete',
    writer: 'test',
    source: { bytes: 1, formatId: 'ifc', reader: 'ifc 1' },
    unit: { name: 'metre', metres: 1 },
    origin: [0, 0, 0],
    georeference: null,
    bounds: { min: [-5, -5, 0], max: [5, 5, 6] },
    counts: {
      nodes: 7,
      meshes: 1,
      instances: 3,
      triangles: 12,
      placedTriangles: 36,
      lines: 0,
      sheets: 0,
      materials: 1,
    },
    report: null,
    chunks: [],
    files: [],
    ...over,
  }
}

export function testReport(over: Partial<ReadReport> = {}): ReadReport {
  return { status: 'complete', counts: {}, skipped: [], findings: [], missingCompanions: [], ...over }
}

export function testViewer(parts: TestViewerOptions = {}): TestViewer {
  const calls: string[] = []
  const loads: PackageSource[] = []
  const events = createEvents()
  const { search = () => Promise.resolve({ total: 0, hits: [], milliseconds: 1 }) } = parts
  let ending: Deferred<Manifest> | null = null
  let manifest: Manifest | null = null
  let disposed = false
  const viewer = {
    isRendering: true,
    startRendering: () => Promise.resolve(),
    element: document.createElement('div'),
    canvas: document.createElement('canvas'),
    ...events,
    selection: createSelection(events.emit),
    visibility: createVisibility(calls, events.emit),
    colors: {
      size: 0,
      set: (elements: Iterable<number>, color: { readonly rgb: readonly number[] } | null) =>
        calls.push(`color ${[...elements]} ${color?.rgb}`),
      reset: () => calls.push('reset colours'),
    },
    states: { era: 0, numberNow: (element: number) => element, flagsOf: () => 0 },
    extensions: { getState: () => ({}), restoreState: () => undefined, getService: () => null },
    captureStates: () => () => undefined,
    history: { canUndo: false, canRedo: false, push: () => undefined, undo: () => false, redo: () => false },
    queries: {
      fields: () => Promise.resolve([]),
      summary: () => Promise.resolve({ fields: [], omitted: 0 }),
      values: () => Promise.resolve({ groups: [], others: 0, range: null }),
      ...parts.queries,
    },
    navigation: { fixedPivot: null, setPreferences: () => undefined, setFixedPivot: () => undefined },
    undoable: (action: () => void) => action(),
    replacement: { before: null },
    cut: { planes: [] },
    geometry: null,
    overlay: { add: () => undefined, remove: () => undefined },
    invalidate: () => undefined,
    camera: createCamera(calls),
    properties: { of: parts.properties ?? (() => Promise.resolve([])) },
    search,
    findElements: async (text: string) =>
      Uint32Array.from((await search(text, Infinity)).hits, ({ element }) => element),
    get model() {
      if (!manifest) return null
      return {
        manifest,
        shapes: new Uint8Array(parts.tree?.count ?? 0).fill(1),
        computeBounds: () => ({ min: [0, 0, 0], max: [1, 1, 1] }),
        hasShape: () => true,
        /** Rejects for readers of the tree only, not for readers of other model data. */
        get tree() {
          return parts.tree ? Promise.resolve(parts.tree) : Promise.reject(new Error('no tree'))
        },
      }
    },
    load(source: PackageSource) {
      loads.push(source)
      ending = deferred<Manifest>()
      return ending.promise
    },
    unload: () => calls.push('unload'),
    resetView() {
      calls.push('resetView')
      events.emit('viewReset', {})
    },
    fitToView(elements: Iterable<number> = []) {
      calls.push(`fit ${[...elements].join(',')}`.trim())
      return true
    },
    loadExtension: () => Promise.resolve({ set: () => undefined }),
    getExtension: () => null,
    setLabels: () => undefined,
    setTheme: (theme: string) => calls.push(`theme ${theme}`),
    dispose() {
      disposed = true
    },
  }
  return {
    viewer: viewer as unknown as Viewer,
    calls,
    loads,
    emit: events.emit,
    finishLoad(complete = testManifest()) {
      manifest = complete
      ending?.resolve(complete)
    },
    failLoad: (error) => ending?.reject(error),
    isDisposed: () => disposed,
  }
}

function createEvents() {
  const listeners = new Map<string, Set<Listener>>()
  return {
    on(name: string, listener: Listener): () => void {
      const registered = listeners.get(name) ?? new Set()
      registered.add(listener)
      listeners.set(name, registered)
      return () => registered.delete(listener)
    },
    emit<Name extends keyof ViewerEvents>(name: Name, data: ViewerEvents[Name]): void {
      for (const listener of listeners.get(name) ?? []) listener(data as never)
    },
  }
}

type Emit = TestViewer['emit']

function createSelection(emit: Emit) {
  let selection: number[] = []
  const set = (elements: Iterable<number>): void => {
    selection = [...elements]
    emit('selectionChanged', { elements: selection })
  }
  return {
    get elements() {
      return selection
    },
    has: (element: number) => selection.includes(element),
    set,
    toggle: (element: number) =>
      set(selection.includes(element) ? selection.filter((other) => other !== element) : [...selection, element]),
    add: (elements: Iterable<number>) => set(new Set([...selection, ...elements])),
    clear: () => set([]),
  }
}

function createVisibility(calls: string[], emit: Emit) {
  const hidden = new Set<number>()
  const recordVisibility = (call: string, elements: Iterable<number>, isolated = false): void => {
    calls.push(`${call} ${[...elements].join(',')}`.trim())
    emit('visibilityChanged', { hidden: hidden.size, ghosted: 0, isolated })
  }
  return {
    isVisible: (element: number) => !hidden.has(element),
    isGhosted: () => false,
    hide(elements: readonly number[]) {
      for (const element of elements) hidden.add(element)
      recordVisibility('hide', elements)
    },
    show(elements: readonly number[]) {
      for (const element of elements) hidden.delete(element)
      recordVisibility('show', elements)
    },
    isolate: (elements: readonly number[]) => recordVisibility('isolate', elements, true),
    ghostOthers: (elements: readonly number[]) => recordVisibility('ghostOthers', elements),
    showAll() {
      hidden.clear()
      recordVisibility('showAll', [])
    },
  }
}

function createCamera(calls: string[]) {
  return {
    projection: 'perspective' as CameraView['projection'],
    hasMoved: false,
    setProjection: (projection: string) => calls.push(`projection ${projection}`),
    insets: { left: 0, right: 0, top: 0, bottom: 0 },
    goTo: (name: string) => calls.push(`goTo ${name}`),
    pose: { fieldOfViewDegrees: 50 },
    destination: { target: [0, 0, 0] },
    apply(pose: { fieldOfViewDegrees: number }) {
      this.pose = pose
    },
    fit: (elements: Iterable<number>) => calls.push(`fit ${[...elements].join(',')}`),
    fitBox: (box: unknown) => calls.push(`fit box ${JSON.stringify(box)}`),
    panBy: () => undefined,
    zoomBy: () => undefined,
  }
}
