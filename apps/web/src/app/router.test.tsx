import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { accessToken } from '../shared/api/access-token.js'
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

  test.each(['/', '/signin', '/signup', '/thank-you'])('%s sends a signed-in user to the files', async (path) => {
    const { getPath } = await renderApp(path, { signedIn: true })
    await screen.findByText('Select a file to preview')
    expect(getPath()).toBe('/home')
  })

  test('a page that does not exist is said to a signed-in user too, and logged', async () => {
    await renderApp('/homee', { signedIn: true })
    await heading('Oops! Page not found')
    expect(warnings).toHaveBeenCalledWith('[kamar] page not found', '/homee')
  })
})

describe('protected pages', () => {
  test.each(['/home', '/file-manager', '/HOME'])('%s is the file manager', async (path) => {
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
  ])('%s sends a visitor to the root page', async (path) => {
    const { getPath } = await renderApp(path)
    await heading(/See the building/)
    expect(getPath()).toBe('/')
  })

  test('after signing in one is back at the page that was asked for', async () => {
    const { user, getPath } = await renderApp('/file-manager')
    await heading(/See the building/)
    await user.click(screen.getByRole('link', { name: 'Sign In' }))
    await signInOnForm(user)
    await waitFor(() => expect(getPath()).toBe('/file-manager'))
  })

  test.each([
    ['/ViewerPage?urn=abc', '/signin'],
    ['/AdminPage', '/signin/admin/dev/ArB'],
  ])('a visitor of %s is told to sign in, and led to %s', async (path, signInPath) => {
    const { user, getPath } = await renderApp(path)
    await heading(/See the building/)
    expect(screen.getByText('Sign in to open the page you asked for.', { exact: false })).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Continue to sign-in' }))
    await waitFor(() => expect(getPath()).toBe(signInPath))
  })

  test('a visitor who asked for no page is not told to sign in', async () => {
    await renderApp('/')
    await heading(/See the building/)
    expect(screen.queryByRole('link', { name: 'Continue to sign-in' })).toBeNull()
  })

  test('the pricing link leads a visitor to the plans and is not where signing in leads', async () => {
    const { user, getPath } = await renderApp('/')
    await user.click(await screen.findByRole('link', { name: 'Pricing' }))
    await heading(/See the building/)
    expect(getPath()).toBe('/')
    await user.click(screen.getByRole('link', { name: 'Sign In' }))
    await signInOnForm(user)
    await waitFor(() => expect(getPath()).toBe('/home'))
  })

  test('signing out leads to the root page and is not remembered as a place to return to', async () => {
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
    expect(warnings).toHaveBeenCalledWith('[kamar] refresh token expired')
  })
})
