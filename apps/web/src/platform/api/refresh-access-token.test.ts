import { ApiError } from '@kamar/contracts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../testing/clean-up.js'
import { deferred } from '../../testing/deferred.js'
import { json, errorResponse, type StubServer, stubServer } from '../../testing/stub-server.js'
import { accessToken } from './access-token.js'
import { RefreshRefusedError, refreshAccessToken, whenSessionOver } from './refresh-access-token.js'

const route = 'POST /api/auth/refresh'
let server: StubServer
let warnings: ReturnType<typeof vi.spyOn>
const over = vi.fn()
let stopListening: () => void

beforeEach(() => {
  warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  server = stubServer({ [route]: () => json({ access_token: 'new' }) })
  stopListening = whenSessionOver(over)
  accessToken.write('old')
})
afterEach(async () => {
  stopListening()
  over.mockReset()
  await cleanUpPage()
})

describe('successful token refresh', () => {
  test('stores and returns the new token', async () => {
    await expect(refreshAccessToken('old')).resolves.toBe('new')
    expect(localStorage.getItem('accessToken')).toBe('new')
  })

  test('reads the field `token` when `access_token` is missing', async () => {
    server.on(route, () => json({ token: 'other' }))
    await expect(refreshAccessToken('old')).resolves.toBe('other')
  })

  test('shares one request between concurrent callers', async () => {
    const tokens = await Promise.all([1, 2, 3].map(() => refreshAccessToken('old')))
    expect(tokens).toEqual(['new', 'new', 'new'])
    expect(server.calls(route)).toHaveLength(1)
  })

  test('sends a new request after the previous one ended', async () => {
    await refreshAccessToken('old')
    await refreshAccessToken('new')
    expect(server.calls(route)).toHaveLength(2)
  })

  test('sends neither a body nor the rejected token', async () => {
    await refreshAccessToken('old')
    const [request] = server.calls(route)
    expect(request?.body).toBeNull()
    expect(request?.headers.get('authorization')).toBeNull()
  })
})

test('refreshAccessToken discards the response after a sign-out', async () => {
  const response = deferred<Response>()
  server.on(route, () => response.promise)
  const refreshing = refreshAccessToken('old')
  accessToken.clear()
  response.resolve(json({ access_token: 'new' }))
  await expect(refreshing).rejects.toBeInstanceOf(RefreshRefusedError)
  expect(accessToken.read()).toBeNull()
  expect(over).not.toHaveBeenCalled()
})

describe('token refresh in several tabs', () => {
  test('takes a token fetched by another tab without a request', async () => {
    accessToken.write('from another tab')
    await expect(refreshAccessToken('old')).resolves.toBe('from another tab')
    expect(server.calls(route)).toHaveLength(0)
  })

  test('acquires the Web Lock that all tabs share', async () => {
    const request = vi.fn((_: string, work: () => Promise<string>) => work())
    vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: { request } } }))
    await refreshAccessToken('old')
    expect(request).toHaveBeenCalledWith('kamar-refresh', expect.any(Function))
  })
})

describe('rejected token refresh', () => {
  test.each([401, 403, 400])('ends the session after status %s', async (status) => {
    server.on(route, () => errorResponse(status, 'refresh-refused'))
    await expect(refreshAccessToken('old')).rejects.toBeInstanceOf(RefreshRefusedError)
    expect(accessToken.read()).toBeNull()
    expect(over).toHaveBeenCalledOnce()
    expect(warnings).toHaveBeenCalledWith('[kamar] refresh token expired')
  })

  test('reports a missing token when the response is not JSON', async () => {
    server.on(route, () => new Response('<html>'))
    await expect(refreshAccessToken('old')).rejects.toThrow('no token')
  })

  test('ends the session when the response has no token', async () => {
    server.on(route, () => json({}))
    await expect(refreshAccessToken('old')).rejects.toThrow('no token')
    expect(accessToken.read()).toBeNull()
    expect(over).toHaveBeenCalledOnce()
  })
})

describe('failed token refresh', () => {
  test('logs a missing network and retains the session', async () => {
    server.on(route, () => Promise.reject(new TypeError('failed to fetch')))
    const error: unknown = await refreshAccessToken('old').catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ApiError)
    expect((error as ApiError).status).toBeNull()
    expect(accessToken.read()).toBe('old')
    expect(over).not.toHaveBeenCalled()
    expect(warnings).toHaveBeenCalledWith('[kamar] network error')
  })

  test('retains the session when the response body breaks off', async () => {
    const broken = new ReadableStream({ start: (stream) => stream.error(new TypeError('aborted')) })
    server.on(route, () => new Response(broken))
    const error: unknown = await refreshAccessToken('old').catch((caught: unknown) => caught)
    expect((error as ApiError).status).toBeNull()
    expect(accessToken.read()).toBe('old')
    expect(over).not.toHaveBeenCalled()
  })

  test.each([429, 500, 503])('rejects with status %s and retains the session', async (status) => {
    server.on(route, () => errorResponse(status, 'internal', 'Server error, please try again'))
    const error: unknown = await refreshAccessToken('old').catch((caught: unknown) => caught)
    expect((error as ApiError).status).toBe(status)
    expect(accessToken.read()).toBe('old')
    expect(over).not.toHaveBeenCalled()
  })
})
