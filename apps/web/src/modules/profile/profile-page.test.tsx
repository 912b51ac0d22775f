import { defaultPreferences, type Profile } from '@kamar/contracts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { accountRecord } from '../../testing/records.js'
import { renderApp } from '../../testing/render-app.js'
import { json, errorResponse, type StubServer } from '../../testing/stub-server.js'

afterEach(cleanUpPage)

const profile: Profile = {
  firstName: 'Ani',
  lastName: 'Hakobyan',
  email: 'ani@kamar.am',
  phone: '',
  company: 'Kamar',
  location: 'Yerevan',
  bio: '',
  emailVerified: true,
  newEmail: null,
  avatar: null,
  hasPassword: true,
}

let server: StubServer
beforeEach(() => {
  server = appServer()
  server.on('GET /api/auth/profile', () => json(profile))
  server.on('PUT /api/auth/profile', ({ body }) => json({ ...profile, ...(body as object) }))
})

const open = async () => {
  const app = await renderApp('/profile-settings', { signedIn: true })
  await screen.findByLabelText('First name')
  return app
}
const withoutAutoSave = (): void =>
  server.on('GET /api/auth/me', () => json(accountRecord({ preferences: { ...defaultPreferences, autoSave: false } })))

describe('profile page', () => {
  test('shows an email address that awaits confirmation', async () => {
    server.on('GET /api/auth/profile', () => json({ ...profile, newEmail: 'new@kamar.am' }))
    await open()
    expect(screen.getByText(/the email we sent to new@kamar\.am/)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ani@kamar.am')
  })

  test('shows the stored values and links back to the files', async () => {
    const { user, getPath } = await open()
    expect(screen.getByLabelText('Last name')).toHaveProperty('value', 'Hakobyan')
    expect(screen.getByLabelText('Location')).toHaveProperty('value', 'Yerevan')
    await user.click(screen.getByRole('link', { name: 'Back to files' }))
    await waitFor(() => expect(getPath()).toBe('/file-manager'))
  })

  test('saves on request with the message of the specification', async () => {
    withoutAutoSave()
    const { user } = await open()
    await user.type(screen.getByLabelText('Phone'), '+374 10')
    expect(server.calls('PUT /api/auth/profile')).toHaveLength(0)
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Profile settings saved successfully!')).toBeTruthy()
    expect(server.calls('PUT /api/auth/profile').at(-1)?.body).toMatchObject({ phone: '+374 10', firstName: 'Ani' })
    expect(server.calls('POST /api/auth/profile/email')).toHaveLength(0)
  })

  test('saves without a message when a field loses focus', async () => {
    const { user } = await open()
    await user.type(screen.getByLabelText('Phone'), '1')
    await user.tab()
    await waitFor(() => expect(server.calls('PUT /api/auth/profile')).toHaveLength(1))
    expect(screen.queryByText('Profile settings saved successfully!')).toBeNull()
  })

  test('asks for the password when the email changes and shows that it is wrong', async () => {
    withoutAutoSave()
    server.on('POST /api/auth/profile/email', () => errorResponse(422, 'password-not-right', 'Incorrect password'))
    const { user } = await open()
    await user.clear(screen.getByLabelText('Email'))
    await user.type(screen.getByLabelText('Email'), 'new@kamar.am')
    await user.type(screen.getByLabelText('Enter your password to change your email'), 'wrong')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Incorrect password')
    expect(server.calls('POST /api/auth/profile/email')[0]?.body).toEqual({ email: 'new@kamar.am', password: 'wrong' })
    expect(server.calls('PUT /api/auth/profile')).toHaveLength(0)
  })
})

describe('profile photo', () => {
  test('is uploaded when it is chosen, and can be removed', async () => {
    server.on('POST /api/auth/avatar', () => json({ ...profile, avatar: '0123456789abcdef' }))
    server.on('DELETE /api/auth/avatar', () => json(profile))
    const { user } = await open()
    await user.upload(screen.getByLabelText('Choose a photo'), new File(['x'], 'me.png', { type: 'image/png' }))
    await user.click(await screen.findByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull())
  })

  test('is rejected above the size limit without a request', async () => {
    const { user } = await open()
    const large = new File(['x'], 'me.png', { type: 'image/png' })
    Object.defineProperty(large, 'size', { value: 9 * 1024 ** 2 })
    await user.upload(screen.getByLabelText('Choose a photo'), large)
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(server.calls('POST /api/auth/avatar')).toHaveLength(0)
  })
})

test('profile page shows its loading error with a reference and retries', async () => {
  server.on('GET /api/auth/profile', () =>
    errorResponse(500, 'internal', 'Server error, please try again', { reference: 'r-1' }),
  )
  const { user } = await renderApp('/profile-settings', { signedIn: true })
  expect(await screen.findByText('r-1')).toBeTruthy()
  server.on('GET /api/auth/profile', () => json(profile))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByLabelText('First name')).toBeTruthy()
})
