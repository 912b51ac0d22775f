import type { SheetViewState } from '@kamar/contracts'
import type { SheetMarkup, SheetMarkupDrawing, SheetView } from '@kamar/viewer'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { testManifestSheet, testSheetSession } from '../../../testing/test-sheet-session.js'
import { captureView } from './capture.js'
import { findSheet, showSheetView, toSheetReference } from './sheet-viewpoints.js'

afterEach(cleanUpPage)

const sheets = ['A1', 'A2', 'A2'].map((name) => testManifestSheet(name))
const measurement = {
  kind: 'distance' as const,
  points: [
    [0, 0],
    [3, 4],
  ] as [number, number][],
}
const state = {
  sheet: 1,
  center: [100, 50] as const,
  heightUnits: 297,
  aspectRatio: 1.4,
  hiddenLayers: ['Furniture'],
  measurements: [measurement],
}
const drawing: SheetMarkupDrawing = {
  sheet: 1,
  frame: { center: [90, 40], heightUnits: 100 },
  shapes: [{ id: 's1', kind: 'line', color: '#d92d20', width: 0.008, from: [0, 0], to: [1, -0.5] }],
}
const snapshot = new Blob(['jpeg'])

function displayed() {
  const view = { capture: () => state, screenshot: vi.fn(() => Promise.resolve(snapshot)) }
  const shownSheet = {
    view: view as unknown as SheetView,
    markup: { drawing } as unknown as SheetMarkup,
    isDark: true,
    hasWeights: true,
  }
  const session = testSheetSession({ drawing: { sheets, isShown: true, number: 1, hasBoth: true }, shownSheet })
  return { viewer: null, view, ...session }
}

describe('view of a sheet', () => {
  test('is captured with layers, paper, measurements, markup and a mark in its snapshot', async () => {
    const session = displayed()
    const captured = await captureView(session, 'file-1', { mark: [10, 20] })
    expect(captured?.snapshot).toBe(snapshot)
    expect(captured?.form).toMatchObject({
      camera: null,
      sheet: {
        name: 'A2',
        index: 1,
        center: [100, 50],
        heightUnits: 297,
        aspectRatio: 1.4,
        hiddenLayers: ['Furniture'],
        paper: 'dark',
        plottedWeights: true,
        measurements: [measurement],
        markupFrame: { center: [90, 40], heightUnits: 100 },
      },
      markup: { shapes: [{ kind: 'line', from: [0, 0], to: [0.5, -0.25] }] },
    })
    expect(session.view.screenshot).toHaveBeenCalledWith(expect.objectContaining({ mark: [10, 20] }))
  })

  test('is shown with everything that was captured, on its own sheet', async () => {
    const session = displayed()
    const form = (await captureView(session, 'file-1'))?.form
    const stored = form?.sheet as SheetViewState
    const another = testSheetSession({ drawing: { sheets, isShown: true, number: 0 } })
    expect(await showSheetView(another, stored, form?.markup?.shapes ?? [])).toBe(true)
    expect(another.drawing.show).toHaveBeenCalledWith('sheet', 1)
    expect(another.shownSheet.restore).toHaveBeenCalledWith({
      view: state,
      isDark: true,
      hasWeights: true,
      markup: drawing,
    })
  })

  test('is not shown when the open version has no such sheet', async () => {
    const form = (await captureView(displayed(), 'file-1'))?.form
    const another = testSheetSession({ drawing: { sheets: [testManifestSheet('Plan')], isShown: true } })
    expect(await showSheetView(another, form?.sheet as SheetViewState, [])).toBe(false)
    expect(another.shownSheet.restore).not.toHaveBeenCalled()
  })
})

describe('reference to a sheet', () => {
  test('finds the sheet by its name when sheets were added before it, and by its index among equal names', () => {
    expect(findSheet(sheets, { name: 'A1', index: 2 })).toBe(0)
    expect(findSheet(sheets, { name: 'A2', index: 2 })).toBe(2)
    expect(findSheet(sheets, { name: 'A2', index: 0 })).toBe(1)
    expect(findSheet(sheets, { name: 'A3', index: 1 })).toBeNull()
  })

  test('has at most as many characters as the server stores', () => {
    const long = [testManifestSheet('x'.repeat(400))]
    const reference = toSheetReference(long, 0)
    expect([reference.name.length, findSheet(long, reference)]).toEqual([255, 0])
  })
})
