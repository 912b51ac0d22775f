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

describe('a refresh that works', () => {
  test('stores and answers the new token', async () => {
    await expect(refreshAccessToken('old')).resolves.toBe('new')
    expect(localStorage.getItem('accessToken')).toBe('new')
  })

  test('reads `token` where there is no `access_token`', async () => {
    server.on(route, () => json({ token: 'other' }))
    await expect(refreshAccessToken('old')).resolves.toBe('other')
  })

  test('is one call for everybody who asks meanwhile', async () => {
    const tokens = await Promise.all([1, 2, 3].map(() => refreshAccessToken('old')))
    expect(tokens).toEqual(['new', 'new', 'new'])
    expect(server.calls(route)).toHaveLength(1)
  })

  test('is made again the next time', async () => {
    await refreshAccessToken('old')
    await refreshAccessToken('new')
    expect(server.calls(route)).toHaveLength(2)
  })

  test('sends neither a body nor the refused token', async () => {
    await refreshAccessToken('old')
    const [request] = server.calls(route)
    expect(request?.body).toBeNull()
    expect(request?.headers.get('authorization')).toBeNull()
  })
})

test('a sign-out during a refresh is not undone by its response', async () => {
  const response = deferred<Response>()
  server.on(route, () => response.promise)
  const refreshing = refreshAccessToken('old')
  accessToken.clear()
  response.resolve(json({ access_token: 'new' }))
  await expect(refreshing).rejects.toBeInstanceOf(RefreshRefusedError)
  expect(accessToken.read()).toBeNull()
  expect(over).not.toHaveBeenCalled()
})

describe('other tabs', () => {
  test('a token that another tab has fetched meanwhile is taken, and no call made', async () => {
    accessToken.write('from another tab')
    await expect(refreshAccessToken('old')).resolves.toBe('from another tab')
    expect(server.calls(route)).toHaveLength(0)
  })

  test('wait for each other by a lock', async () => {
    const request = vi.fn((_: string, work: () => Promise<string>) => work())
    vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: { request } } }))
    await refreshAccessToken('old')
    expect(request).toHaveBeenCalledWith('kamar-refresh', expect.any(Function))
  })
})

describe('a refusal', () => {
  test.each([401, 403, 400])('%s ends the session', async (status) => {
    server.on(route, () => errorResponse(status, 'refresh-refused'))
    await expect(refreshAccessToken('old')).rejects.toBeInstanceOf(RefreshRefusedError)
    expect(accessToken.read()).toBeNull()
    expect(over).toHaveBeenCalledOnce()
    expect(warnings).toHaveBeenCalledWith('[kamar] refresh token expired')
  })

  test('an answer that is not JSON at all is one without a token', async () => {
    server.on(route, () => new Response('<html>'))
    await expect(refreshAccessToken('old')).rejects.toThrow('no token')
  })

  test('an answer without a token ends it too, and is logged as such', async () => {
    server.on(route, () => json({}))
    await expect(refreshAccessToken('old')).rejects.toThrow('no token')
    expect(accessToken.read()).toBeNull()
    expect(over).toHaveBeenCalledOnce()
  })
})

describe('no refusal', () => {
  test('a missing network is logged and passed on; the session stays', async () => {
    server.on(route, () => Promise.reject(new TypeError('failed to fetch')))
    const error: unknown = await refreshAccessToken('old').catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ApiError)
    expect((error as ApiError).status).toBeNull()
    expect(accessToken.read()).toBe('old')
    expect(over).not.toHaveBeenCalled()
    expect(warnings).toHaveBeenCalledWith('[kamar] network error')
  })

  test('an answer that breaks off, as when the page is being left, is passed on; the session stays', async () => {
    const broken = new ReadableStream({ start: (stream) => stream.error(new TypeError('aborted')) })
    server.on(route, () => new Response(broken))
    const error: unknown = await refreshAccessToken('old').catch((caught: unknown) => caught)
    expect((error as ApiError).status).toBeNull()
    expect(accessToken.read()).toBe('old')
    expect(over).not.toHaveBeenCalled()
  })

  test.each([429, 500, 503])('%s is passed on; the session stays', async (status) => {
    server.on(route, () => errorResponse(status, 'internal', 'Server error, please try again'))
    const error: unknown = await refreshAccessToken('old').catch((caught: unknown) => caught)
    expect((error as ApiError).status).toBe(status)
    expect(accessToken.read()).toBe('old')
    expect(over).not.toHaveBeenCalled()
  })
})
