import { act, fireEvent, renderHook, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../testing/clean-up.js'
import { renderPart } from '../../testing/render-app.js'
import { type TestViewer, testViewer } from '../../testing/test-viewer.js'
import { Panel } from '../kit/panel/panel.js'
import { useInspector } from '../session/layout/use-inspector.js'
import { clampPanel, usePanels } from '../session/layout/use-panels.js'
import { useSelectSeveral } from '../tools/elements/use-select-several.js'

afterEach(cleanUpPage)

describe('usePanels', () => {
  const start = (first: Parameters<typeof usePanels>[0] = {}) =>
    renderHook(() => usePanels(first, ['models', 'tree', 'search'])).result

  test('starts with the tree at the first visit', () => {
    expect(start().current).toMatchObject({ left: 'tree', leftWidth: 300, rightWidth: 336 })
  })

  test('toggles a panel by its button', () => {
    const panels = start()
    act(() => panels.current.toggleLeft('search'))
    expect(panels.current.left).toBe('search')
    act(() => panels.current.toggleLeft('search'))
    expect(panels.current.left).toBeNull()
  })

  test('stores the open panel and the widths on the device', () => {
    const panels = start()
    act(() => panels.current.setLeft('models'))
    act(() => panels.current.setLeftWidth(412.4))
    act(() => panels.current.setRightWidth(9_999))
    expect(start().current).toMatchObject({ left: 'models', leftWidth: 412, rightWidth: 560 })
  })

  test('starts with the panel requested by the page', () => {
    expect(start({ left: 'models' }).current.left).toBe('models')
    expect(start({ left: null }).current.left).toBeNull()
  })

  test('keeps a closed panel closed at the next visit', () => {
    const panels = start()
    act(() => panels.current.setLeft(null))
    expect(start().current.left).toBeNull()
  })

  test.each(['not json', '{"left":"garage","leftWidth":"wide","rightWidth":null}', '[]', 'null'])(
    'ignores the stored value %s',
    (stored) => {
      localStorage.setItem('panels', stored)
      expect(start().current).toMatchObject({ left: 'tree', leftWidth: 300, rightWidth: 336 })
    },
  )

  test.each([
    [100, 240],
    [240, 240],
    [333.3, 333],
    [561, 560],
  ])('clamps %i pixels to %i', (requested, width) => {
    expect(clampPanel(requested)).toBe(width)
  })
})

describe('side panel', () => {
  async function show(side: 'left' | 'right', asSheet = false) {
    const onWidth = vi.fn()
    const onClose = vi.fn()
    const part = await renderPart(
      <Panel title="Model tree" side={side} width={300} asSheet={asSheet} onWidth={onWidth} onClose={onClose}>
        content
      </Panel>,
    )
    return { ...part, onWidth, onClose }
  }
  const edge = () => screen.getByRole('separator', { name: 'Panel width' })

  test('has a name and a close button', async () => {
    const { user, onClose } = await show('left')
    expect(screen.getByRole('complementary', { name: 'Model tree' }).style.width).toBe('300px')
    await user.click(screen.getByRole('button', { name: 'Collapse panel' }))
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['left', 'ArrowRight', 316],
    ['left', 'ArrowLeft', 284],
    ['right', 'ArrowLeft', 316],
    ['right', 'ArrowRight', 284],
  ] as const)('resizes on the %s side by %s to %i pixels', async (side, key, width) => {
    const { onWidth } = await show(side)
    fireEvent.keyDown(edge(), { key })
    expect(onWidth).toHaveBeenCalledExactlyOnceWith(width)
  })

  test.each([
    ['left', 350],
    ['right', 250],
  ] as const)('resizes on the %s side by dragging its inner edge', async (side, width) => {
    const { onWidth } = await show(side)
    const handle = edge()
    handle.setPointerCapture = vi.fn()
    fireEvent.pointerMove(handle, { clientX: 900 })
    expect(onWidth).not.toHaveBeenCalled()
    fireEvent.pointerDown(handle, { clientX: 100, pointerId: 1 })
    fireEvent.pointerMove(handle, { clientX: 150 })
    fireEvent.pointerUp(handle)
    fireEvent.pointerMove(handle, { clientX: 500 })
    expect(onWidth.mock.calls).toEqual([[width]])
  })

  test('has no width as a sheet', async () => {
    await show('left', true)
    expect(screen.getByRole('complementary').style.width).toBe('')
    expect(screen.queryByRole('separator')).toBeNull()
  })
})

const select = (engine: TestViewer, ...elements: number[]): void => act(() => engine.viewer.selection.set(elements))

describe('inspector state', () => {
  function start(opensBySelection = true) {
    const engine = testViewer()
    const { result } = renderHook(() => useInspector(engine.viewer, opensBySelection))
    return { engine, inspector: () => result.current }
  }

  test('opens with a selection and closes without one', () => {
    const { engine, inspector } = start()
    expect(inspector().isOpen).toBe(false)
    select(engine, 4)
    expect(inspector()).toMatchObject({ isOpen: true, tab: 'properties' })
    select(engine)
    expect(inspector().isOpen).toBe(false)
  })

  test('reopens after closing only with a new selection', () => {
    const { engine, inspector } = start()
    select(engine, 4)
    act(() => inspector().close())
    select(engine, 5)
    expect(inspector().isOpen).toBe(false)
    select(engine)
    select(engine, 6)
    expect(inspector().isOpen).toBe(true)
  })

  test('stays open without a selection when it was opened by hand', () => {
    const { engine, inspector } = start()
    act(() => inspector().open('report'))
    expect(inspector()).toMatchObject({ isOpen: true, tab: 'report' })
    select(engine, 4)
    expect(inspector().tab).toBe('properties')
    select(engine)
    expect(inspector().isOpen).toBe(true)
    act(() => inspector().close())
    expect(inspector().isOpen).toBe(false)
  })

  test('opens only by hand on a phone and keeps its tab', () => {
    const { engine, inspector } = start(false)
    select(engine, 4)
    expect(inspector().isOpen).toBe(false)
    act(() => inspector().open('report'))
    select(engine, 5)
    expect(inspector()).toMatchObject({ isOpen: true, tab: 'report' })
  })
})

describe('multiple selection mode', () => {
  const point = { x: 0, y: 0, shift: false, control: false, touch: true }
  /** Clicks an element; the engine selects it before it emits the click. */
  function clickElement(engine: TestViewer, element: number | null, over: Partial<typeof point> = {}): void {
    select(engine, ...(element === null ? [] : [element]))
    const pick = element === null ? null : { element, instance: 0, point: [0, 0, 0], normal: [0, 0, 1], distance: 1 }
    act(() => engine.emit('click', { ...point, ...over, pick: pick as never }))
  }
  function start() {
    const engine = testViewer()
    const { result } = renderHook(() => useSelectSeveral(engine.viewer))
    return { engine, setCompact: (on: boolean) => act(() => result.current[1](on)), isOn: () => result.current[0] }
  }

  test('is off by default, so that a click replaces the selection', () => {
    const { engine, isOn } = start()
    clickElement(engine, 1)
    clickElement(engine, 2)
    expect(isOn()).toBe(false)
    expect(engine.viewer.selection.elements).toEqual([2])
  })

  test('adds and removes elements by click', () => {
    const { engine, setCompact } = start()
    clickElement(engine, 1)
    setCompact(true)
    clickElement(engine, 2)
    clickElement(engine, 3)
    expect(engine.viewer.selection.elements).toEqual([1, 2, 3])
    clickElement(engine, 2)
    expect(engine.viewer.selection.elements).toEqual([1, 3])
  })

  test('keeps the selection for a click beside the model', () => {
    const { engine, setCompact } = start()
    setCompact(true)
    clickElement(engine, 1)
    clickElement(engine, null)
    expect(engine.viewer.selection.elements).toEqual([1])
  })

  test('leaves Shift and Ctrl to the engine', () => {
    const { engine, setCompact } = start()
    setCompact(true)
    clickElement(engine, 1)
    clickElement(engine, 2, { shift: true })
    expect(engine.viewer.selection.elements).toEqual([2])
  })

  test('replaces the selection again after it was turned off', () => {
    const { engine, setCompact } = start()
    setCompact(true)
    clickElement(engine, 1)
    setCompact(false)
    clickElement(engine, 2)
    expect(engine.viewer.selection.elements).toEqual([2])
  })
})
