import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { accessToken } from '../../platform/api/access-token.js'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { deferred } from '../../testing/deferred.js'
import { desktop, layOut, renderApp } from '../../testing/render-app.js'
import { json, errorResponse, type StubServer } from '../../testing/stub-server.js'

let server: StubServer

beforeEach(() => {
  layOut(desktop)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  server = appServer()
  server.on('POST /api/auth/login', () => json({ access_token: 'token-1' }))
})
afterEach(cleanUpPage)

async function openForm() {
  const app = await renderApp('/signin')
  await screen.findByRole('heading', { name: 'Welcome back' })
  return app
}
type User = Awaited<ReturnType<typeof openForm>>['user']

async function fillIn(user: User): Promise<void> {
  await user.type(screen.getByLabelText('Email'), 'ani@kamar.am')
  await user.type(screen.getByLabelText('Password'), 'stone arch')
}
const submit = (user: User) => user.click(screen.getByRole('button', { name: 'Sign In' }))
const sentForm = () => server.calls('POST /api/auth/login')[0]?.body

describe('sign-in page', () => {
  test('requires both fields, and the first is an email', async () => {
    await openForm()
    expect(screen.getByLabelText('Email')).toMatchObject({ required: true, type: 'email', autocomplete: 'username' })
    expect(screen.getByLabelText('Password')).toMatchObject({ required: true, type: 'password' })
    await waitFor(() => expect(document.title).toContain('Sign in'))
  })

  test('shows and hides the password', async () => {
    const { user } = await openForm()
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(screen.getByLabelText('Password')).toHaveProperty('type', 'text')
    await user.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(screen.getByLabelText('Password')).toHaveProperty('type', 'password')
  })

  test('links to the password reset page', async () => {
    const { user, getPath } = await openForm()
    await user.click(screen.getByRole('link', { name: 'Forgot password?' }))
    expect(await screen.findByRole('heading', { name: 'Forgot your password?' })).toBeTruthy()
    expect(getPath()).toBe('/forgot-password')
  })

  test.each(['Continue with Google', 'Continue with Microsoft'])('disables %s with a reason', async (name) => {
    await openForm()
    const reason = await screen.findByText('Sign-in with Google or Microsoft isn’t set up on this server.')
    const button = screen.getByRole('button', { name })
    expect(button).toHaveProperty('disabled', true)
    expect(button.getAttribute('aria-describedby')).toBe(reason.id)
  })

  test('names the provider that is not configured', async () => {
    server.on('GET /api/auth/options', () => json({ providers: { google: true, microsoft: false }, mail: true }))
    await openForm()
    const text = 'Sign-in with Microsoft isn’t set up on this server.'
    expect((await screen.findByText(text)).id).toBe('providers-off')
    expect(screen.getByRole('button', { name: 'Continue with Google' })).toHaveProperty('disabled', false)
    expect(screen.getByRole('button', { name: 'Continue with Microsoft' })).toHaveProperty('disabled', true)
  })

  test('links to the sign-up page', async () => {
    const { user, getPath } = await openForm()
    await user.click(screen.getByRole('link', { name: 'Sign up' }))
    expect(await screen.findByRole('heading', { name: 'Create your account' })).toBeTruthy()
    expect(getPath()).toBe('/signup')
  })
})

describe('sign-in form', () => {
  test('does not send an invalid email', async () => {
    const { user } = await openForm()
    await user.type(screen.getByLabelText('Email'), 'ani@')
    await user.type(screen.getByLabelText('Password'), 'stone arch')
    await submit(user)
    expect(screen.getByLabelText<HTMLInputElement>('Email').checkValidity()).toBe(false)
    expect(server.calls('POST /api/auth/login')).toEqual([])
  })

  test('signs an administrator in by user name and opens the dashboard', async () => {
    server.on('POST /api/admin/login', () => json({ access_token: 'token-2' }))
    const { user, getPath } = await openForm()
    await user.type(screen.getByLabelText('Email'), 'boss')
    await user.type(screen.getByLabelText('Password'), 'stone arch')
    await submit(user)
    await waitFor(() => expect(getPath()).toBe('/AdminPage'))
    const [request] = server.calls('POST /api/admin/login')
    expect(request?.body).toEqual({ username: 'boss', password: 'stone arch', remember: false })
    expect(sentForm()).toBeUndefined()
  })

  test.each([
    [false, 'token of this session'],
    [true, 'token that is remembered'],
  ])('sends the fields, with "remember me" %s, and opens the files', async (remember) => {
    const { user, getPath } = await openForm()
    await fillIn(user)
    if (remember) await user.click(screen.getByRole('checkbox', { name: 'Remember me' }))
    await submit(user)
    await waitFor(() => expect(getPath()).toBe('/home'))
    expect(sentForm()).toEqual({ email: 'ani@kamar.am', password: 'stone arch', remember })
    expect(accessToken.read()).toMatch(/^token-/)
  })

  test('is submitted with Enter', async () => {
    const { user, getPath } = await openForm()
    await fillIn(user)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(getPath()).toBe('/home'))
  })

  test('is disabled until the response arrives and sent once', async () => {
    const response = deferred<Response>()
    server.on('POST /api/auth/login', () => response.promise)
    const { user, getPath } = await openForm()
    await fillIn(user)
    await submit(user)
    const button = await screen.findByRole('button', { name: 'Signing In...' })
    expect(button).toHaveProperty('disabled', true)
    expect(screen.getByRole('group')).toHaveProperty('disabled', true)
    expect(screen.getByLabelText('Email').closest('form')?.getAttribute('aria-busy')).toBe('true')
    await user.click(button)
    expect(server.calls('POST /api/auth/login')).toHaveLength(1)
    response.resolve(json({ access_token: 'token-1' }))
    await waitFor(() => expect(getPath()).toBe('/home'))
  })

  test.each([
    [401, 'invalid-credentials', 'Incorrect email or password'],
    [403, 'approval-pending', 'This account is waiting for the administrator’s approval'],
    [403, 'account-rejected', 'This account was rejected by the administrator'],
    [429, 'too-many-requests', 'Too many requests, please wait'],
    [500, 'internal', 'Server error, please try again'],
  ])('shows error %i %s on the form', async (status, code, message) => {
    server.on('POST /api/auth/login', () => errorResponse(status, code, message))
    const { user, getPath } = await openForm()
    await fillIn(user)
    await submit(user)
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    expect(getPath()).toBe('/signin')
    expect(accessToken.read()).toBeNull()
    expect(screen.getByLabelText('Password')).toHaveProperty('value', 'stone arch')
  })

  test('shows a network error message', async () => {
    server.on('POST /api/auth/login', () => Promise.reject(new TypeError('Failed to fetch')))
    const { user } = await openForm()
    await fillIn(user)
    await submit(user)
    expect((await screen.findByRole('alert')).textContent).toBe('Network error, please check your connection')
  })

  test('removes the message when a field is edited', async () => {
    server.on('POST /api/auth/login', () => errorResponse(401, 'invalid-credentials', 'Incorrect email or password'))
    const { user } = await openForm()
    await fillIn(user)
    await submit(user)
    await screen.findByRole('alert')
    await user.type(screen.getByLabelText('Password'), '!')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('opens the error dialog with the server’s message after a 404', async () => {
    server.on('POST /api/auth/login', () => errorResponse(404, 'not-found', 'There is no such account'))
    const { user } = await openForm()
    await fillIn(user)
    await submit(user)
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain('There is no such account')
  })
})
