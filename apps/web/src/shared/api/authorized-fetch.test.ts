import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../testing/clean-up.js'
import { json, errorResponse, type StubServer, stubServer } from '../../testing/stub-server.js'
import { accessToken } from './access-token.js'
import { authorizedFetch } from './authorized-fetch.js'

let server: StubServer
/** What a resource answers to the token that came with the request. */
const guarded =
  (good: string, status = 401) =>
  ({ headers }: { headers: Headers }): Response =>
    headers.get('authorization') === `Bearer ${good}` ? json('yours') : errorResponse(status, 'not-signed-in')

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  server = stubServer({
    'POST /api/auth/refresh': () => json({ access_token: 'new' }),
    'GET /thing': guarded('new'),
  })
  accessToken.write('old')
})
afterEach(cleanUpPage)

const refreshes = () => server.calls('POST /api/auth/refresh').length

describe('a request', () => {
  test('carries the stored token and what the caller gave', async () => {
    server.on('GET /thing', guarded('old'))
    await authorizedFetch('/thing', { headers: { accept: 'image/png' } })
    const [request] = server.calls('GET /thing')
    expect(request?.headers.get('authorization')).toBe('Bearer old')
    expect(request?.headers.get('accept')).toBe('image/png')
    expect(refreshes()).toBe(0)
  })

  test('carries none when nobody is signed in', async () => {
    accessToken.clear()
    server.on('GET /thing', () => json('open'))
    await authorizedFetch('/thing')
    expect(server.calls('GET /thing')[0]?.headers.has('authorization')).toBe(false)
  })
})

describe('a refused request', () => {
  test.each([401, 403])('with %s is sent once more after one refresh', async (status) => {
    server.on('GET /thing', guarded('new', status))
    const response = await authorizedFetch('/thing')
    expect(response.status).toBe(200)
    expect(refreshes()).toBe(1)
    expect(server.calls('GET /thing')).toHaveLength(2)
  })

  test('is not sent a third time: what is refused with a good token is the answer', async () => {
    server.on('GET /thing', () => errorResponse(403, 'not-allowed'))
    const response = await authorizedFetch('/thing')
    expect(response.status).toBe(403)
    expect(server.calls('GET /thing')).toHaveLength(2)
    expect(refreshes()).toBe(1)
  })

  test('waits for the refresh that another one has begun', async () => {
    const responses = await Promise.all(['/thing', '/thing', '/thing'].map((url) => authorizedFetch(url)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(refreshes()).toBe(1)
  })

  test('keeps its refusal when the session cannot be refreshed', async () => {
    server.on('POST /api/auth/refresh', () => errorResponse(401, 'refresh-refused'))
    const response = await authorizedFetch('/thing')
    expect(response.status).toBe(401)
    expect(accessToken.read()).toBeNull()
  })

  test('sends its body again', async () => {
    server.on('POST /thing', guarded('new'))
    await authorizedFetch('/thing', { method: 'POST', body: JSON.stringify({ name: 'arch' }) })
    expect(server.calls('POST /thing').map(({ body }) => body)).toEqual([{ name: 'arch' }, { name: 'arch' }])
  })
})

describe('no answer', () => {
  test('is logged and passed on', async () => {
    server.on('GET /thing', () => Promise.reject(new TypeError('failed to fetch')))
    await expect(authorizedFetch('/thing')).rejects.toThrow('failed to fetch')
    expect(console.warn).toHaveBeenCalledWith('[kamar] network error', '/thing')
  })

  test('is not logged when the caller gave up', async () => {
    const giving = new AbortController()
    giving.abort()
    server.on('GET /thing', () => Promise.reject(new DOMException('gone', 'AbortError')))
    await expect(authorizedFetch('/thing', { signal: giving.signal })).rejects.toThrow('gone')
    expect(console.warn).not.toHaveBeenCalled()
  })

  test('of the refresh is passed on instead of a refusal', async () => {
    server.on('POST /api/auth/refresh', () => Promise.reject(new TypeError('offline')))
    await expect(authorizedFetch('/thing')).rejects.toMatchObject({ status: null })
    expect(accessToken.read()).toBe('old')
  })
})
