import { administratorSignInPath } from '@kamar/contracts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { deferred } from '../../testing/deferred.js'
import { desktop, layOut, renderApp } from '../../testing/render-app.js'
import { openedInvitation } from '../../testing/test-topics.js'
import { json, errorResponse, type StubServer } from '../../testing/stub-server.js'

let server: StubServer

beforeEach(() => {
  layOut(desktop)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  server = appServer()
  server.on('POST /api/auth/register', () => json({ done: true }))
  server.on('POST /api/auth/login', () => errorResponse(403, 'approval-pending'))
  server.on('POST /api/setup', () => json({ done: true }))
})
afterEach(cleanUpPage)

type User = Awaited<ReturnType<typeof renderApp>>['user']

async function fillIn(user: User, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await user.type(await screen.findByLabelText(label), value)
}

describe('sign-up page', () => {
  const fields = { Email: 'ani@kamar.am', Company: 'Kamar', Password: 'stone arch' }

  async function signUp() {
    const app = await renderApp('/signUp')
    await fillIn(app.user, fields)
    await app.user.click(screen.getByRole('button', { name: 'Sign up' }))
    return app
  }

  test('requires email, company and password', async () => {
    await renderApp('/signUp')
    expect(await screen.findByLabelText('Email')).toMatchObject({ required: true, type: 'email' })
    expect(screen.getByLabelText('Company')).toMatchObject({ required: true, name: 'name' })
    expect(screen.getByLabelText('Password')).toMatchObject({ required: true, type: 'password' })
    expect(screen.getByText('At least 8 characters')).toBeTruthy()
  })

  test('sends the fields, thanks the user and links to the sign-in page', async () => {
    const { user, getPath } = await signUp()
    expect(await screen.findByRole('heading', { name: 'Thank you for signing up!' })).toBeTruthy()
    expect(getPath()).toBe('/thank-you')
    expect(screen.getByText(/Your registration was successful/)).toBeTruthy()
    const sent = { email: 'ani@kamar.am', name: 'Kamar', password: 'stone arch' }
    expect(server.calls('POST /api/auth/register').map(({ body }) => body)).toEqual([sent])
    await user.click(screen.getAllByRole('link', { name: 'Sign In' }).at(-1) as HTMLElement)
    await waitFor(() => expect(getPath()).toBe('/signin'))
  })

  test('signs the user in when no email confirmation is required', async () => {
    server.on('POST /api/auth/login', () => json({ access_token: 'token-1' }))
    const { user, getPath } = await signUp()
    await user.click(await screen.findByRole('link', { name: 'Open your files' }))
    expect(getPath()).toBe('/home')
    expect(server.calls('POST /api/auth/login')[0]?.body).toEqual({ email: 'ani@kamar.am', password: 'stone arch' })
  })

  test('returns to the invitation it was opened from, with the address filled in', async () => {
    server.on('POST /api/auth/login', () => json({ access_token: 'token-1' }))
    server.on('POST /api/invitations/open', () => json(openedInvitation({ email: 'ani@kamar.am' })))
    const { user, getPath } = await renderApp('/invitation#code=abc')
    await user.click(await screen.findByRole('link', { name: 'Sign up' }))
    expect(await screen.findByLabelText('Email')).toHaveProperty('value', 'ani@kamar.am')
    await fillIn(user, { Company: 'Kamar', Password: 'stone arch' })
    await user.click(screen.getByRole('button', { name: 'Sign up' }))
    await user.click(await screen.findByRole('link', { name: 'Continue' }))
    expect(await screen.findByRole('button', { name: 'Accept' })).toBeTruthy()
    expect(getPath()).toBe('/invitation')
  })

  test('does not sign the user in when the email must be confirmed', async () => {
    server.on('GET /api/auth/options', () => json({ providers: { google: false, microsoft: false }, mail: true }))
    await signUp()
    expect(await screen.findByText(/Open the link|open its link/)).toBeTruthy()
    expect(server.calls('POST /api/auth/login')).toEqual([])
  })

  test('sends the user’s name as well as the company', async () => {
    const { user } = await renderApp('/signUp')
    await fillIn(user, { 'Your name': 'Ani Petrosyan', ...fields })
    await user.click(screen.getByRole('button', { name: 'Sign up' }))
    await waitFor(() =>
      expect(server.calls('POST /api/auth/register')[0]?.body).toMatchObject({
        name: 'Kamar',
        person: 'Ani Petrosyan',
      }),
    )
  })

  test('disables the form until the response arrives', async () => {
    const response = deferred<Response>()
    server.on('POST /api/auth/register', () => response.promise)
    await signUp()
    expect(await screen.findByRole('button', { name: 'Signing up…' })).toHaveProperty('disabled', true)
    expect(screen.getByRole('group')).toHaveProperty('disabled', true)
    response.resolve(json({ done: true }))
    expect(await screen.findByRole('heading', { name: 'Thank you for signing up!' })).toBeTruthy()
  })

  test.each([
    [404, 'not-found', 'Registration is closed on this server'],
    [409, 'already-exists', 'This already exists'],
    [422, 'password-too-short', 'The password needs at least 8 characters'],
    [422, 'password-too-common', 'This password is too common. Choose a different one.'],
  ])('shows error %i %s on the form', async (status, code, message) => {
    server.on('POST /api/auth/register', () => errorResponse(status, code, message))
    const { getPath } = await signUp()
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    expect(getPath()).toBe('/signUp')
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ani@kamar.am')
  })

  test('links to the sign-in page', async () => {
    const { user, getPath } = await renderApp('/signUp')
    await user.click(await screen.findByRole('link', { name: 'Sign in' }))
    expect(getPath()).toBe('/signin')
  })
})

describe('setup page', () => {
  const fields = { Username: 'Ani', Email: 'ani@kamar.am', Password: 'stone arch' }

  async function setUp() {
    const app = await renderApp('/setup?code=abc-123')
    await fillIn(app.user, fields)
    await app.user.click(screen.getByRole('button', { name: 'Create administrator' }))
    return app
  }

  test('creates the first administrator with the code from the link', async () => {
    server.on('POST /api/admin/login', () => json({ access_token: 'token-1' }))
    const { getPath } = await setUp()
    expect(await screen.findByText('Administrator created. You’re signed in.')).toBeTruthy()
    await waitFor(() => expect(getPath()).toBe('/AdminPage'))
    const sent = { code: 'abc-123', username: 'Ani', email: 'ani@kamar.am', password: 'stone arch' }
    expect(server.calls('POST /api/setup').map(({ body }) => body)).toEqual([sent])
  })

  test('disables the form until the response arrives', async () => {
    const response = deferred<Response>()
    server.on('POST /api/setup', () => response.promise)
    await setUp()
    expect(await screen.findByRole('button', { name: 'Creating…' })).toHaveProperty('disabled', true)
    response.resolve(json({ done: true }))
    expect(await screen.findByText(/^Administrator created/)).toBeTruthy()
  })

  test('opens the administrator sign-in page when a second factor is required', async () => {
    server.on('POST /api/admin/login', () => json({ next: 'set-up-two-factor', ticket: 'ticket-1', expires_in: 600 }))
    const { getPath } = await setUp()
    expect(await screen.findByText('Administrator created. Sign in to continue.')).toBeTruthy()
    await waitFor(() => expect(getPath()).toBe(administratorSignInPath))
  })

  test('shows an error for a link that was already used', async () => {
    server.on('POST /api/setup', () => errorResponse(403, 'not-allowed', "You don't have permission for this"))
    const { getPath } = await setUp()
    expect((await screen.findByRole('alert')).textContent).toBe("You don't have permission for this")
    expect(getPath()).toBe('/setup?code=abc-123')
  })

  test.each(['/setup', '/setup?code='])('shows no form at %s because the code is missing', async (path) => {
    await renderApp(path)
    expect((await screen.findByRole('alert')).textContent).toMatch(/The setup code is missing/)
    expect(screen.queryByLabelText('Email')).toBeNull()
  })
})
