import type { NavigationExtension } from '@kamar/viewer'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { desktop, layOut, renderPart } from '../../../testing/render-app.js'
import { TestSession } from '../../../testing/test-session.js'
import { testManifest, type TestViewer, testViewer } from '../../../testing/test-viewer.js'
import { ViewChips } from '../../shell/view-chips.js'
import { tool as elements } from '../elements/tool.js'
import { NavigationBar } from './navigation-bar.js'
import { NavigationPanel } from './navigation-panel.js'
import { tool } from './tool.js'
import type { NavigationControl } from './use-navigation.js'

beforeEach(() => layOut(desktop))
afterEach(cleanUpPage)

const storeys = [
  { element: 2, name: 'Ground floor', floor: 0, hasDoor: true },
  { element: 3, name: '', floor: 3, hasDoor: false },
] as const

function testNavigation(over: Partial<NavigationControl> = {}, engineOver: Partial<NavigationExtension> = {}) {
  const engine = {
    showStorey: vi.fn(async (_storey: number | null) => true),
    setHome: vi.fn(),
    connectSpaceMouse: vi.fn(async () => true),
    disconnectSpaceMouse: vi.fn(),
    offersSpaceMouse: false,
  }
  const control = {
    engine: { ...engine, ...engineOver } as unknown as NavigationExtension,
    isActive: false,
    start: vi.fn(),
    stop: vi.fn(),
    mode: null,
    isChoosingStart: false,
    plan: null,
    hasHome: false,
    hasSpaceMouse: false,
    storeys,
    preferences: { reverseZoom: false, leftHanded: false },
    setPreferences: vi.fn(),
    prepare: vi.fn(),
    showStorey: vi.fn(async () => true),
    ...over,
  } satisfies NavigationControl
  return { engine, control }
}

/** Returns a viewer with a model whose origin is 100 m above sea level. */
async function loadedViewer(): Promise<TestViewer> {
  const engine = testViewer()
  const loading = engine.viewer.load({ manifestUrl: '' })
  engine.finishLoad(testManifest({ origin: [0, 0, 100] }))
  await loading
  return engine
}

async function showPanel(over: Partial<NavigationControl> = {}, engineOver: Partial<NavigationExtension> = {}) {
  const navigation = testNavigation(over, engineOver)
  const stage = await loadedViewer()
  const onStart = vi.fn()
  const part = await renderPart(
    <TestSession engine={stage}>
      <NavigationPanel viewer={stage.viewer} navigation={navigation.control} onStart={onStart} />
    </TestSession>,
  )
  return { ...part, ...navigation, stage, onStart }
}

const button = (name: string | RegExp): HTMLButtonElement => screen.getByRole('button', { name })
const isOn = (name: string | RegExp): boolean => button(name).getAttribute('aria-pressed') === 'true'

describe('navigation panel', () => {
  test('starts a mode and gives way to the canvas, and stops the mode that is on', async () => {
    const { user, control, onStart } = await showPanel({ mode: 'fly' })
    expect([isOn(/^Walk/), isOn(/^Fly/)]).toEqual([false, true])
    await user.click(button(/^Walk/))
    expect([vi.mocked(control.start).mock.calls, onStart.mock.calls.length]).toEqual([[['walk']], 1])
    await user.click(button(/^Fly/))
    expect([vi.mocked(control.stop).mock.calls.length, onStart.mock.calls.length]).toEqual([1, 1])
  })

  test('lists the storeys from the top down, with their elevation in the source', async () => {
    await showPanel()
    const rows = screen.getAllByRole('button').filter((row) => row.textContent.endsWith(' m'))
    expect(rows.map((row) => row.textContent)).toEqual(['Unnamed+103.00 m', 'Ground floor+100.00 m'])
  })

  test.each([
    ['displays a storey as a plan', null, 2],
    ['displays the model again by the row of the plan', 2, null],
  ])('%s', async (_name, plan, requested) => {
    const { user, engine, onStart } = await showPanel({ plan })
    expect(isOn(/^Ground floor/)).toBe(plan === 2)
    await user.click(button(/^Ground floor/))
    expect([engine.showStorey.mock.calls, onStart.mock.calls.length]).toEqual([[[requested]], 1])
  })

  test('reports a storey that cannot be displayed', async () => {
    const { user } = await showPanel({}, { showStorey: () => Promise.reject(new TypeError('no memory')) })
    await user.click(button(/^Ground floor/))
    expect(await screen.findByText('An unexpected error occurred')).toBeTruthy()
  })

  test('orbits around the centre of the selection until it is switched off', async () => {
    const { user, stage } = await showPanel()
    const { navigation } = stage.viewer
    const setPivot = vi.spyOn(navigation, 'setFixedPivot').mockImplementation((pivot) => {
      Object.assign(navigation, { fixedPivot: pivot })
    })
    expect(button('Orbit around selection').disabled).toBe(true)
    act(() => stage.viewer.selection.set([4]))
    await user.click(button('Orbit around selection'))
    act(() => stage.viewer.selection.clear())
    expect(isOn('Orbit around selection')).toBe(true)
    await user.click(button('Orbit around selection'))
    expect(setPivot.mock.calls).toEqual([[[0.5, 0.5, 0.5]], [null]])
    expect(button('Orbit around selection').disabled).toBe(true)
  })

  test('sets the home view, and resets it only while there is one of the user', async () => {
    const { user, engine } = await showPanel({ hasHome: true })
    await user.click(button('Set as home view'))
    await user.click(button('Reset home view'))
    expect(engine.setHome.mock.calls).toEqual([[], [null]])
  })

  test('has nothing to reset while the home view is that of the file', async () => {
    await showPanel()
    expect(screen.queryByRole('button', { name: 'Reset home view' })).toBeNull()
  })

  test('changes one preference of the mouse and leaves the other', async () => {
    const { user, control } = await showPanel({ preferences: { reverseZoom: false, leftHanded: true } })
    await user.click(screen.getByRole('switch', { name: 'Reverse scroll zoom' }))
    await user.click(screen.getByRole('switch', { name: 'Left-handed mouse' }))
    expect(vi.mocked(control.setPreferences).mock.calls).toEqual([[{ reverseZoom: true }], [{ leftHanded: false }]])
  })

  test('says that no 3D mouse answered, and offers none in a browser that cannot connect it', async () => {
    const { user } = await showPanel({}, { offersSpaceMouse: true, connectSpaceMouse: async () => false })
    await user.click(button('Connect a 3D mouse'))
    expect(await screen.findByText('No 3D mouse found. Move it and try again.')).toBeTruthy()
  })

  test('disconnects a 3D mouse that is in use', async () => {
    const { user, engine } = await showPanel({ hasSpaceMouse: true }, { offersSpaceMouse: true })
    await user.click(button('Disconnect 3D mouse'))
    expect([engine.disconnectSpaceMouse.mock.calls.length, engine.connectSpaceMouse.mock.calls.length]).toEqual([1, 0])
  })

  test('loads the code that lists the storeys when it opens without it', async () => {
    const { control } = await showPanel({ engine: null, storeys: [] })
    expect(control.prepare).toHaveBeenCalled()
    expect(screen.queryByRole('heading', { name: 'Floor plans' })).toBeNull()
  })
})

describe('the bar of a plan', () => {
  async function showBar(plan: number) {
    const navigation = testNavigation({ plan })
    const part = await renderPart(<NavigationBar navigation={navigation.control} isCompact={false} />)
    return { ...part, ...navigation }
  }

  test('steps to the storey above, but not below the lowest one', async () => {
    const { user, engine } = await showBar(2)
    expect([button('Storey below').disabled, button('Storey above').disabled]).toEqual([true, false])
    await user.click(button('Storey above'))
    expect(engine.showStorey.mock.calls).toEqual([[3]])
  })

  test('steps to the storey below, but not above the highest one, which has no name', async () => {
    const { user, engine } = await showBar(3)
    expect([button('Storey below').disabled, button('Storey above').disabled]).toEqual([false, true])
    expect(screen.getByText('Unnamed')).toBeTruthy()
    await user.click(button('Storey below'))
    expect(engine.showStorey.mock.calls).toEqual([[2]])
  })

  test('leads back to the model', async () => {
    const { user, engine } = await showBar(2)
    await user.click(button('Back to model'))
    expect(engine.showStorey.mock.calls).toEqual([[null]])
  })
})

describe('chip of a plan', () => {
  const readChips = () => screen.queryAllByRole('listitem').map((chip) => chip.textContent)

  async function showChips(plan: number | null) {
    const { control } = testNavigation({ plan })
    const engine = testViewer()
    const part = await renderPart(
      <TestSession engine={engine} tools={[elements, { ...tool, useControl: () => control }]}>
        <ViewChips isCompact={false} />
      </TestSession>,
    )
    act(() => engine.emit('visibilityChanged', { hidden: 90, ghosted: 2, isolated: true }))
    return { ...part, control }
  }

  test('names the storey instead of a chip for the isolated elements, and ends the plan', async () => {
    const { user, control } = await showChips(2)
    expect(readChips()).toEqual(['Ghosted', 'Plan: Ground floor'])
    await user.click(button('Remove: Plan: Ground floor'))
    expect(control.showStorey).toHaveBeenCalledWith(null)
  })

  test('has a name for a storey without one', async () => {
    await showChips(3)
    expect(readChips()).toEqual(['Ghosted', 'Plan: Unnamed'])
  })

  test('is absent without a plan', async () => {
    await showChips(null)
    expect(readChips()).toEqual(['Isolated', 'Ghosted'])
  })
})
