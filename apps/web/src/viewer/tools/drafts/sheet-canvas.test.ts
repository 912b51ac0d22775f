import type { Draft, ViewpointForm } from '@kamar/contracts'
import type { SheetMarkup, SheetMarkupDrawing, SheetMeasurement, SheetView } from '@kamar/viewer'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { testManifestSheet, testSheetSession } from '../../../testing/test-sheet-session.js'
import { testViewer } from '../../../testing/test-viewer.js'
import { announceOpening, announceSaved } from '../../kit/viewpoints/shown-views.js'
import { countDraft } from './draft-content.js'
import { DraftSync } from './draft-sync.js'
import { createSheetCanvas } from './sheet-canvas.js'

type Measured = Pick<SheetMeasurement, 'kind' | 'points'>
const sheets = ['Plan', 'Section'].map((name) => testManifestSheet(name))
const distance = (x: number): Measured => ({
  kind: 'distance',
  points: [
    [0, 0],
    [x, 0],
  ],
})
const line = (sheet: number, color = '#d92d20'): SheetMarkupDrawing => ({
  sheet,
  frame: { center: [90, 40], heightUnits: 100 },
  shapes: [{ id: 's1', kind: 'line', color, width: 0.008, from: [0, 0], to: [1, -0.5] }],
})

/** A view of sheets, each of which opens without measurements. */
class FakeSheets {
  openSheet: number | null = null
  measurements: readonly Measured[] = []
  readonly restored: unknown[] = []
  readonly #listeners = new Set<() => void>()
  on(_name: string, listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  capture() {
    if (this.openSheet === null) return null
    const frame = { center: [100, 50], heightUnits: 297, aspectRatio: 1.4 }
    return { sheet: this.openSheet, ...frame, hiddenLayers: [], measurements: this.measurements }
  }
  restoreMeasurements(measurements: readonly Measured[]): void {
    this.measurements = measurements
    for (const listener of this.#listeners) listener()
  }
  restore(state: { readonly measurements: readonly Measured[] }): void {
    this.restored.push(state)
    this.restoreMeasurements(state.measurements)
  }
}

/** The drawing of the open sheet. */
class FakeMarkup {
  drawing: SheetMarkupDrawing | null = null
  show(drawing: SheetMarkupDrawing): void {
    this.drawing = drawing
  }
  clearSheet(): void {
    this.drawing = null
  }
}

const { viewer } = testViewer()
let view: FakeSheets
let markup: FakeMarkup
let local: Draft | null
let sync: DraftSync
let detach: () => void

const display = vi.fn((_view: ViewpointForm) => true)

/** Returns the session as the page has it while a sheet is displayed. */
const getDisplayed = () =>
  testSheetSession({
    drawing: { sheets, isShown: true, number: view.openSheet ?? 0 },
    shownSheet: {
      view: view as unknown as SheetView,
      loadMarkup: () => Promise.resolve(markup as unknown as SheetMarkup),
      ...(markup.drawing ? { markup: markup as unknown as SheetMarkup } : {}),
    },
  })

async function openFile(opensView = false): Promise<void> {
  view = new FakeSheets()
  markup = new FakeMarkup()
  const store = {
    readLocal: () => local,
    writeLocal(draft: Draft) {
      local = draft
    },
    fetch: () => Promise.resolve(null),
    send: () => Promise.resolve(),
  }
  sync = new DraftSync({ viewer, store, fileVersion: null, opensView, display })
  await sync.start()
}

async function openSheet(sheet: number): Promise<void> {
  detach()
  view.openSheet = null
  view.restoreMeasurements([])
  markup.drawing = null
  view.openSheet = sheet
  detach = sync.attach(createSheetCanvas({ view: view as unknown as SheetView, sheet, getDisplayed }))
  await Promise.resolve()
  await vi.waitFor(() => expect(view.openSheet).toBe(sheet))
}

function draw(drawing: SheetMarkupDrawing | null): void {
  markup.drawing = drawing
  sync.update()
}

beforeEach(async () => {
  local = null
  detach = () => undefined
  display.mockClear()
  await openFile()
  await openSheet(0)
})
afterEach(async () => {
  detach()
  sync.dispose()
  await cleanUpPage()
})

describe('draft on sheets', () => {
  test('stores every change, and returns with its sheet', async () => {
    view.restoreMeasurements([distance(1), distance(2)])
    draw(line(0))
    await openSheet(1)
    expect(view.measurements).toEqual([])
    view.restoreMeasurements([distance(3)])
    expect(countDraft(local?.views ?? [])).toEqual({ measurements: 3, drawings: 1 })
    await openSheet(0)
    await expect.poll(() => markup.drawing?.shapes.length).toBe(1)
    expect(view.measurements).toEqual([distance(1), distance(2)])
    await openSheet(1)
    expect([view.measurements, markup.drawing]).toEqual([[distance(3)], null])
  })

  test('is named when the file is opened again, and led to sheet by sheet', async () => {
    view.restoreMeasurements([distance(1)])
    await openSheet(1)
    draw(line(1))
    await openFile()
    expect(sync.state.get().kind).toBe('restored')
    await openSheet(0)
    await expect.poll(() => view.measurements).toEqual([distance(1)])
    await sync.showDrawing()
    expect(display.mock.lastCall?.[0].sheet?.name).toBe('Plan')
    expect(view.restored).toMatchObject([{ heightUnits: 297, measurements: [distance(1)] }])
    await sync.showDrawing()
    expect(display.mock.lastCall?.[0].sheet?.name).toBe('Section')
    await openSheet(1)
    await expect.poll(() => view.restored.length).toBe(2)
    expect(markup.drawing).toMatchObject({ frame: { heightUnits: 100 }, shapes: [{ kind: 'line' }] })
  })

  test('ends for the sheet that was saved and stays for the others', async () => {
    view.restoreMeasurements([distance(1)])
    await openSheet(1)
    draw(line(1))
    announceSaved({ ...getDisplayed(), viewer })
    expect(local?.views.map(({ sheet }) => sheet?.name)).toEqual(['Plan'])
    draw(null)
    expect(countDraft(local?.views ?? [])).toEqual({ measurements: 1, drawings: 0 })
  })

  test('is set aside by a stored view of its sheet, also when that opens the sheet', async () => {
    view.restoreMeasurements([distance(1)])
    await openSheet(1)
    await announceOpening(viewer, {
      canvas: 0,
      open: async () => {
        await openSheet(0)
        view.restoreMeasurements([distance(9)])
      },
    })
    expect(sync.state.get().kind).toBe('aside')
    expect([view.measurements, countDraft(local?.views ?? []).measurements]).toEqual([[distance(9)], 1])
    view.restoreMeasurements([distance(9), distance(10)])
    expect(countDraft(local?.views ?? []).measurements).toBe(3)
    await sync.restore()
    expect(view.measurements).toEqual([distance(1), distance(9), distance(10)])
  })

  test('does not cover the view that a link opens, until the sheet is displayed again', async () => {
    view.restoreMeasurements([distance(1)])
    await openFile(true)
    await openSheet(0)
    await expect.poll(() => sync.state.get().kind).toBe('aside')
    expect(view.measurements).toEqual([])
    await announceOpening(viewer, { canvas: 1, open: () => openSheet(1) })
    expect(sync.state.get().kind).toBe('none')
    await openSheet(0)
    await expect.poll(() => view.measurements).toEqual([distance(1)])
  })

  test('contains what was drawn before the draft was read, and nothing that a stored view left on its sheet', async () => {
    const attach = () => sync.attach(createSheetCanvas({ view: view as unknown as SheetView, sheet: 0, getDisplayed }))
    await openFile()
    view.openSheet = 0
    view.measurements = [distance(5)]
    detach = attach()
    expect(countDraft(local?.views ?? []).measurements).toBe(1)
    announceSaved({ ...getDisplayed(), viewer })
    detach()
    detach = attach()
    sync.update()
    expect(local?.views).toEqual([])
  })

  test('is discarded on all sheets, wherever the user is', async () => {
    view.restoreMeasurements([distance(1)])
    await openSheet(1)
    draw(line(1))
    await openFile()
    await openSheet(1)
    await expect.poll(() => markup.drawing !== null).toBe(true)
    await sync.discard()
    expect([markup.drawing, local?.views]).toEqual([null, []])
    await openSheet(0)
    expect(view.measurements).toEqual([])
  })
})
