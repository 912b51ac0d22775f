import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { accessToken } from '../platform/api/access-token.js'
import { cleanUpPage } from '../testing/clean-up.js'
import { accountRecord } from '../testing/records.js'
import { desktop, layOut, renderApp } from '../testing/render-app.js'
import { json, errorResponse, type StubServer, stubServer } from '../testing/stub-server.js'

let server: StubServer
let warnings: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  layOut(desktop)
  warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  server = stubServer({
    'POST /api/auth/refresh': () => json({ access_token: 'token-2' }),
    'GET /api/auth/me': () => json(accountRecord()),
    'GET /api/auth/my-urns': () => json([]),
    'GET /api/auth/events': () => new Promise<Response>(() => undefined),
    'POST /api/auth/login': () => json({ access_token: 'token-1' }),
    'DELETE /api/auth/logout': () => json({ done: true }),
  })
})
afterEach(cleanUpPage)

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })

async function signInOnForm(user: Awaited<ReturnType<typeof renderApp>>['user']): Promise<void> {
  await user.type(await screen.findByLabelText('Email'), 'ani@kamar.am')
  await user.type(screen.getByLabelText('Password'), 'stone arch')
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
}

describe('public pages', () => {
  test.each([
    ['/', /See the building/],
    ['/signin', 'Welcome back'],
    ['/SignIn', 'Welcome back'],
    ['/login', 'Welcome back'],
    ['/signUp', 'Create your account'],
    ['/signup', 'Create your account'],
    ['/thank-you', 'Thank you for signing up!'],
    ['/setup?code=abc', 'Create the first administrator'],
    ['/no/such/page', 'Oops! Page not found'],
  ])('%s shows its page to a visitor', async (path, name) => {
    await renderApp(path)
    expect(await heading(name)).toBeTruthy()
  })

  test.each(['/', '/signin', '/signup', '/thank-you'])('%s redirects a signed-in user to the files', async (path) => {
    const { getPath } = await renderApp(path, { signedIn: true })
    await screen.findByText('Select a file to preview')
    expect(getPath()).toBe('/home')
  })

  test('an unknown path shows the not-found page to a signed-in user and is logged', async () => {
    await renderApp('/homee', { signedIn: true })
    await heading('Oops! Page not found')
    expect(warnings).toHaveBeenCalledWith('[kamar] page not found', '/homee')
  })
})

describe('protected pages', () => {
  test.each(['/home', '/file-manager', '/HOME'])('%s shows the file manager', async (path) => {
    await renderApp(path, { signedIn: true })
    expect(await heading('Files')).toBeTruthy()
  })

  test.each([
    ['/profile-settings', 'Profile Settings'],
    ['/Profile-Settings', 'Profile Settings'],
    ['/Preferences', 'Preferences'],
    ['/preferences', 'Preferences'],
    ['/storage', 'Storage'],
    ['/drawing-fonts', 'Drawing fonts'],
    ['/AdminPage', 'Admin Dashboard'],
    ['/adminpage', 'Admin Dashboard'],
    ['/bin', 'Bin'],
  ])('%s shows its page to a signed-in user', async (path, name) => {
    await renderApp(path, { signedIn: true })
    expect(await heading(name)).toBeTruthy()
  })

  test.each([
    '/home',
    '/ViewerPage?urn=abc',
    '/profile-settings',
    '/storage',
    '/drawing-fonts',
    '/Preferences',
    '/AdminPage',
    '/bin',
  ])('%s redirects a visitor to the root page', async (path) => {
    const { getPath } = await renderApp(path)
    await heading(/See the building/)
    expect(getPath()).toBe('/')
  })

  test('sign-in returns to the requested page', async () => {
    const { user, getPath } = await renderApp('/file-manager')
    await heading(/See the building/)
    await user.click(screen.getByRole('link', { name: 'Sign In' }))
    await signInOnForm(user)
    await waitFor(() => expect(getPath()).toBe('/file-manager'))
  })

  test.each([
    ['/ViewerPage?urn=abc', '/signin'],
    ['/AdminPage', '/signin/admin/dev/ArB'],
  ])('%s asks a visitor to sign in and links to %s', async (path, signInPath) => {
    const { user, getPath } = await renderApp(path)
    await heading(/See the building/)
    expect(screen.getByText('Sign in to open the page you asked for.', { exact: false })).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Continue to sign-in' }))
    await waitFor(() => expect(getPath()).toBe(signInPath))
  })

  test('the root page asks for no sign-in when no page was requested', async () => {
    await renderApp('/')
    await heading(/See the building/)
    expect(screen.queryByRole('link', { name: 'Continue to sign-in' })).toBeNull()
  })

  test('the pricing link shows the plans and is not remembered as the requested page', async () => {
    const { user, getPath } = await renderApp('/')
    await user.click(await screen.findByRole('link', { name: 'Pricing' }))
    await heading(/See the building/)
    expect(getPath()).toBe('/')
    await user.click(screen.getByRole('link', { name: 'Sign In' }))
    await signInOnForm(user)
    await waitFor(() => expect(getPath()).toBe('/home'))
  })

  test('sign-out leads to the root page and remembers no requested page', async () => {
    const { user, getPath } = await renderApp('/home', { signedIn: true })
    await user.click(await screen.findByRole('button', { name: 'Account menu' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Sign Out' }))
    await heading(/See the building/)
    expect(getPath()).toBe('/')
    expect(accessToken.read()).toBeNull()
    expect(sessionStorage.getItem('returnTo')).toBeNull()
    expect(server.calls('DELETE /api/auth/logout')).toHaveLength(1)
  })

  test('a session that cannot be refreshed leads to /login', async () => {
    server.on('POST /api/auth/refresh', () => errorResponse(401, 'refresh-refused', 'Please log in again'))
    const { getPath } = await renderApp('/home', { signedIn: true })
    await heading('Welcome back')
    expect(getPath()).toBe('/login')
    expect(screen.getByText('Your session has ended. Sign in again.')).toBeTruthy()
    expect(warnings).toHaveBeenCalledWith('[kamar] refresh token expired')
  })
})
