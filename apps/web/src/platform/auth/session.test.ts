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

describe('sign-in', () => {
  test('stores the token and reads the account', async () => {
    await signIn(credentials)
    expect(accessToken.read()).toBe('token')
    expect(getSession()).toMatchObject({ signedIn: true, busy: false, account: { name: 'Ani Hakobyan' } })
    expect(server.calls('POST /api/auth/login')[0]?.body).toEqual(credentials)
  })

  test('returns the next step and leaves the user signed out when a second factor is required', async () => {
    const step = { next: 'second-factor', ticket: 'ticket-1', expires_in: 600 }
    server.on('POST /api/auth/login', () => json(step))
    await expect(signIn(credentials)).resolves.toEqual(step)
    expect(getSession()).toMatchObject({ signedIn: false, busy: false, account: null })
    expect(accessToken.read()).toBeNull()
  })

  test('marks the session as busy until the response arrives', async () => {
    const signingIn = signIn(credentials)
    expect(getSession().busy).toBe(true)
    await signingIn
    expect(getSession().busy).toBe(false)
  })

  test('leaves the user signed out and rejects when the credentials are wrong', async () => {
    server.on('POST /api/auth/login', () => errorResponse(401, 'invalid-credentials', 'Incorrect email or password'))
    await expect(signIn(credentials)).rejects.toMatchObject({ status: 401 })
    expect(getSession()).toMatchObject({ signedIn: false, busy: false, account: null })
    expect(shownError.get()).toBeNull()
  })

  test('opens the error dialog with the message of a 404 response', async () => {
    server.on('POST /api/auth/login', () => errorResponse(404, 'user-unknown', 'User not found'))
    await expect(signIn(credentials)).rejects.toMatchObject({ status: 404 })
    expect(shownError.get()?.message).toBe('User not found')
  })
})

describe('account request', () => {
  beforeEach(() => accessToken.write('token'))

  test('ends the session when it is rejected with 403', async () => {
    server.on('GET /api/auth/me', () => errorResponse(403, 'account-rejected', 'This account was rejected'))
    await expect(fetchAccount()).rejects.toMatchObject({ status: 403 })
    expect(getSession()).toMatchObject({ signedIn: false, signedOutReason: 'expired' })
    expect(accessToken.read()).toBeNull()
  })

  test('opens the error dialog and ends the session when the account does not exist', async () => {
    server.on('GET /api/auth/me', () => errorResponse(404, 'gone', ''))
    await expect(fetchAccount()).rejects.toMatchObject({ status: 404 })
    expect(shownError.get()).not.toBeNull()
    expect(getSession().signedIn).toBe(false)
  })

  test.each([500, 503])('leaves the session unchanged after status %s', async (status) => {
    server.on('GET /api/auth/me', () => errorResponse(status, 'internal'))
    await expect(fetchAccount()).rejects.toMatchObject({ status })
    expect(getSession().signedIn).toBe(true)
  })

  test('does not restore a session that ended meanwhile', async () => {
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

describe('sign-out', () => {
  beforeEach(() => signIn(credentials))

  test('clears account and token and notifies the server', async () => {
    await signOut()
    expect(getSession()).toMatchObject({ signedIn: false, account: null, signedOutReason: 'left' })
    expect(accessToken.read()).toBeNull()
    expect(server.calls('DELETE /api/auth/logout')).toHaveLength(1)
  })

  test('succeeds when the server is unreachable', async () => {
    server.on('DELETE /api/auth/logout', () => Promise.reject(new TypeError('offline')))
    await signOut()
    expect(getSession().signedIn).toBe(false)
    expect(accessToken.read()).toBeNull()
  })

  test('removes stored data of the account', async () => {
    localStorage.setItem('forge_token', '{}')
    localStorage.setItem('uploadedFiles', '[]')
    await signOut()
    expect(localStorage.getItem('forge_token')).toBeNull()
    expect(localStorage.getItem('uploadedFiles')).toBeNull()
  })

  test('has the reason “visitor” after the user opens a public page', async () => {
    await signOut()
    arriveAsVisitor()
    expect(getSession().signedOutReason).toBe('visitor')
  })
})

describe('periodic session refresh', () => {
  const refreshes = () => server.calls('POST /api/auth/refresh').length

  test('runs at once and every half hour until it is aborted', async () => {
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

  test('ends the session when the refresh is rejected', async () => {
    accessToken.write('token')
    server.on('POST /api/auth/refresh', () => errorResponse(401, 'refresh-refused'))
    scheduleSessionRefresh(new AbortController().signal)
    await expect.poll(() => getSession().signedIn).toBe(false)
    expect(getSession().signedOutReason).toBe('expired')
  })

  test('does nothing without a signed-in user', () => {
    scheduleSessionRefresh(new AbortController().signal)
    expect(refreshes()).toBe(0)
  })
})

test('session state follows a sign-in or sign-out in another tab', () => {
  accessToken.write('from another tab')
  expect(getSession().signedIn).toBe(true)
  accessToken.clear()
  expect(getSession()).toMatchObject({ signedIn: false, signedOutReason: 'left' })
})
