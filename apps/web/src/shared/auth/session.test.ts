import { limits } from '@kamar/contracts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../testing/clean-up.js'
import { accountRecord } from '../../testing/records.js'
import { json, errorResponse, type StubServer, stubServer } from '../../testing/stub-server.js'
import { accessToken } from '../api/access-token.js'
import { publicApi } from '../api/api.js'
import { shownError } from '../errors/error-dialog-state.js'
import { startInternationalization } from '../i18n/index.js'
import { arriveAsVisitor, signInWith, fetchAccount, getSession, scheduleSessionRefresh, signOut } from './session.js'

const credentials = { email: 'ani@kamar.am', password: 'stone arch', remember: true }
const signIn = (body: typeof credentials) => signInWith(() => publicApi.call('login', { body }))
let server: StubServer

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  server = stubServer({
    'POST /api/auth/login': () => json({ access_token: 'token' }),
    'GET /api/auth/me': () => json(accountRecord()),
    'DELETE /api/auth/logout': () => json({ done: true }),
    'POST /api/auth/refresh': () => json({ access_token: 'fresh' }),
  })
  await startInternationalization('en')
})
afterEach(cleanUpPage)

describe('signing in', () => {
  test('stores the token and reads the account', async () => {
    await signIn(credentials)
    expect(accessToken.read()).toBe('token')
    expect(getSession()).toMatchObject({ signedIn: true, busy: false, account: { name: 'Ani Hakobyan' } })
    expect(server.calls('POST /api/auth/login')[0]?.body).toEqual(credentials)
  })

  test('that needs another step says so and leaves nobody signed in', async () => {
    const step = { next: 'second-factor', ticket: 'ticket-1', expires_in: 600 }
    server.on('POST /api/auth/login', () => json(step))
    await expect(signIn(credentials)).resolves.toEqual(step)
    expect(getSession()).toMatchObject({ signedIn: false, busy: false, account: null })
    expect(accessToken.read()).toBeNull()
  })

  test('is busy while it lasts', async () => {
    const signingIn = signIn(credentials)
    expect(getSession().busy).toBe(true)
    await signingIn
    expect(getSession().busy).toBe(false)
  })

  test('that fails leaves nobody signed in and passes the error on', async () => {
    server.on('POST /api/auth/login', () => errorResponse(401, 'invalid-credentials', 'Incorrect email or password'))
    await expect(signIn(credentials)).rejects.toMatchObject({ status: 401 })
    expect(getSession()).toMatchObject({ signedIn: false, busy: false, account: null })
    expect(shownError.get()).toBeNull()
  })

  test('that is answered 404 opens the error dialog with the server’s message', async () => {
    server.on('POST /api/auth/login', () => errorResponse(404, 'user-unknown', 'User not found'))
    await expect(signIn(credentials)).rejects.toMatchObject({ status: 404 })
    expect(shownError.get()?.message).toBe('User not found')
  })
})

describe('reading the account', () => {
  beforeEach(() => accessToken.write('token'))

  test('that is refused ends the session', async () => {
    server.on('GET /api/auth/me', () => errorResponse(403, 'account-rejected', 'This account was rejected'))
    await expect(fetchAccount()).rejects.toMatchObject({ status: 403 })
    expect(getSession()).toMatchObject({ signedIn: false, signedOutBecause: 'expired' })
    expect(accessToken.read()).toBeNull()
  })

  test('that finds nobody opens the error dialog', async () => {
    server.on('GET /api/auth/me', () => errorResponse(404, 'gone', ''))
    await expect(fetchAccount()).rejects.toMatchObject({ status: 404 })
    expect(shownError.get()).not.toBeNull()
    expect(getSession().signedIn).toBe(false)
  })

  test.each([500, 503])('that meets %s leaves the session as it is', async (status) => {
    server.on('GET /api/auth/me', () => errorResponse(status, 'internal'))
    await expect(fetchAccount()).rejects.toMatchObject({ status })
    expect(getSession().signedIn).toBe(true)
  })

  test('does not revive a session that ended meanwhile', async () => {
    let respond: (response: Response) => void = () => undefined
    server.on('GET /api/auth/me', () => new Promise((resolve) => (respond = resolve)))
    const reading = fetchAccount()
    await expect.poll(() => server.calls('GET /api/auth/me')).toHaveLength(1)
    await signOut()
    respond(json(accountRecord()))
    await reading
    expect(getSession()).toMatchObject({ signedIn: false, account: null })
  })
})

describe('signing out', () => {
  beforeEach(() => signIn(credentials))

  test('forgets user and token and tells the server', async () => {
    await signOut()
    expect(getSession()).toMatchObject({ signedIn: false, account: null, signedOutBecause: 'left' })
    expect(accessToken.read()).toBeNull()
    expect(server.calls('DELETE /api/auth/logout')).toHaveLength(1)
  })

  test('does so although the server does not hear of it', async () => {
    server.on('DELETE /api/auth/logout', () => Promise.reject(new TypeError('offline')))
    await signOut()
    expect(getSession().signedIn).toBe(false)
    expect(accessToken.read()).toBeNull()
  })

  test('takes along what belonged to the account', async () => {
    localStorage.setItem('forge_token', '{}')
    localStorage.setItem('uploadedFiles', '[]')
    await signOut()
    expect(localStorage.getItem('forge_token')).toBeNull()
    expect(localStorage.getItem('uploadedFiles')).toBeNull()
  })

  test('who arrives at a public page afterwards is a visitor like any other', async () => {
    await signOut()
    arriveAsVisitor()
    expect(getSession().signedOutBecause).toBe('visitor')
  })
})

describe('keeping the session fresh', () => {
  const refreshes = () => server.calls('POST /api/auth/refresh').length

  test('refreshes at once and every half hour until it ends', async () => {
    vi.useFakeTimers()
    accessToken.write('token')
    const ending = new AbortController()
    scheduleSessionRefresh(ending.signal)
    await vi.advanceTimersByTimeAsync(0)
    expect(refreshes()).toBe(1)
    expect(accessToken.read()).toBe('fresh')
    await vi.advanceTimersByTimeAsync(limits.viewerTokenRefreshMilliseconds)
    expect(refreshes()).toBe(2)
    ending.abort()
    await vi.advanceTimersByTimeAsync(limits.viewerTokenRefreshMilliseconds)
    expect(refreshes()).toBe(2)
  })

  test('ends the session when the refresh is refused', async () => {
    accessToken.write('token')
    server.on('POST /api/auth/refresh', () => errorResponse(401, 'refresh-refused'))
    scheduleSessionRefresh(new AbortController().signal)
    await expect.poll(() => getSession().signedIn).toBe(false)
    expect(getSession().signedOutBecause).toBe('expired')
  })

  test('does nothing for a visitor', () => {
    scheduleSessionRefresh(new AbortController().signal)
    expect(refreshes()).toBe(0)
  })
})

test('another tab that signs in or out takes this one along', () => {
  accessToken.write('from another tab')
  expect(getSession().signedIn).toBe(true)
  accessToken.clear()
  expect(getSession()).toMatchObject({ signedIn: false, signedOutBecause: 'left' })
})
