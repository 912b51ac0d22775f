import { act, fireEvent, renderHook, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../testing/clean-up.js'
import { renderPart } from '../../testing/render-app.js'
import { type TestViewer, testViewer } from '../../testing/test-viewer.js'
import { Panel } from './panel.js'
import { useInspector } from './use-inspector.js'
import { clampPanel, usePanels } from './use-panels.js'
import { useSelectSeveral } from './use-select-several.js'

afterEach(cleanUpPage)

describe('which panel is open', () => {
  const start = (first: Parameters<typeof usePanels>[0] = {}) => renderHook(() => usePanels(first)).result

  test('is the tree at the first visit', () => {
    expect(start().current).toMatchObject({ left: 'tree', leftWidth: 300, rightWidth: 336 })
  })

  test('turns with its button', () => {
    const panels = start()
    act(() => panels.current.toggleLeft('search'))
    expect(panels.current.left).toBe('search')
    act(() => panels.current.toggleLeft('search'))
    expect(panels.current.left).toBeNull()
  })

  test('and how wide it is, is remembered on the device', () => {
    const panels = start()
    act(() => panels.current.setLeft('models'))
    act(() => panels.current.setLeftWidth(412.4))
    act(() => panels.current.setRightWidth(9_999))
    expect(start().current).toMatchObject({ left: 'models', leftWidth: 412, rightWidth: 560 })
  })

  test('a page that wants another one to begin with gets it', () => {
    expect(start({ left: 'models' }).current.left).toBe('models')
    expect(start({ left: null }).current.left).toBeNull()
  })

  test('a closed panel stays closed at the next visit', () => {
    const panels = start()
    act(() => panels.current.setLeft(null))
    expect(start().current.left).toBeNull()
  })

  test.each(['not json', '{"left":"garage","leftWidth":"wide","rightWidth":null}', '[]', 'null'])(
    'what was remembered as %s is the first visit again',
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
  ])('%i pixels become %i', (requested, width) => {
    expect(clampPanel(requested)).toBe(width)
  })
})

describe('a panel', () => {
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

  test('has a name and closes', async () => {
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
  ] as const)('at the %s side %s makes it %i wide', async (side, key, width) => {
    const { onWidth } = await show(side)
    fireEvent.keyDown(edge(), { key })
    expect(onWidth).toHaveBeenCalledExactlyOnceWith(width)
  })

  test.each([
    ['left', 350],
    ['right', 250],
  ] as const)('at the %s side is dragged at its inner edge', async (side, width) => {
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

  test('as a sheet has no width of its own', async () => {
    await show('left', true)
    expect(screen.getByRole('complementary').style.width).toBe('')
    expect(screen.queryByRole('separator')).toBeNull()
  })
})

const select = (engine: TestViewer, ...elements: number[]): void => act(() => engine.viewer.selection.set(elements))

describe('the inspector', () => {
  function start(opensBySelection = true) {
    const engine = testViewer()
    const { result } = renderHook(() => useInspector(engine.viewer, opensBySelection))
    return { engine, inspector: () => result.current }
  }

  test('comes and goes with the selection', () => {
    const { engine, inspector } = start()
    expect(inspector().isOpen).toBe(false)
    select(engine, 4)
    expect(inspector()).toMatchObject({ isOpen: true, tab: 'properties' })
    select(engine)
    expect(inspector().isOpen).toBe(false)
  })

  test('that was closed comes again only with a new selection', () => {
    const { engine, inspector } = start()
    select(engine, 4)
    act(() => inspector().close())
    select(engine, 5)
    expect(inspector().isOpen).toBe(false)
    select(engine)
    select(engine, 6)
    expect(inspector().isOpen).toBe(true)
  })

  test('that was opened by hand stays without a selection', () => {
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

  test('on a phone opens by hand only and keeps its tab', () => {
    const { engine, inspector } = start(false)
    select(engine, 4)
    expect(inspector().isOpen).toBe(false)
    act(() => inspector().open('report'))
    select(engine, 5)
    expect(inspector()).toMatchObject({ isOpen: true, tab: 'report' })
  })
})

describe('selecting several', () => {
  const point = { x: 0, y: 0, shift: false, control: false, touch: true }
  /** The engine selects what is pressed before it tells of the press. */
  function clickElement(engine: TestViewer, element: number | null, over: Partial<typeof point> = {}): void {
    select(engine, ...(element === null ? [] : [element]))
    const pick = element === null ? null : { element, instance: 0, point: [0, 0, 0], normal: [0, 0, 1], distance: 1 }
    act(() => engine.emit('click', { ...point, ...over, pick: pick as never }))
  }
  function start() {
    const engine = testViewer()
    const { result } = renderHook(() => useSelectSeveral(engine.viewer))
    return { engine, turn: (on: boolean) => act(() => result.current[1](on)), isOn: () => result.current[0] }
  }

  test('is off at first: a press replaces', () => {
    const { engine, isOn } = start()
    clickElement(engine, 1)
    clickElement(engine, 2)
    expect(isOn()).toBe(false)
    expect(engine.viewer.selection.elements).toEqual([2])
  })

  test('adds and takes away', () => {
    const { engine, turn: setCompact } = start()
    clickElement(engine, 1)
    setCompact(true)
    clickElement(engine, 2)
    clickElement(engine, 3)
    expect(engine.viewer.selection.elements).toEqual([1, 2, 3])
    clickElement(engine, 2)
    expect(engine.viewer.selection.elements).toEqual([1, 3])
  })

  test('a press beside the model keeps what is selected', () => {
    const { engine, turn: setCompact } = start()
    setCompact(true)
    clickElement(engine, 1)
    clickElement(engine, null)
    expect(engine.viewer.selection.elements).toEqual([1])
  })

  test('leaves Shift and Ctrl to the engine', () => {
    const { engine, turn: setCompact } = start()
    setCompact(true)
    clickElement(engine, 1)
    clickElement(engine, 2, { shift: true })
    expect(engine.viewer.selection.elements).toEqual([2])
  })

  test('turned off, a press replaces again', () => {
    const { engine, turn: setCompact } = start()
    setCompact(true)
    clickElement(engine, 1)
    setCompact(false)
    clickElement(engine, 2)
    expect(engine.viewer.selection.elements).toEqual([2])
  })
})
