import type { Profile, SessionRecord } from '@kamar/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { renderApp } from '../../testing/render-app.js'
import { json, type StubServer } from '../../testing/stub-server.js'

const profile: Profile = {
  firstName: 'Ani',
  lastName: 'Hakobyan',
  email: 'ani@kamar.am',
  phone: '',
  company: 'Kamar',
  location: '',
  bio: '',
  emailVerified: true,
  newEmail: null,
  avatar: null,
  hasPassword: true,
}
const session = (over: Partial<SessionRecord>): SessionRecord => ({
  id: 'here',
  current: true,
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; rv:145.0) Gecko/20100101 Firefox/145.0',
  createdAt: '2026-11-28T08:00:00.000Z',
  lastSeenAt: '2026-11-28T08:00:00.000Z',
  remembered: false,
  ...over,
})
const mobileSession = session({
  id: 'phone',
  current: false,
  userAgent:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140 Mobile Safari/537.36',
})

let server: StubServer
let sessions: SessionRecord[]
beforeEach(() => {
  sessions = [session({}), mobileSession]
  server = appServer()
  server.on('GET /api/auth/profile', () => json(profile))
  server.on('GET /api/auth/sessions', () => json(sessions))
})
afterEach(cleanUpPage)

const open = () => renderApp('/security', { signedIn: true })

test('security page changes the password with the current one', async () => {
  server.on('POST /api/auth/password', () => json({ done: true }))
  const { user } = await open()
  await user.type(await screen.findByLabelText('Current password'), 'the old words')
  await user.type(screen.getByLabelText('New password'), 'the new words')
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  expect(await screen.findByText('Password changed.')).toBeTruthy()
  expect(server.calls('POST /api/auth/password')[0]?.body).toEqual({
    current: 'the old words',
    password: 'the new words',
  })
})

test('security page hides the password form for an account without a password', async () => {
  server.on('GET /api/auth/profile', () => json({ ...profile, hasPassword: false }))
  await open()
  expect(await screen.findByText('Firefox · Windows', { exact: false })).toBeTruthy()
  expect(screen.queryByLabelText('Current password')).toBeNull()
})

test('security page signs out another device and offers no sign-out of this one', async () => {
  server.on('DELETE /api/auth/sessions/phone', () => {
    sessions = [session({})]
    return json({ done: true })
  })
  const { user } = await open()
  const currentSession = (await screen.findByText(/· this device/)).closest('li') as HTMLElement
  expect(within(currentSession).queryByRole('button')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Sign out Chrome · Android' }))
  await waitFor(() => expect(screen.queryByText('Chrome · Android')).toBeNull())
})

test('security page signs out all other devices at once', async () => {
  server.on('DELETE /api/auth/sessions', () => {
    sessions = [session({})]
    return json({ ended: 1 })
  })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Sign out all other devices' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Sign out all other devices' })).toBeNull())
})

test('the tab of the open page is scrolled into sight on a phone', async () => {
  const createRectangle = (left: number, width: number) => DOMRect.fromRect({ x: left, y: 0, width, height: 44 })
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rectangle(this: Element) {
    return this.matches('[aria-current="page"]') ? createRectangle(500, 100) : createRectangle(0, 390)
  })
  await open()
  const tabs = await screen.findByRole('navigation', { name: 'Settings' })
  expect(tabs.scrollLeft).toBe(355)
})

test('settings pages link to each other and open the files by a search', async () => {
  const { user, getPath } = await open()
  const tabs = within(await screen.findByRole('navigation', { name: 'Settings' }))
  expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Profile',
    'Preferences',
    'Security',
    'Storage',
    'On this device',
    'Drawing fonts',
    'API access',
  ])
  await user.type(screen.getByRole('searchbox'), 'tower{Enter}')
  await waitFor(() => expect(getPath()).toBe('/home?search=tower'))
})
