import type { SheetView } from '@kamar/viewer'
import { act, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { testViewer } from '../../../testing/test-viewer.js'
import { defineTool, type View } from '../../kit/tool.js'
import { useLayout } from './use-layout.js'

afterEach(cleanUpPage)

const content = { component: () => null }
const createTool = (surface: 'model' | 'sheet' | 'both', views: readonly View[]) =>
  defineTool({ descriptor: { id: surface, order: 1, surface, access: 'everyone', commands: [] }, actions: {}, views })
const createPanel = (id: string, more: Partial<View> = {}): View =>
  ({ id, slot: 'panel', order: 1, title: id, content, ...more }) as View

const tools = [
  createTool('model', [
    createPanel('tree'),
    createPanel('measure', { isTransient: true } as Partial<View>),
    createPanel('section', { isTransient: true } as Partial<View>),
    { id: 'properties', slot: 'inspector', order: 1, title: 'properties', content },
    { id: 'share', slot: 'dialog', order: 1, content },
    { id: 'compare', slot: 'floating', order: 1, content },
    { id: 'nested', slot: 'floating', order: 2, content },
  ]),
  createTool('sheet', [createPanel('sheets')]),
  createTool('both', [createPanel('issues')]),
]

interface Device {
  readonly isCompact?: boolean
  readonly isNarrow?: boolean
  readonly isSheet?: boolean
  readonly first?: string | null
}

function start({ isCompact = false, isNarrow = isCompact, isSheet = false, first = 'tree' }: Device = {}) {
  const engine = testViewer()
  const view = { insets: null } as unknown as SheetView
  const { result } = renderHook(
    (props) =>
      useLayout(engine.viewer, {
        tools,
        first,
        sheet: props.isSheet ? { view, selected: null } : null,
        isCompact,
        isNarrow,
      }),
    { initialProps: { isSheet } },
  )
  const run = (...steps: readonly ((layout: typeof result.current) => void)[]): void =>
    steps.forEach((step) => act(() => step(result.current)))
  return { result, run, engine, view }
}

describe('layout of a wide page', () => {
  test('reopens the panel of before when a tool ends, also after a change of tools', () => {
    const { result, run } = start()
    run(
      ({ open }) => open('measure'),
      ({ open }) => open('section'),
      ({ back }) => back('section'),
    )
    expect(result.current.panel).toBe('tree')
  })

  test('leaves a panel that the user opened meanwhile when a tool ends', () => {
    const { result, run } = start()
    run(
      ({ open }) => open('measure'),
      ({ open }) => open('issues'),
      ({ back }) => back('measure'),
    )
    expect(result.current.panel).toBe('issues')
  })

  test('has one dialog and any number of floating views beside the panel, the latest last', () => {
    const { result, run } = start()
    for (const id of ['compare', 'nested', 'compare', 'share']) run(({ open }) => open(id))
    expect(result.current).toMatchObject({ panel: 'tree', floating: ['nested', 'compare'], hasSheet: false })
    run(({ toggle }) => toggle('share'))
    expect(['share', 'nested', 'compare'].map((id) => result.current.isOpen(id))).toEqual([false, true, true])
  })

  test('lowers nothing and closes no panel for the model', () => {
    const { result, run } = start()
    run(
      ({ lowerSheet }) => lowerSheet(),
      ({ closeSheets }) => closeSheets(),
    )
    expect(result.current).toMatchObject({ panel: 'tree', isLowered: false })
  })

  test('tells the camera which sides the panel and the inspector cover', () => {
    const { run, engine } = start()
    expect(engine.viewer.camera.insets).toMatchObject({ left: 368, right: 8 })
    run(({ open }) => open('properties'))
    expect(engine.viewer.camera.insets).toMatchObject({ left: 368, right: 352 })
    run(({ close }) => close('tree'))
    expect(engine.viewer.camera.insets).toMatchObject({ left: 60, right: 352 })
  })
})

describe('layout of a phone', () => {
  const mobile = { isCompact: true, first: null } as const

  test('has one sheet at a time, and a dialog in front of it', () => {
    const { result, run } = start(mobile)
    for (const id of ['tree', 'properties', 'compare', 'share']) run(({ open }) => open(id))
    const ids = ['tree', 'properties', 'compare', 'share']
    expect(ids.filter((id) => result.current.isOpen(id))).toEqual(['compare', 'share'])
    expect(result.current.hasSheet).toBe(true)
  })

  test('leaves the model free while the sheet is lowered, and raises it by its own button', () => {
    const { result, run } = start(mobile)
    run(
      ({ open }) => open('tree'),
      ({ lowerSheet }) => lowerSheet(),
    )
    expect(result.current).toMatchObject({ panel: 'tree', isLowered: true, hasSheet: false })
    run(({ toggle }) => toggle('tree'))
    expect(result.current).toMatchObject({ panel: 'tree', isLowered: false, hasSheet: true })
  })

  test('opens another panel raised after one that was lowered', () => {
    const { result, run } = start(mobile)
    run(
      ({ open }) => open('tree'),
      ({ lowerSheet }) => lowerSheet(),
      ({ open }) => open('issues'),
    )
    expect(result.current).toMatchObject({ panel: 'issues', isLowered: false, hasSheet: true })
    run(({ open }) => open('tree'))
    expect(result.current).toMatchObject({ panel: 'tree', isLowered: false, hasSheet: true })
  })

  test('closes panel, inspector and floating views for the model', () => {
    const { result, run } = start(mobile)
    for (const id of ['tree', 'properties', 'compare']) {
      run(
        ({ open }) => open(id),
        ({ closeSheets }) => closeSheets(),
      )
      expect([result.current.isOpen(id), result.current.hasSheet]).toEqual([false, false])
    }
  })
})

describe('layout of a sheet', () => {
  test('has a panel of its own, which a shared one covers until it is closed', () => {
    const { result, run } = start({ isSheet: true })
    expect(result.current.panel).toBe('sheets')
    run(({ open }) => open('issues'))
    expect(result.current.panel).toBe('issues')
    run(({ close }) => close('issues'))
    expect(result.current.panel).toBe('sheets')
  })

  test('starts without a panel in a narrow window', () => {
    expect(start({ isSheet: true, isNarrow: true }).result.current.panel).toBeNull()
  })

  test('passes what panels cover on to the sheet', () => {
    const { view, engine } = start({ isSheet: true })
    expect(view.insets).toMatchObject({ left: 368 })
    expect(engine.viewer.camera.insets).toMatchObject({ left: 0 })
  })
})
