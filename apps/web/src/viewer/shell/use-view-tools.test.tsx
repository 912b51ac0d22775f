import type { Extension, Viewer, ViewerEvents } from '@kamar/viewer'
import { act } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cleanUpPage } from '../../testing/clean-up.js'
import { desktop, layOut, renderPart } from '../../testing/render-app.js'
import { testViewer } from '../../testing/test-viewer.js'
import type { LeftPanel, Panels } from '../session/use-panels.js'
import { hasToolBar } from './view-tool-bar.js'
import { useViewTools, type ViewToolName, type ViewTools } from './use-view-tools.js'

/** Returns stubs of extensions that load at once, have an on state, and record their calls. */
function extensionHost() {
  const engine = testViewer()
  const calls: string[] = []
  const loaded = new Map<string, Extension>()
  const create = (id: string): Extension => {
    const write = (name: string) => (value: unknown) => void calls.push(`${id} ${name} ${JSON.stringify(value)}`)
    const section = { state: { planes: [], box: null, hatched: true }, selected: null, isActive: () => false }
    const common = { on: () => () => undefined, setLabels: () => undefined, cutAreas: () => [], measurements: [] }
    return { ...section, ...common, setUnit: write('unit'), setLocale: write('locale') } as unknown as Extension
  }
  const emitEvent = (name: 'extensionLoaded' | 'extensionDeactivated', id: string): void =>
    act(() => engine.emit(name, { id } as ViewerEvents[typeof name]))
  const viewer = Object.assign(Object.create(engine.viewer), {
    getExtension: (id: string) => loaded.get(id) ?? null,
    loadExtension(id: string) {
      if (!loaded.has(id)) {
        loaded.set(id, create(id))
        emitEvent('extensionLoaded', id)
      }
      return Promise.resolve(loaded.get(id))
    },
    extensions: {
      activate(id: string, mode?: string) {
        calls.push(`${id} on`)
        act(() => engine.emit('extensionActivated', { id, mode: mode ?? 'default' }))
      },
      deactivate(id: string) {
        calls.push(`${id} off`)
        emitEvent('extensionDeactivated', id)
      },
    },
  }) as Viewer
  return { viewer, calls }
}

async function show({ isCompact = false } = {}) {
  const host = extensionHost()
  const openPanels: (LeftPanel | null)[] = ['tree']
  let tools: ViewTools | null = null
  function Part() {
    const panels = { left: openPanels.at(-1) ?? null, setLeft: (panel: LeftPanel | null) => openPanels.push(panel) }
    tools = useViewTools(host.viewer, {
      panels: panels as unknown as Panels,
      isCompact,
      closeSheets: () => undefined,
    })
    return null
  }
  const page = await renderPart(<Part />)
  const toggleTool = async (name: ViewToolName): Promise<void> => {
    await act(async () => (tools as unknown as ViewTools).toggle(name))
  }
  return { ...host, ...page, openPanels, toggleTool, tools: () => tools as unknown as ViewTools }
}

beforeEach(() => layOut(desktop))
afterEach(cleanUpPage)

describe('useViewTools', () => {
  test('activates one tool at a time together with its panel', async () => {
    const { toggleTool, tools, openPanels, calls } = await show()
    await toggleTool('section')
    expect([tools().isOn('section'), openPanels.at(-1)]).toEqual([true, 'section'])
    await toggleTool('measure')
    expect([tools().isOn('section'), tools().isOn('measure'), openPanels.at(-1)]).toEqual([false, true, 'measure'])
    expect(calls.filter((call) => call.endsWith('off'))).toEqual(['kamar.measure off', 'kamar.section off'])
    expect(calls).toContain('kamar.measure unit null')
  })

  test('restores the previous panel when the tool is switched off', async () => {
    const { toggleTool, tools, openPanels } = await show()
    await toggleTool('section')
    await toggleTool('section')
    expect([tools().isOn('section'), openPanels.at(-1)]).toEqual([false, 'tree'])
  })

  test('closes the panel on a phone', async () => {
    const { toggleTool, tools, openPanels } = await show({ isCompact: true })
    await toggleTool('measure')
    expect([tools().isOn('measure'), openPanels.at(-1)]).toEqual([true, null])
  })

  test('remembers the unit on this device', async () => {
    const { toggleTool, tools, calls } = await show()
    await toggleTool('measure')
    act(() => tools().measure.setUnit('cm'))
    expect(calls).toContain('kamar.measure unit "cm"')
    await cleanUpPage()
    localStorage.setItem('measureUnit', 'ft-in')
    const again = await show()
    await again.toggleTool('measure')
    expect(again.calls).toContain('kamar.measure unit "ft-in"')
  })
})

describe('hasToolBar', () => {
  const withTools = (on: string | null, navigation: { mode: string | null; plan: number | null }) =>
    hasToolBar({ viewTools: { isOn: (name: string) => name === on }, modelTools: { navigation } } as never)

  test.each([
    [null, { mode: null, plan: null }, false],
    ['section', { mode: null, plan: null }, true],
    ['measure', { mode: null, plan: null }, true],
    [null, { mode: 'walk', plan: null }, true],
    [null, { mode: null, plan: 4 }, true],
  ] as const)('depends on the active tool and navigation mode: %s, %o', (on, navigation, expected) => {
    expect(withTools(on, navigation)).toBe(expected)
  })
})
