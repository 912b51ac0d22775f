import type { Extension, Viewer, ViewerEvents } from '@kamar/viewer'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runCommand } from '../../platform/commands/commands.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { desktop, layOut, mobile, renderPart } from '../../testing/render-app.js'
import { TestSession } from '../../testing/test-session.js'
import { testViewer } from '../../testing/test-viewer.js'
import { Slot } from '../kit/slot.js'
import type { Session } from '../session/session.js'
import { tool as measure } from '../tools/measure/tool.js'
import { tool as section } from '../tools/section/tool.js'
import { tool as tree } from '../tools/tree/tool.js'

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
  return { engine: { ...engine, viewer }, calls }
}

async function show() {
  const host = extensionHost()
  let session: Session | null = null
  const page = await renderPart(
    <TestSession
      engine={host.engine}
      tools={[measure, section, tree]}
      onSession={(next) => {
        session = next
      }}
    >
      <Slot name="bar" />
    </TestSession>,
  )
  const layout = (): Session['layout'] => (session as unknown as Session).layout
  const run = (command: 'measure' | 'section'): Promise<void> => act(async () => void runCommand(command))
  const bars = () => screen.queryAllByRole('toolbar').map((bar) => bar.getAttribute('aria-label'))
  return { ...host, ...page, layout, run, bars }
}

beforeEach(() => layOut(desktop))
afterEach(cleanUpPage)

describe('activities of tools', () => {
  test('run one at a time together with their panel', async () => {
    const { run, layout, bars, calls } = await show()
    await run('section')
    expect([bars(), layout().panels.left]).toEqual([['Section tools'], 'section'])
    await run('measure')
    expect([bars(), layout().panels.left]).toEqual([['Measurement tools'], 'measure'])
    expect(calls.filter((call) => call.endsWith('off'))).toEqual(['kamar.section off'])
    expect(calls).toContain('kamar.measure unit null')
  })

  test('restore the previous panel when they end', async () => {
    const { run, layout, bars } = await show()
    act(() => layout().open('tree'))
    await run('section')
    await run('section')
    expect([bars(), layout().panels.left]).toEqual([[], 'tree'])
  })

  test('close the panel on a phone', async () => {
    layOut(mobile)
    const { run, layout, bars } = await show()
    act(() => layout().open('tree'))
    await run('measure')
    expect([bars(), layout().panels.left]).toEqual([['Measurement tools'], null])
  })
})

describe('measuring tool', () => {
  test('remembers the unit on this device', async () => {
    const { user, run, calls } = await show()
    await run('measure')
    await user.click(screen.getByRole('button', { name: 'Unit' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Centimetres' }))
    expect(calls).toContain('kamar.measure unit "cm"')
    await cleanUpPage()
    layOut(desktop)
    localStorage.setItem('measureUnit', 'ft-in')
    const again = await show()
    await again.run('measure')
    expect(again.calls).toContain('kamar.measure unit "ft-in"')
  })
})
