import { onlineManager } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '@kamar/contracts'
import { startInternationalization } from '../platform/i18n/index.js'
import { cleanUpPage } from '../testing/clean-up.js'
import { desktop, layOut, renderPart } from '../testing/render-app.js'
import { OfflineBanner } from './offline-banner.js'
import { createQueryClient, Providers } from './providers.js'
import { reloadWhenPartsAreGone } from './reload-when-parts-are-gone.js'
import { RouteFault } from './route-fault.js'

beforeEach(async () => {
  layOut(desktop)
  await startInternationalization('en')
})
afterEach(cleanUpPage)

test('error boundary of a route opens the error dialog and logs the error', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const fault = new Error('undefined is not an arch')
  const Broken = () => {
    throw fault
  }
  const router = createMemoryRouter([{ path: '*', element: <Broken />, errorElement: <RouteFault /> }])
  render(
    <Providers queryClient={createQueryClient()}>
      <RouterProvider router={router} />
    </Providers>,
  )
  expect((await screen.findByRole('alertdialog')).textContent).toContain('This page crashed.')
  expect(logged).toHaveBeenCalledWith('[kamar] page fault', fault)
})

describe('chunk load failure', () => {
  const failToLoad = () => {
    const event = new Event('vite:preloadError', { cancelable: true })
    dispatchEvent(event)
    return event
  }

  test('reloads the page once for repeated failures, and again after 31 seconds', async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 20) })
    const reload = vi.fn()
    reloadWhenPartsAreGone({ reload, hasNewBuild: () => Promise.resolve(true) })
    for (const _ of [1, 2]) {
      failToLoad()
      await vi.advanceTimersByTimeAsync(1)
      expect(reload).toHaveBeenCalledOnce()
    }
    await vi.advanceTimersByTimeAsync(31_000)
    failToLoad()
    await vi.advanceTimersByTimeAsync(1)
    expect(reload).toHaveBeenCalledTimes(2)
    vi.useRealTimers()
  })

  test('keeps a page without a connection, and one of the build that the server has', async () => {
    sessionStorage.clear()
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 21) })
    const reload = vi.fn()
    const hasNewBuild = vi.fn(() => Promise.resolve(false))
    reloadWhenPartsAreGone({ reload, hasNewBuild })
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    failToLoad()
    await vi.advanceTimersByTimeAsync(1)
    expect(hasNewBuild).not.toHaveBeenCalled()
    online.mockReturnValue(true)
    failToLoad()
    await vi.advanceTimersByTimeAsync(1)
    expect(hasNewBuild).toHaveBeenCalledOnce()
    expect(reload).not.toHaveBeenCalled()
    vi.useRealTimers()
  })
})

describe('OfflineBanner', () => {
  test('is shown while the browser is offline', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    await renderPart(<OfflineBanner />)
    expect(screen.queryByText(/You’re offline/)).toBeNull()
    online.mockReturnValue(false)
    act(() => void dispatchEvent(new Event('offline')))
    expect(screen.getByText(/You’re offline/).closest('[role=status]')).toBeTruthy()
    online.mockReturnValue(true)
    act(() => void dispatchEvent(new Event('online')))
    expect(screen.queryByText(/You’re offline/)).toBeNull()
  })
})

describe('query client', () => {
  test('runs queries while the browser is offline', async () => {
    const client = createQueryClient()
    onlineManager.setOnline(false)
    try {
      expect(await client.fetchQuery({ queryKey: ['here'], queryFn: () => Promise.resolve('answer') })).toBe('answer')
    } finally {
      onlineManager.setOnline(true)
    }
  })

  const retry = createQueryClient().getDefaultOptions().queries?.retry as (count: number, error: unknown) => boolean

  test.each([
    [new ApiError(null, null), true],
    [new ApiError(503, null), true],
    [new ApiError(502, null), true],
    [new ApiError(500, null), false],
    [new ApiError(404, null), false],
    [new ApiError(401, null), false],
    [new TypeError('ours'), false],
  ])('retries after %s: %s', (error, again) => {
    expect(retry(0, error)).toBe(again)
  })

  test('stops after two retries', () => {
    expect(retry(2, new ApiError(503, null))).toBe(false)
  })
})
