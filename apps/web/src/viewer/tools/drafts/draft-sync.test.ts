import type { Draft } from '@kamar/contracts'
import type { Extension, Viewer } from '@kamar/viewer'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { houseTree } from '../../../testing/test-tree.js'
import { testSheetSession } from '../../../testing/test-sheet-session.js'
import { testManifest, type TestViewer, testViewer } from '../../../testing/test-viewer.js'
import { announceOpening, announceSaved } from '../../kit/viewpoints/shown-views.js'
import { countDraft } from './draft-content.js'
import type { DraftStore } from './draft-store.js'
import { DraftSync } from './draft-sync.js'
import { createModelCanvas } from './model-canvas.js'

const camera = { eye: [0, -10, 0], target: [0, 0, 0], projection: 'perspective', fieldOfViewDegrees: 50, height: 9 }
const line = (id: string) => ({ id, kind: 'distance', points: [[0, 0, 0]] })
const drawing = (color = '#d92d20') => ({
  format: 'kamar-markup',
  version: 1,
  view: camera,
  shapes: [{ id: 's1', kind: 'line', color, width: 0.01, from: [0, 0], to: [1, 1] }],
})

/** An extension whose state the test changes as its user does. */
class FakeExtension {
  state: unknown
  readonly #listeners = new Set<() => void>()
  on(_: string, listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  change(state: unknown): void {
    this.state = state
    for (const listener of this.#listeners) listener()
  }
  restoreState(state: unknown): void {
    this.change(state)
  }
}

let engine: TestViewer
let viewer: Viewer
let extensions: Record<string, FakeExtension>
let local: Draft | null
let remote: Draft | null
let sent: Draft[]
let sync: DraftSync

const measure = (state: unknown): void => extensions['kamar.measure']?.change(state)
const draw = (state: unknown): void => extensions['kamar.markup']?.change(state)
const screenState = () => [extensions['kamar.measure']?.state, extensions['kamar.markup']?.state]

const store: DraftStore = {
  readLocal: () => local,
  writeLocal: (draft) => {
    local = draft
  },
  fetch: () => Promise.resolve(remote),
  send: (draft) => {
    sent.push(draft)
    remote = draft
    return Promise.resolve()
  },
}

/** Opens a stored view with a measurement and no drawing. */
const openView = (): Promise<void> =>
  announceOpening(viewer, {
    open: async () => {
      measure({ measurements: [line('other')] })
      draw(undefined)
    },
  })
const saveView = (): void => announceSaved({ ...testSheetSession(), viewer })

/** Opens the model again, as a reload does. */
async function open({ opensView = false } = {}): Promise<void> {
  engine = testViewer({ tree: houseTree() })
  ;({ viewer } = engine)
  const loading = viewer.load({ manifestUrl: '/m' })
  engine.finishLoad(testManifest({ origin: [100, 200, 0] }))
  await loading
  extensions = { 'kamar.measure': new FakeExtension(), 'kamar.markup': new FakeExtension() }
  const get = (id: string): Extension => extensions[id] as unknown as Extension
  Object.assign(viewer, {
    getExtension: get,
    loadExtension: (id: string) => Promise.resolve(get(id)),
    extensions: {
      getState: () =>
        Object.fromEntries(
          Object.entries(extensions).flatMap(([id, { state }]) => (state === undefined ? [] : [[id, state]])),
        ),
    },
    camera: { ...viewer.camera, view: camera, setView: vi.fn() },
  })
  sync = new DraftSync({ viewer, store, fileVersion: null, opensView, display: () => true })
  sync.attach(createModelCanvas({ viewer, key: 'file-1' }))
  await sync.start()
}

beforeEach(async () => {
  local = null
  remote = null
  sent = []
  await open()
})
afterEach(async () => {
  sync.dispose()
  await cleanUpPage()
})

describe('DraftSync', () => {
  test('stores every change at once and sends what is left when the page closes', () => {
    measure({ measurements: [line('m1')] })
    expect(countDraft(local?.views ?? [])).toEqual({ measurements: 1, drawings: 0 })
    draw(drawing())
    expect(countDraft(local?.views ?? [])).toEqual({ measurements: 1, drawings: 1 })
    expect(sent).toEqual([])
    sync.dispose()
    expect(sent).toEqual([local])
  })

  test('restores measurements and the drawing when the model is opened again', async () => {
    measure({ measurements: [line('m1'), line('m2')] })
    draw(drawing())
    sync.dispose()
    await open()
    expect(sync.state.get().kind).toBe('restored')
    expect(countDraft(sync.state.get().views)).toEqual({ measurements: 2, drawings: 1 })
    expect(screenState()).toMatchObject([
      { measurements: [{ id: 'm1' }, { id: 'm2' }] },
      { shapes: [{ kind: 'line' }] },
    ])
    await sync.showDrawing()
    expect(viewer.camera.setView).toHaveBeenCalledTimes(1)
  })

  test('restores a later draft of another device and sends a later one of this device', async () => {
    measure({ measurements: [line('m1')] })
    sync.dispose()
    const current = local as unknown as Draft
    remote = { views: current.views, changedAt: new Date(Date.now() + 1000).toISOString() }
    local = null
    await open()
    expect(sync.state.get().kind).toBe('restored')
    sync.dispose()
    local = { ...current, views: [], changedAt: new Date(Date.now() + 2000).toISOString() }
    await open()
    expect(sync.state.get().kind).toBe('none')
    sync.dispose()
    expect(sent.at(-1)).toEqual(local)
  })

  test('discards the draft on the screen and on every device', async () => {
    measure({ measurements: [line('m1')] })
    sync.dispose()
    await open()
    await sync.discard()
    expect(screenState()).toEqual([undefined, undefined])
    sync.dispose()
    expect(remote?.views).toEqual([])
    await open()
    expect(sync.state.get().kind).toBe('none')
  })

  test('keeps the draft aside while a stored view is on the screen, and joins what is drawn over it', async () => {
    measure({ measurements: [line('m1')] })
    draw(drawing())
    await openView()
    expect(sync.state.get().kind).toBe('aside')
    expect(countDraft(local?.views ?? [])).toEqual({ measurements: 1, drawings: 1 })
    draw(drawing('#2f6fde'))
    expect(countDraft(local?.views ?? [])).toEqual({ measurements: 2, drawings: 2 })
    await sync.restore()
    expect(sync.state.get().kind).toBe('restored')
    expect(screenState()).toMatchObject([{ measurements: [{ id: 'm1' }, { id: 'other' }] }, { shapes: [{}] }])
  })

  test('does not cover the view that a link opens', async () => {
    measure({ measurements: [line('m1')] })
    sync.dispose()
    await open({ opensView: true })
    expect(sync.state.get().kind).toBe('aside')
    expect(screenState()).toEqual([undefined, undefined])
    await sync.restore()
    expect(screenState()).toMatchObject([{ measurements: [{ id: 'm1' }] }, undefined])
  })

  test('is empty after everything on the screen was saved as a view', async () => {
    draw(drawing())
    saveView()
    expect(local?.views).toEqual([])
    draw(drawing('#2f6fde'))
    expect(countDraft(local?.views ?? [])).toEqual({ measurements: 0, drawings: 1 })
  })

  test('is emptied by the user who deletes everything', () => {
    measure({ measurements: [line('m1')] })
    draw(drawing())
    measure(undefined)
    draw(undefined)
    expect(local?.views).toEqual([])
  })

  test('keeps what was set aside when a view is saved over it', async () => {
    measure({ measurements: [line('m1')] })
    await openView()
    draw(drawing())
    saveView()
    expect(sync.state.get().kind).toBe('aside')
    expect(countDraft(local?.views ?? [])).toEqual({ measurements: 1, drawings: 0 })
  })

  test('keeps every drawing but the one on the screen, whichever was led to', async () => {
    draw(drawing('#111111'))
    await openView()
    draw(drawing('#222222'))
    await sync.restore()
    await sync.showDrawing()
    await sync.showDrawing()
    expect(screenState()[1]).toMatchObject({ shapes: [{ color: '#111111' }] })
    draw(drawing('#333333'))
    const colors = local?.views.map(({ markup }) => markup?.shapes[0]?.colour)
    expect(colors).toEqual(['#333333', '#222222'])
  })

  test('keeps the draft without its line, also when more is drawn over the view that covers it', async () => {
    measure({ measurements: [line('m1')] })
    await openView()
    sync.close()
    draw(drawing())
    expect(countDraft(local?.views ?? [])).toEqual({ measurements: 2, drawings: 1 })
  })

  test('does not take the end of the model for the end of the draft', () => {
    measure({ measurements: [line('m1')] })
    engine.emit('modelUnloaded', {})
    measure(undefined)
    expect(countDraft(local?.views ?? [])).toEqual({ measurements: 1, drawings: 0 })
  })
})
