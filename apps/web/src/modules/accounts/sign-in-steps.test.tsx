import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { accessToken } from '../../platform/api/access-token.js'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { desktop, layOut, renderApp } from '../../testing/render-app.js'
import { json, errorResponse, type StubServer } from '../../testing/stub-server.js'

let server: StubServer

beforeEach(() => {
  layOut(desktop)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  server = appServer()
  server.on('POST /api/auth/login', () => json({ next: 'second-factor', ticket: 'ticket-1', expires_in: 600 }))
  server.on('POST /api/auth/login/second-factor', () => json({ access_token: 'token-1' }))
  server.on('POST /api/auth/login/new-password', () => json({ access_token: 'token-1' }))
})
afterEach(cleanUpPage)

async function firstStep() {
  const app = await renderApp('/signin')
  await app.user.type(await screen.findByLabelText('Email'), 'ani@kamar.am')
  await app.user.type(screen.getByLabelText('Password'), 'stone arch{Enter}')
  return app
}
const bodies = (route: string) => server.calls(route).map(({ body }) => body)

describe('second factor step', () => {
  const route = 'POST /api/auth/login/second-factor'

  test('follows the password and leads to the files', async () => {
    const { getPath, user } = await firstStep()
    const code = await screen.findByLabelText('Code')
    expect(code).toMatchObject({ required: true, autocomplete: 'one-time-code' })
    await waitFor(() => expect(document.activeElement).toBe(code))
    expect(accessToken.read()).toBeNull()
    await user.type(code, '123 456')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(getPath()).toBe('/home'))
    expect(bodies(route)).toEqual([{ ticket: 'ticket-1', code: '123 456' }])
  })

  test('shows an error for a wrong code until the field is edited', async () => {
    server.on(route, () => errorResponse(422, 'code-not-right', 'Incorrect code'))
    const { user } = await firstStep()
    await user.type(await screen.findByLabelText('Code'), '000000{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('Incorrect code')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Code')))
    await user.type(screen.getByLabelText('Code'), '1')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('returns to the password step with the reason when the sign-in has expired', async () => {
    server.on(route, () => errorResponse(401, 'sign-in-expired', 'Your sign-in has expired. Sign in again.'))
    const { user } = await firstStep()
    await user.type(await screen.findByLabelText('Code'), '123456{Enter}')
    expect(await screen.findByLabelText('Password')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toBe('Your sign-in has expired. Sign in again.')
    await user.type(screen.getByLabelText('Password'), 'x')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('returns to the first step by the Start over button', async () => {
    const { user } = await firstStep()
    await user.click(await screen.findByRole('button', { name: 'Start over' }))
    expect(await screen.findByLabelText('Email')).toBeTruthy()
  })

  test('leads to the new password step when the server requires it', async () => {
    server.on(route, () => json({ next: 'new-password', ticket: 'ticket-2', expires_in: 600 }))
    const { getPath, user } = await firstStep()
    await user.type(await screen.findByLabelText('Code'), '123456{Enter}')
    expect(await screen.findByRole('heading', { name: 'Set your own password' })).toBeTruthy()
    await user.type(screen.getByLabelText('Password'), 'a password of my own{Enter}')
    await waitFor(() => expect(getPath()).toBe('/home'))
    expect(bodies('POST /api/auth/login/new-password')).toEqual([
      { ticket: 'ticket-2', password: 'a password of my own' },
    ])
  })
})

test('new password step follows a one-time password and shows why a weak password is refused', async () => {
  server.on('POST /api/auth/login', () => json({ next: 'new-password', ticket: 'ticket-3', expires_in: 600 }))
  server.on('POST /api/auth/login/new-password', () => errorResponse(422, 'password-too-common', 'Too common'))
  const { user } = await firstStep()
  await user.type(await screen.findByLabelText('Password'), 'password1{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Too common')
  expect(accessToken.read()).toBeNull()
})

describe('sign-in with an identity provider', () => {
  test('completes with the refresh cookie', async () => {
    server.on('POST /api/auth/refresh', () => json({ access_token: 'token-1' }))
    const { getPath } = await renderApp('/signin#provider=google')
    await waitFor(() => expect(getPath()).toBe('/home'))
  })

  test('asks for the second factor', async () => {
    const { user, getPath } = await renderApp('/signin#next=second-factor&ticket=ticket-9')
    await user.type(await screen.findByLabelText('Code'), '123456{Enter}')
    await waitFor(() => expect(getPath()).toBe('/home'))
    expect(bodies('POST /api/auth/login/second-factor')).toEqual([{ ticket: 'ticket-9', code: '123456' }])
  })

  test.each([
    ['provider-refused', 'google', 'Google sign-in error'],
    ['provider-refused', 'microsoft', 'Couldn’t sign in with Microsoft. Please try again.'],
    ['account-not-linked', 'google', 'An account with this email address already exists. Sign in with its password.'],
    ['unheard-of', 'google', 'An unexpected error occurred'],
  ])('shows the error %s of the provider %s', async (code, provider, text) => {
    await renderApp(`/signin#problem=${code}&provider=${provider}`)
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    expect(server.calls('POST /api/auth/refresh')).toEqual([])
  })

  test('shows a Google sign-in error without a cookie', async () => {
    server.on('POST /api/auth/refresh', () => errorResponse(401, 'refresh-refused', 'Please log in again'))
    await renderApp('/signin#provider=google')
    expect((await screen.findByRole('alert')).textContent).toBe('Google sign-in error')
  })
})

describe('administrator sign-in page', () => {
  const path = '/signin/admin/dev/ArB'

  test('shows the texts and fields of the specification', async () => {
    await renderApp(path)
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeTruthy()
    expect(screen.getByText('Sign in to your Kamar account')).toBeTruthy()
    expect(screen.getByLabelText('Username')).toMatchObject({ required: true, type: 'text' })
    expect(screen.getByLabelText('Password')).toMatchObject({ required: true, type: 'password' })
    expect(screen.getByRole('checkbox', { name: 'Remember me' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Forgot password?' })).toBeTruthy()
    for (const name of ['Continue with Google', 'Continue with Microsoft']) {
      expect(screen.getByRole('button', { name })).toBeTruthy()
    }
    expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/signup')
  })

  test('leads to the dashboard', async () => {
    server.on('POST /api/admin/login', () => json({ access_token: 'token-1' }))
    const { getPath, user } = await renderApp(path.toLowerCase())
    await user.type(await screen.findByLabelText('Username'), 'chief')
    await user.type(screen.getByLabelText('Password'), 'stone arch')
    await user.click(screen.getByRole('checkbox', { name: 'Remember me' }))
    await user.click(screen.getByRole('button', { name: 'Sign In' }))
    await waitFor(() => expect(getPath()).toBe('/AdminPage'))
    expect(bodies('POST /api/admin/login')).toEqual([{ username: 'chief', password: 'stone arch', remember: true }])
  })

  test('shows the error of the server until a field is edited', async () => {
    server.on('POST /api/admin/login', () => errorResponse(401, 'invalid-credentials', 'Incorrect email or password'))
    const { user } = await renderApp(path)
    await user.type(await screen.findByLabelText('Username'), 'chief')
    await user.type(screen.getByLabelText('Password'), 'wrong{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('Incorrect email or password')
    await user.type(screen.getByLabelText('Username'), 's')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('required two-factor setup', () => {
  const route = 'POST /api/auth/login/two-factor'
  beforeEach(() => {
    server.on('POST /api/auth/login', () => json({ next: 'set-up-two-factor', ticket: 'ticket-1', expires_in: 600 }))
    server.on(route, () => json({ secret: 'ABCDEFGH', uri: 'otpauth://totp/Kamar:ani?secret=ABCDEFGH' }))
    server.on(`${route}/confirm`, () => json({ access_token: 'token-1', recoveryCodes: ['one-two', 'three-four'] }))
  })

  test('asks for the first code and shows recovery codes before the files', async () => {
    const { getPath, user } = await firstStep()
    expect(await screen.findByRole('heading', { name: 'Protect your account' })).toBeTruthy()
    expect(await screen.findByText('ABCDEFGH')).toBeTruthy()
    await user.type(screen.getByLabelText('Code from the app'), '123456{Enter}')
    expect(await screen.findByText('three-four')).toBeTruthy()
    expect(accessToken.read()).toBeNull()
    await user.click(screen.getByRole('button', { name: 'I’ve saved them' }))
    await waitFor(() => expect(getPath()).toBe('/home'))
    expect(bodies(route)).toEqual([{ ticket: 'ticket-1' }])
    expect(bodies(`${route}/confirm`)).toEqual([{ ticket: 'ticket-1', code: '123456' }])
  })

  test('returns to the password step when the sign-in has expired', async () => {
    server.on(`${route}/confirm`, () =>
      errorResponse(401, 'sign-in-expired', 'Your sign-in has expired. Sign in again.'),
    )
    const { user } = await firstStep()
    await user.type(await screen.findByLabelText('Code from the app'), '123456{Enter}')
    expect(await screen.findByLabelText('Password')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toBe('Your sign-in has expired. Sign in again.')
  })
})
