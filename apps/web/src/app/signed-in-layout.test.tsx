import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appServer } from '../testing/app-server.js'
import { cleanUpPage } from '../testing/clean-up.js'
import { desktop, layOut, renderApp } from '../testing/render-app.js'

beforeEach(() => {
  layOut(desktop)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(cleanUpPage)

describe('SignedInLayout', () => {
  test('loads the account, refreshes the session and subscribes to events', async () => {
    const server = appServer()
    await renderApp('/home', { signedIn: true })
    await waitFor(() => expect(server.calls('GET /api/auth/events')).not.toHaveLength(0))
    expect(server.calls('GET /api/auth/me')).toHaveLength(1)
    expect(server.calls('POST /api/auth/refresh')).toHaveLength(1)
  })

  test('clears the stored return path when it is reached', async () => {
    sessionStorage.setItem('returnTo', '/home')
    appServer()
    await renderApp('/home', { signedIn: true })
    await screen.findByText('0 files')
    expect(sessionStorage.getItem('returnTo')).toBeNull()
  })

  test('closes the event stream on unmount', async () => {
    const server = appServer()
    const { unmount } = await renderApp('/home', { signedIn: true })
    await waitFor(() => expect(server.calls('GET /api/auth/events')).not.toHaveLength(0))
    const [events] = server.calls('GET /api/auth/events')
    expect(events?.signal?.aborted).toBe(false)
    unmount()
    expect(events?.signal?.aborted).toBe(true)
  })
})
