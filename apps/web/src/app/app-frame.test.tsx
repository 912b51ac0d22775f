// @vitest-environment happy-dom
import { ApiError } from '@kamar/contracts'
import { act, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { shownError } from '../shared/errors/error-dialog-state.js'
import { startInternationalization } from '../shared/i18n/index.js'
import { appServer } from '../testing/app-server.js'
import { cleanUpPage } from '../testing/clean-up.js'
import { desktop, layOut, renderApp, renderPart } from '../testing/render-app.js'
import { OfflineBanner } from './offline-banner.js'
import { createQueryClient, Providers } from './providers.js'
import { reloadWhenPartsAreGone } from './reload-when-parts-are-gone.js'
import { RouteFault } from './route-fault.js'

let warnings: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  layOut(desktop)
  warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(cleanUpPage)

describe('the offline banner', () => {
  const goes = (state: 'online' | 'offline'): void => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(state === 'online')
    act(() => void dispatchEvent(new Event(state)))
  }

  test('is there exactly while there is no network', async () => {
    await renderPart(<OfflineBanner />)
    expect(screen.queryByText(/You are offline/)).toBeNull()
    goes('offline')
    expect(screen.getByRole('status').textContent).toMatch(/You are offline\./)
    goes('online')
    expect(screen.queryByText(/You are offline/)).toBeNull()
  })
})

describe('asking again', () => {
  async function askedTimes(problem: unknown): Promise<number> {
    vi.useFakeTimers()
    let asked = 0
    const client = createQueryClient()
    const answer = client
      .fetchQuery({
        queryKey: ['test'],
        retry: client.getDefaultOptions().queries?.retry ?? false,
        queryFn: () => {
          asked += 1
          throw problem
        },
      })
      .catch(() => null)
    await vi.runAllTimersAsync()
    await answer
    client.clear()
    return asked
  }

  test.each([
    ['no answer', new ApiError(null, null), 3],
    ['a starting server', new ApiError(503, null), 3],
    ['a broken gateway', new ApiError(502, null), 3],
    ['a fault', new ApiError(500, null), 1],
    ['a refusal', new ApiError(404, null), 1],
    ['an answer of another shape', new TypeError('shape'), 1],
  ])('after %s', async (_name, error, times) => {
    expect(await askedTimes(error)).toBe(times)
  })
})

describe('parts of an older version that are gone', () => {
  test('are met with one reload, not with one after the other', () => {
    const reload = vi.fn()
    vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] })
    reloadWhenPartsAreGone(reload)
    const fail = (): boolean => dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
    expect(fail()).toBe(false)
    expect(reload).toHaveBeenCalledTimes(1)
    expect(fail()).toBe(true)
    expect(reload).toHaveBeenCalledTimes(1)
    vi.setSystemTime(1_000_000 + 31_000)
    expect(fail()).toBe(false)
    expect(reload).toHaveBeenCalledTimes(2)
  })
})

describe('a page that throws', () => {
  function Broken(): never {
    throw new RangeError('broken page')
  }

  test('is said in the error dialog and logged', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await startInternationalization('en')
    const router = createMemoryRouter([{ path: '*', element: <Broken />, errorElement: <RouteFault /> }])
    render(
      <Providers queryClient={createQueryClient()}>
        <RouterProvider router={router} />
      </Providers>,
    )
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain('This page met an error and stopped.')
    expect(warnings).toHaveBeenCalledWith('[kamar] page fault', expect.any(RangeError))
    act(() => shownError.set(null))
  })
})

describe('the room of signed-in pages', () => {
  test('reads the account, refreshes the session and listens for changes', async () => {
    const server = appServer()
    await renderApp('/home', { signedIn: true })
    await waitFor(() => expect(server.calls('GET /api/auth/events')).not.toHaveLength(0))
    expect(server.calls('GET /api/auth/me')).toHaveLength(1)
    expect(server.calls('POST /api/auth/refresh')).toHaveLength(1)
  })

  test('forgets where a visitor wanted to go once that is reached', async () => {
    sessionStorage.setItem('returnTo', '/home')
    appServer()
    await renderApp('/home', { signedIn: true })
    await screen.findByText('0 files')
    expect(sessionStorage.getItem('returnTo')).toBeNull()
  })

  test('stops listening when it is left', async () => {
    const server = appServer()
    const { unmount } = await renderApp('/home', { signedIn: true })
    await waitFor(() => expect(server.calls('GET /api/auth/events')).not.toHaveLength(0))
    const [events] = server.calls('GET /api/auth/events')
    expect(events?.signal?.aborted).toBe(false)
    unmount()
    expect(events?.signal?.aborted).toBe(true)
  })
})
