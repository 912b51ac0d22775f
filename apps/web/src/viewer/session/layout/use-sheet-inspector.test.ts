import { act, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { useSheetInspector } from './use-inspector.js'

afterEach(cleanUpPage)

function show(page: { readonly opens: boolean; readonly opensBySelection: boolean }) {
  return renderHook(({ selected }) => useSheetInspector({ ...page, selected, tab: 'entity' }), {
    initialProps: { selected: null as string | null },
  })
}

describe('inspector of a sheet', () => {
  test('is open on a wide screen until it is closed, and again with another object', () => {
    const { result, rerender } = show({ opens: true, opensBySelection: true })
    expect(result.current.isOpen).toBe(true)
    rerender({ selected: 'wall' })
    act(() => result.current.close())
    expect(result.current.isOpen).toBe(false)
    rerender({ selected: null })
    expect(result.current.isOpen).toBe(false)
    rerender({ selected: 'door' })
    expect(result.current.isOpen).toBe(true)
  })

  test('follows the selection in a narrow window', () => {
    const { result, rerender } = show({ opens: false, opensBySelection: true })
    expect(result.current.isOpen).toBe(false)
    rerender({ selected: 'wall' })
    expect(result.current.isOpen).toBe(true)
  })

  test('opens on a phone on request only', () => {
    const { result, rerender } = show({ opens: false, opensBySelection: false })
    rerender({ selected: 'wall' })
    expect(result.current.isOpen).toBe(false)
    act(() => result.current.open('entity'))
    expect(result.current.isOpen).toBe(true)
  })
})
