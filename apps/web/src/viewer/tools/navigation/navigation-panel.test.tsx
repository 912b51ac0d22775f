import type { NavigationExtension, Viewer } from '@kamar/viewer'
import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ToastList } from '../../../platform/design/toasts.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { desktop, layOut, renderPart } from '../../../testing/render-app.js'
import { TestSession } from '../../../testing/test-session.js'
import { testManifest, type TestViewer, testViewer } from '../../../testing/test-viewer.js'
import { NavigationBar } from './navigation-bar.js'
import { NavigationPanel } from './navigation-panel.js'
import type { NavigationControl } from './use-navigation.js'

beforeEach(() => layOut(desktop))
afterEach(cleanUpPage)

const storeys = [
  { element: 2, name: 'Ground floor', floor: 0, height: 3 },
  { element: 3, name: '', floor: 3, height: 3 },
] as const

function testNavigation(over: Partial<NavigationControl> = {}, engineOver: Partial<NavigationExtension> = {}) {
  const engine = {
    showStorey: vi.fn(async () => true),
    setHome: vi.fn(),
    connectSpaceMouse: vi.fn(async () => true),
    disconnectSpaceMouse: vi.fn(),
    offersSpaceMouse: false,
    ...engineOver,
  }
  const control = {
    engine: engine as unknown as NavigationExtension,
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
const isPressed = (name: string | RegExp): boolean => button(name).getAttribute('aria-pressed') === 'true'

describe('navigation panel', () => {
  test('starts a mode and gives way to the canvas, and stops the mode that is on', async () => {
    const { user, control, onStart } = await showPanel({ mode: 'fly' })
    expect([isPressed(/^Walk/), isPressed(/^Fly/)]).toEqual([false, true])
    await user.click(button(/^Walk/))
    expect([vi.mocked(control.start).mock.calls, onStart.mock.calls.length]).toEqual([[['walk']], 1])
    await user.click(button(/^Fly/))
    expect([vi.mocked(control.stop).mock.calls.length, onStart.mock.calls.length]).toEqual([1, 1])
  })

  test('lists the storeys from the top down, with their elevation in the source', async () => {
    await showPanel()
    const rows = screen.getAllByRole('button').filter((row) => / m$/.test(row.textContent))
    expect(rows.map((row) => row.textContent)).toEqual(['Unnamed103.00 m', 'Ground floor100.00 m'])
  })

  test('displays a storey as a plan, and the model again by the same row', async () => {
    const { user, engine, onStart, control, stage, rerender } = await showPanel()
    await user.click(button(/^Ground floor/))
    expect([engine.showStorey.mock.calls, onStart.mock.calls.length]).toEqual([[[2]], 1])
    rerender(<NavigationPanel viewer={stage.viewer} navigation={{ ...control, plan: 2 }} onStart={onStart} />)
  })

  test('reports a storey that cannot be displayed', async () => {
    const { user } = await showPanel({}, { showStorey: () => Promise.reject(new Error('lost')) })
    await user.click(button(/^Ground floor/))
    expect(await screen.findByText(/unexpected/i)).toBeTruthy()
  })
})
