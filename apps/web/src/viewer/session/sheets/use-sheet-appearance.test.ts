import type { SheetView } from '@kamar/viewer'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startInternationalization } from '../../../platform/i18n/index.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import * as shownTheme from './use-shown-theme.js'
import { useSheetAppearance } from './use-sheet-appearance.js'

beforeEach(() => startInternationalization('en'))
afterEach(cleanUpPage)

function testSheet() {
  const listeners = new Set<(event: { readonly info: { readonly thinLines?: boolean } }) => void>()
  const view = {
    setLabel: vi.fn(),
    setPaper: vi.fn(),
    setPlottedWeights: vi.fn(),
    restore: vi.fn(),
    on: (_name: string, listener: (event: { readonly info: object }) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const openSheet = (info: { readonly thinLines?: boolean }): void =>
    act(() => listeners.forEach((listener) => listener({ info })))
  return { view, sheet: view as unknown as SheetView, openSheet }
}

function start(theme: 'light' | 'dark' = 'light') {
  const setTheme = vi.spyOn(shownTheme, 'useShownTheme').mockReturnValue(theme)
  const stage = testSheet()
  return { ...stage, setTheme, ...renderHook(useSheetAppearance, { initialProps: stage.sheet as SheetView | null }) }
}

describe('paper of a sheet', () => {
  test('follows the theme of the page until the user decides', () => {
    const { view, setTheme, sheet, rerender, result } = start('dark')
    expect(view.setPaper).toHaveBeenLastCalledWith('dark')
    setTheme.mockReturnValue('light')
    rerender(sheet)
    expect(view.setPaper).toHaveBeenLastCalledWith('light')
    act(() => result.current.setDark(true))
    rerender(sheet)
    expect([result.current.isDark, view.setPaper.mock.lastCall]).toEqual([true, ['dark']])
  })

  test('is that of the user in the view of the next file too', () => {
    const { rerender, result } = start()
    act(() => result.current.setDark(true))
    const next = testSheet()
    rerender(next.sheet)
    expect(next.view.setPaper.mock.calls).toEqual([['dark']])
  })
})

describe('line widths of a sheet', () => {
  test('are plotted, unless the sheet is plotted with thin lines', () => {
    const { openSheet, result } = start()
    expect(result.current.hasWeights).toBe(true)
    openSheet({ thinLines: true })
    expect(result.current.hasWeights).toBe(false)
    openSheet({})
    expect(result.current.hasWeights).toBe(true)
  })

  test('are those of the user on every sheet', () => {
    const { view, openSheet, result } = start()
    expect(view.setPlottedWeights).toHaveBeenLastCalledWith(null)
    act(() => result.current.setWeights(true))
    openSheet({ thinLines: true })
    expect([result.current.hasWeights, view.setPlottedWeights.mock.lastCall]).toEqual([true, [true]])
  })
})
