import type { RenderEffectsSettings } from '@kamar/viewer'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runCommand } from '../../../platform/commands/commands.js'
import { toasts } from '../../../platform/design/toasts-state.js'
import { storage } from '../../../platform/storage.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { desktop, layOut, renderPart } from '../../../testing/render-app.js'
import { TestSession } from '../../../testing/test-session.js'
import { type TestViewer, testViewer } from '../../../testing/test-viewer.js'
import { Slot } from '../../kit/slot.js'
import { ViewerOverlay } from '../../shell/viewer-overlay.js'
import { tool } from './tool.js'

beforeEach(() => layOut(desktop))
afterEach(cleanUpPage)

const showTool = (engine: TestViewer, canRender = true) =>
  renderPart(
    <TestSession engine={engine} tools={[tool]} model={{ canRender }}>
      <Slot name="overlay" />
    </TestSession>,
  )

async function show() {
  const applied: RenderEffectsSettings[] = []
  const engine = testViewer()
  Object.assign(engine.viewer, {
    loadExtension: async () => ({ set: (settings: RenderEffectsSettings) => void applied.push(settings) }),
  })
  return { applied, emit: engine.emit, ...(await showTool(engine)) }
}

test('effects menu switches render effects and stores them on the device', async () => {
  const { user, applied } = await show()
  await waitFor(() =>
    expect(applied.at(-1)).toEqual({ ambientOcclusion: true, edges: true, sky: true, shadows: false }),
  )
  for (const name of ['Sun shadows', 'Sky and ground']) {
    if (screen.queryByRole('menu') === null) await user.click(screen.getByRole('button', { name: 'Display' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name }))
  }
  const expected = { ambientOcclusion: true, edges: true, sky: false, shadows: true }
  await waitFor(() => expect(applied.at(-1)).toEqual(expected))
  expect(storage.readJson('look')).toEqual(expected)
})

test('effects menu restores stored settings and ignores invalid ones', async () => {
  storage.writeJson('look', { edges: false, shadows: 'yes', other: true })
  const { applied } = await show()
  await waitFor(() =>
    expect(applied.at(-1)).toEqual({ ambientOcclusion: true, edges: false, sky: true, shadows: false }),
  )
})

test('effects menu disables ambient occlusion after two context losses without storing that', async () => {
  const { applied, emit } = await show()
  for (const isLost of [true, false, true]) act(() => emit('graphicsChanged', { isLost }))
  await waitFor(() =>
    expect(applied.at(-1)).toEqual({ ambientOcclusion: false, edges: true, sky: true, shadows: false }),
  )
  expect(storage.readJson('look')).toBeNull()
})

test('viewer state shows a lost graphics context with a button that reloads the page', async () => {
  const model = { graphicsLost: true, error: null, urn: 'one', hasFirstFrame: true, manifest: null }
  await renderPart(<ViewerOverlay model={model as unknown as Parameters<typeof ViewerOverlay>[0]['model']} />)
  expect(screen.getByRole('alert').textContent).toContain('The graphics context was lost')
  expect(screen.getByRole('button', { name: 'Reload page' })).toBeTruthy()
})

test('effects menu toggles render effects by command', async () => {
  const { applied } = await show()
  act(() => void runCommand('look.edges'))
  await waitFor(() => expect(applied.at(-1)?.edges).toBe(false))
  act(() => void runCommand('look.edges'))
  await waitFor(() => expect(applied.at(-1)?.edges).toBe(true))
  act(() => void runCommand('look.ambientOcclusion'))
  await waitFor(() => expect(storage.readJson('look')).toMatchObject({ edges: true, ambientOcclusion: false }))
})

test('effects menu stores the choice without a message when the extension cannot be loaded', async () => {
  const engine = testViewer()
  Object.assign(engine.viewer, { loadExtension: () => Promise.reject(new Error('offline')) })
  const { user } = await showTool(engine)
  await user.click(screen.getByRole('button', { name: 'Display' }))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Sun shadows' }))
  await waitFor(() => expect(storage.readJson('look')).toMatchObject({ shadows: true }))
  expect(toasts.get()).toEqual([])
})

test('effects menu keeps ambient occlusion after a single or a much later context loss', async () => {
  const { applied, emit } = await show()
  await waitFor(() => expect(applied).not.toEqual([]))
  const clock = vi.spyOn(performance, 'now')
  for (const milliseconds of [1_000, 200_000]) {
    clock.mockReturnValue(milliseconds)
    act(() => emit('graphicsChanged', { isLost: true }))
    act(() => emit('graphicsChanged', { isLost: false }))
  }
  expect(applied.at(-1)?.ambientOcclusion).toBe(true)
  expect(toasts.get()).toEqual([])
})

test('effects menu is hidden without rendering', async () => {
  await showTool(testViewer(), false)
  expect(screen.queryByRole('button', { name: 'Display' })).toBeNull()
})
