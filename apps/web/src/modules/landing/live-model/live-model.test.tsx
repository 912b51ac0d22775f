import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { desktop, layOut, renderPart } from '../../../testing/render-app.js'
import * as autoRotationModule from './start-auto-rotation.js'
import { LiveModel } from './live-model.js'

const engine = {
  started: 0,
  turning: [] as boolean[],
  disposed: 0,
  tooSlow: () => undefined as void,
}

beforeEach(() => {
  layOut(desktop)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal('requestIdleCallback', (run: () => void) => (run(), 1))
  vi.stubGlobal('cancelIdleCallback', () => undefined)
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ getExtension: () => null } as never)
  Object.assign(engine, { started: 0, turning: [], disposed: 0 })
  vi.spyOn(autoRotationModule, 'startAutoRotation').mockImplementation((_container, onTooSlow) => {
    engine.started += 1
    engine.tooSlow = onTooSlow
    return Promise.resolve({
      setRotating: (turning: boolean) => void engine.turning.push(turning),
      dispose: () => void (engine.disposed += 1),
    })
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function show() {
  const page = await renderPart(<LiveModel />)
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  return page
}

describe('LiveModel', () => {
  test('starts when the page is idle, and its rotation can be stopped and restarted', async () => {
    const { user, unmount } = await show()
    await user.click(await screen.findByRole('button', { name: 'Stop rotating the model' }))
    await user.click(screen.getByRole('button', { name: 'Rotate the model' }))
    expect(engine.turning).toEqual([true, false, true])
    unmount()
    expect(engine.disposed).toBe(1)
  })

  test('stops rotating when the device is too slow', async () => {
    await show()
    await screen.findByRole('button', { name: 'Stop rotating the model' })
    act(() => engine.tooSlow())
    await waitFor(() => expect(engine.turning.at(-1)).toBe(false))
    expect(screen.getByRole('button', { name: 'Rotate the model' })).toBeTruthy()
  })

  test.each<[string, () => void]>([
    ['reduced motion is preferred', () => vi.stubGlobal('matchMedia', () => ({ matches: true }))],
    ['data saving is on', () => vi.stubGlobal('navigator', { connection: { saveData: true } })],
    ['hardware rendering is missing', () => vi.mocked(HTMLCanvasElement.prototype.getContext).mockReturnValue(null)],
  ])('does not start where %s', async (_, set) => {
    const page = await renderPart(<LiveModel />)
    set()
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(engine.started).toBe(0)
    expect(page.container.querySelector('[data-live-model=waiting]')).toBeTruthy()
  })

  test('does not start after unmount', async () => {
    const { unmount } = await renderPart(<LiveModel />)
    unmount()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(engine.started).toBe(0)
  })
})
