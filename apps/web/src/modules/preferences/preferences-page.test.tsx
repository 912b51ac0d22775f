import { defaultPreferences, type Preferences } from '@kamar/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getSession } from '../../platform/auth/session.js'
import { chooseTheme } from '../../platform/theme/theme.js'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { accountRecord } from '../../testing/records.js'
import { renderApp } from '../../testing/render-app.js'
import { json, errorResponse, type StubServer } from '../../testing/stub-server.js'

afterEach(async () => {
  await cleanUpPage()
  chooseTheme('system')
})

let server: StubServer
let stored: Preferences
beforeEach(() => {
  stored = defaultPreferences
  server = appServer()
  server.on('GET /api/auth/me', () => json(accountRecord({ preferences: stored })))
  server.on('PATCH /api/auth/preferences', ({ body }) => {
    stored = { ...stored, ...(body as Partial<Preferences>) }
    return json(accountRecord({ preferences: stored }))
  })
})

const open = async () => {
  const app = await renderApp('/Preferences', { signedIn: true })
  await screen.findByRole('switch', { name: 'Auto-save' })
  return app
}
const toggle = (name: string) => screen.getByRole('switch', { name })
const isOn = (name: string): boolean => toggle(name).getAttribute('aria-checked') === 'true'
const saved = () => server.calls('PATCH /api/auth/preferences').map(({ body }) => body)

describe('preferences page', () => {
  test('shows the default values of the specification', async () => {
    await open()
    expect(
      ['Email notifications', 'Push notifications', 'Weekly reports', 'Auto-save', 'Two-factor authentication'].map(
        isOn,
      ),
    ).toEqual([true, false, true, true, false])
  })

  test('applies and saves changes immediately with auto-save', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('radio', { name: 'Dark' }))
    expect(document.documentElement.dataset['theme']).toBe('dark')
    await user.click(toggle('Weekly reports'))
    await waitFor(() => expect(saved()).toEqual([{ theme: 'dark' }, { weeklyReports: false }]))
    expect(isOn('Weekly reports')).toBe(false)
  })

  test('previews changes and saves them on request without auto-save', async () => {
    stored = { ...defaultPreferences, autoSave: false }
    const { user } = await open()
    await user.click(screen.getByRole('radio', { name: 'Dark' }))
    await user.click(toggle('Email notifications'))
    expect(document.documentElement.dataset['theme']).toBe('dark')
    expect(saved()).toEqual([])
    expect(screen.getByText('You have unsaved changes')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Save preferences' }))
    expect(await screen.findByText('Preferences saved successfully!')).toBeTruthy()
    expect(saved()).toEqual([{ theme: 'dark', emailNotifications: false }])
  })

  test('reverts changes that could not be saved', async () => {
    server.on('PATCH /api/auth/preferences', () => errorResponse(503, 'not-ready', 'The service is starting'))
    const { user } = await open()
    await user.click(toggle('Weekly reports'))
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(isOn('Weekly reports')).toBe(true)
  })

  test('translates the page after a language change', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('radio', { name: 'Español' }))
    expect(await screen.findByRole('heading', { name: 'Preferencias' })).toBeTruthy()
    expect(saved()).toEqual([{ language: 'es' }])
  })

  test('keeps a later change when an earlier response arrives', async () => {
    const resolvers: ((response: Response) => void)[] = []
    server.on('PATCH /api/auth/preferences', () => new Promise((resolve) => resolvers.push(resolve)))
    const { user } = await open()
    const weekly = { ...defaultPreferences, weeklyReports: false }
    await user.click(toggle('Weekly reports'))
    await user.click(toggle('Email notifications'))
    await waitFor(() => expect(resolvers).toHaveLength(2))
    resolvers[0]?.(json(accountRecord({ name: 'First answer', preferences: weekly })))
    await waitFor(() => expect(getSession().account?.name).toBe('First answer'))
    expect([isOn('Weekly reports'), isOn('Email notifications')]).toEqual([false, false])
    resolvers[1]?.(
      json(accountRecord({ name: 'Second answer', preferences: { ...weekly, emailNotifications: false } })),
    )
    await waitFor(() => expect(getSession().account?.name).toBe('Second answer'))
    expect(isOn('Email notifications')).toBe(false)
  })

  test('applies changes from another device', async () => {
    const event = { type: 'account', account: accountRecord({ preferences: { ...defaultPreferences, theme: 'dark' } }) }
    server.on(
      'GET /api/auth/events',
      () => new Response(`data: ${JSON.stringify(event)}\n\n`, { headers: { 'content-type': 'text/event-stream' } }),
    )
    await open()
    await waitFor(() => expect(document.documentElement.dataset['theme']).toBe('dark'))
  })

  test('requests browser notifications and shows when they are blocked', async () => {
    const requestPermission = vi.fn(() => Promise.resolve('denied'))
    vi.stubGlobal('Notification', Object.assign(vi.fn(), { permission: 'default', requestPermission }))
    const { user } = await open()
    await user.click(toggle('Push notifications'))
    expect(requestPermission).toHaveBeenCalledOnce()
    expect((await screen.findByRole('alert')).textContent).toContain('blocks notifications')
  })
})

describe('two-factor settings', () => {
  const codes = ['aaaa-bbbb', 'cccc-dddd']

  test('ask for password and first code, then show recovery codes', async () => {
    server.on('POST /api/auth/two-factor', () =>
      json({ secret: 'ABCDEFGH', uri: 'otpauth://totp/Kamar?secret=ABCDEFGH' }),
    )
    server.on('POST /api/auth/two-factor/confirm', () => json({ recoveryCodes: codes }))
    const { user } = await open()
    await user.click(toggle('Two-factor authentication'))
    await user.type(screen.getByLabelText('Your password'), 'the words')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('ABCDEFGH')).toBeTruthy()
    expect(screen.getByRole('img', { name: 'Code for the authenticator app' })).toBeTruthy()
    stored = { ...stored, twoFactorAuth: true }
    await user.type(screen.getByLabelText('Code from the app'), '123456')
    await user.click(screen.getByRole('button', { name: 'Turn on' }))
    const list = await screen.findByRole('list')
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(codes)
    expect(server.calls('POST /api/auth/two-factor/confirm')[0]?.body).toEqual({ code: '123456' })
    await user.click(screen.getByRole('button', { name: 'I’ve saved them' }))
    expect(screen.queryByText(codes[0] ?? '')).toBeNull()
    await waitFor(() => expect(isOn('Two-factor authentication')).toBe(true))
  })

  test('turn two-factor sign-in off with a code', async () => {
    stored = { ...stored, twoFactorAuth: true }
    server.on('POST /api/auth/two-factor/end', () => json({ enabled: false, recoveryCodesLeft: 0 }))
    const { user } = await open()
    await user.click(toggle('Two-factor authentication'))
    await user.type(screen.getByLabelText('Code from the app or recovery code'), '654321')
    stored = { ...stored, twoFactorAuth: false }
    await user.click(screen.getByRole('button', { name: 'Turn off' }))
    expect(await screen.findByText('Two-factor authentication is off.')).toBeTruthy()
    await waitFor(() => expect(isOn('Two-factor authentication')).toBe(false))
  })

  test('keep two-factor sign-in off after a wrong password, and can be cancelled', async () => {
    server.on('POST /api/auth/two-factor', () => errorResponse(422, 'password-not-right', 'Incorrect password'))
    const { user } = await open()
    await user.click(toggle('Two-factor authentication'))
    await user.type(screen.getByLabelText('Your password'), 'wrong')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByRole('alert')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(isOn('Two-factor authentication')).toBe(false)
  })
})
