import type { SheetMarkup, SheetMarkupDrawing, SheetView } from '@kamar/viewer'
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { type StoredSheetState, useRestore } from './use-restore.js'

afterEach(cleanUpPage)

const drawing: SheetMarkupDrawing = { sheet: 2, frame: { center: [0, 0], heightUnits: 1 }, shapes: [] }
const stored: StoredSheetState = {
  view: { sheet: 2, center: [1, 2], heightUnits: 3, aspectRatio: 1, hiddenLayers: [], measurements: [] },
  isDark: true,
  hasWeights: false,
  markup: drawing,
}

function target() {
  const markup = { show: vi.fn(), clearSheet: vi.fn() }
  const loadMarkup = (): Promise<SheetMarkup> => Promise.resolve(markup as unknown as SheetMarkup)
  return { markup, setDark: vi.fn(), setWeights: vi.fn(), loadMarkup }
}

describe('restored state of a sheet', () => {
  test('is shown in the open view with its paper, line widths and markup', async () => {
    const parts = target()
    const view = { restore: vi.fn(), openSheet: 2 }
    const { result } = renderHook(() => useRestore(view as unknown as SheetView, parts))
    act(() => void result.current(stored))
    expect(view.restore).toHaveBeenCalledWith(stored.view)
    expect([parts.setDark.mock.calls, parts.setWeights.mock.calls]).toEqual([[[true]], [[false]]])
    await waitFor(() => expect(parts.markup.show).toHaveBeenCalledWith(drawing))
  })

  test('waits for a view that is not there yet, and is shown in it once', async () => {
    const parts = target()
    const view = { restore: vi.fn(), openSheet: 2 }
    const { result, rerender } = renderHook(({ view: displayed }) => useRestore(displayed, parts), {
      initialProps: { view: null as SheetView | null },
    })
    act(() => void result.current(stored))
    rerender({ view: view as unknown as SheetView })
    rerender({ view: view as unknown as SheetView })
    await waitFor(() => expect(parts.markup.show).toHaveBeenCalled())
    expect(view.restore).toHaveBeenCalledTimes(1)
  })

  test('is shown in the view that started while it was fetched', () => {
    const view = { restore: vi.fn(), openSheet: 2 }
    const { result, rerender } = renderHook(({ view: displayed }) => useRestore(displayed, target()), {
      initialProps: { view: null as SheetView | null },
    })
    const restore = result.current
    rerender({ view: view as unknown as SheetView })
    act(() => void restore(stored))
    expect(view.restore).toHaveBeenCalledWith(stored.view)
  })

  test('is reported as shown when its sheet has been opened, or the view ends before that', async () => {
    const listeners = new Set<() => void>()
    const on = (_name: string, listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
    const view = { restore: vi.fn(), openSheet: 1, on } as unknown as SheetView
    const { result, unmount } = renderHook(() => useRestore(view, target()))
    const resolved: string[] = []
    void result.current(stored).then(() => resolved.push('first'))
    await waitFor(() => expect(listeners.size).toBe(1))
    expect(resolved).toEqual([])
    for (const listener of listeners) listener()
    await waitFor(() => expect(resolved).toEqual(['first']))
    void result.current(stored).then(() => resolved.push('second'))
    await waitFor(() => expect(listeners.size).toBe(1))
    unmount()
    await waitFor(() => expect(resolved).toEqual(['first', 'second']))
  })

  test('removes the markup of the sheet when it has none itself', async () => {
    const parts = target()
    const view = { restore: vi.fn(), openSheet: 2 } as unknown as SheetView
    const { result } = renderHook(() => useRestore(view, parts))
    act(() => void result.current({ ...stored, markup: null }))
    await waitFor(() => expect(parts.markup.clearSheet).toHaveBeenCalledWith(2))
  })
})
