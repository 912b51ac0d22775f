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
  for (const path of ['forgot-password', 'reset-password', 'verify-email', 'verify-email/send', 'register']) {
    server.on(`POST /api/auth/${path}`, () => json({ done: true }))
  }
  server.on('DELETE /api/auth/logout', () => json({ done: true }))
})
afterEach(cleanUpPage)

const withMail = (mail: boolean) =>
  server.on('GET /api/auth/options', () => json({ providers: { google: false, microsoft: false }, mail }))
const bodies = (route: string) => server.calls(route).map(({ body }) => body)

describe('forgot password page', () => {
  test.each([
    [true, 'Check your email', /we’ve sent a link/],
    [false, 'Ask your administrator', /your administrator now has a link for you/],
  ])('requests a link; with mail: %s', async (mail, heading, text) => {
    withMail(mail)
    const { user } = await renderApp('/forgot-password')
    await user.type(await screen.findByLabelText('Email'), 'ani@kamar.am{Enter}')
    expect(await screen.findByRole('heading', { name: heading })).toBeTruthy()
    expect(await screen.findByText(text)).toBeTruthy()
    expect(bodies('POST /api/auth/forgot-password')).toEqual([{ email: 'ani@kamar.am' }])
  })

  test('shows an error when requests are rate limited', async () => {
    server.on('POST /api/auth/forgot-password', () =>
      errorResponse(429, 'too-many-requests', 'Too many requests, please wait'),
    )
    const { user } = await renderApp('/forgot-password')
    await user.type(await screen.findByLabelText('Email'), 'ani@kamar.am{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('Too many requests, please wait')
  })

  test('links back to the sign-in page', async () => {
    const { user, getPath } = await renderApp('/forgot-password')
    await user.click(await screen.findByRole('link', { name: 'Back to sign-in' }))
    expect(getPath()).toBe('/signin')
  })
})

describe('reset password page', () => {
  test('saves the password and links to the sign-in page', async () => {
    const { user, getPath } = await renderApp('/reset-password#code=abc-123')
    await user.type(await screen.findByLabelText('Password'), 'a password of my own')
    await user.click(screen.getByRole('button', { name: 'Save password' }))
    expect(await screen.findByRole('heading', { name: 'New password saved' })).toBeTruthy()
    expect(bodies('POST /api/auth/reset-password')).toEqual([{ code: 'abc-123', password: 'a password of my own' }])
    await user.click(screen.getByRole('link', { name: 'Sign In' }))
    expect(getPath()).toBe('/signin')
  })

  test('signs out the current session', async () => {
    const { user } = await renderApp('/reset-password#code=abc-123', { signedIn: true })
    await user.type(await screen.findByLabelText('Password'), 'a password of my own{Enter}')
    await screen.findByRole('heading', { name: 'New password saved' })
    expect(accessToken.read()).toBeNull()
  })

  test('shows that a link has expired and leads to a new request', async () => {
    const text = 'This link is no longer valid. Request a new one.'
    server.on('POST /api/auth/reset-password', () => errorResponse(410, 'link-not-valid', text))
    const { user, getPath } = await renderApp('/reset-password#code=old')
    await user.type(await screen.findByLabelText('Password'), 'a password of my own{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    await user.click(screen.getByRole('link', { name: 'Request a new link' }))
    await waitFor(() => expect(getPath()).toBe('/forgot-password'))
  })

  test.each(['', '#code='])('shows no form for an incomplete link (%s)', async (end) => {
    await renderApp(`/reset-password${end}`)
    expect((await screen.findByRole('alert')).textContent).toMatch(/This link is incomplete/)
    expect(screen.queryByLabelText('Password')).toBeNull()
  })
})

describe('email verification page', () => {
  test('verifies the address after a click', async () => {
    const { user } = await renderApp('/verify-email#code=abc-123')
    const button = await screen.findByRole('button', { name: 'Confirm address' })
    expect(bodies('POST /api/auth/verify-email')).toEqual([])
    await user.click(button)
    expect(await screen.findByRole('heading', { name: 'Address confirmed' })).toBeTruthy()
    expect(bodies('POST /api/auth/verify-email')).toEqual([{ code: 'abc-123' }])
  })

  test('sends a new link when the old one has expired', async () => {
    server.on('POST /api/auth/verify-email', () => errorResponse(410, 'link-not-valid', 'Not valid'))
    const { user } = await renderApp('/verify-email#code=old')
    await user.click(await screen.findByRole('button', { name: 'Confirm address' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Not valid')
    await user.type(screen.getByLabelText('Email'), 'ani@kamar.am{Enter}')
    expect(await screen.findByText(/we’ve sent a new link/)).toBeTruthy()
    expect(bodies('POST /api/auth/verify-email/send')).toEqual([{ email: 'ani@kamar.am' }])
  })

  test('allows another attempt when the server is busy', async () => {
    server.on('POST /api/auth/verify-email', () => errorResponse(503, 'not-ready', 'The service is starting'))
    const { user } = await renderApp('/verify-email#code=abc')
    await user.click(await screen.findByRole('button', { name: 'Confirm address' }))
    expect((await screen.findByRole('alert')).textContent).toBe('The service is starting')
    expect(screen.getByRole('button', { name: 'Confirm address' })).toHaveProperty('disabled', false)
  })
})

describe('thank-you page', () => {
  test.each([
    [true, /Open the link in the email we sent you/],
    [false, /Sign in to upload your first model/],
  ])('shows the next step; with mail: %s', async (mail, text) => {
    withMail(mail)
    await renderApp('/thank-you')
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe('/contact')
  })
})
