import { onlineManager } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '@kamar/contracts'
import { startInternationalization } from '../shared/i18n/index.js'
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

test('a page that breaks opens the error dialog and is logged', async () => {
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

describe('parts of an older version that are gone', () => {
  const failToLoad = () => {
    const event = new Event('vite:preloadError', { cancelable: true })
    dispatchEvent(event)
    return event
  }

  test('bring the new version by one reload, not by an endless row of them', () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 20) })
    const reload = vi.fn()
    reloadWhenPartsAreGone(reload)
    expect(failToLoad().defaultPrevented).toBe(true)
    expect(reload).toHaveBeenCalledOnce()
    expect(failToLoad().defaultPrevented).toBe(false)
    expect(reload).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(31_000)
    failToLoad()
    expect(reload).toHaveBeenCalledTimes(2)
    vi.useRealTimers()
  })
})

describe('without a network', () => {
  test('the page says so, for as long as there is none', async () => {
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

describe('a query', () => {
  test('is asked of a server on this machine while there is no network', async () => {
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
  ])('that met %s is tried again: %s', (error, again) => {
    expect(retry(0, error)).toBe(again)
  })

  test('is not tried for ever', () => {
    expect(retry(2, new ApiError(503, null))).toBe(false)
  })
})
