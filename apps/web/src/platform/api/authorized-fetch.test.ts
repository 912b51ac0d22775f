import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../testing/clean-up.js'
import { json, errorResponse, type StubServer, stubServer } from '../../testing/stub-server.js'
import { accessToken } from './access-token.js'
import { authorizedFetch } from './authorized-fetch.js'

let server: StubServer
/** Responds according to the token of the request. */
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

describe('authorizedFetch', () => {
  test('sends the stored token and the headers of the caller', async () => {
    server.on('GET /thing', guarded('old'))
    await authorizedFetch('/thing', { headers: { accept: 'image/png' } })
    const [request] = server.calls('GET /thing')
    expect(request?.headers.get('authorization')).toBe('Bearer old')
    expect(request?.headers.get('accept')).toBe('image/png')
    expect(refreshes()).toBe(0)
  })

  test('sends no Authorization header without a token', async () => {
    accessToken.clear()
    server.on('GET /thing', () => json('open'))
    await authorizedFetch('/thing')
    expect(server.calls('GET /thing')[0]?.headers.has('authorization')).toBe(false)
  })
})

describe('authorizedFetch after a rejected request', () => {
  test.each([401, 403])('repeats a request rejected with %s once after one refresh', async (status) => {
    server.on('GET /thing', guarded('new', status))
    const response = await authorizedFetch('/thing')
    expect(response.status).toBe(200)
    expect(refreshes()).toBe(1)
    expect(server.calls('GET /thing')).toHaveLength(2)
  })

  test('returns the second rejection without a third request', async () => {
    server.on('GET /thing', () => errorResponse(403, 'not-allowed'))
    const response = await authorizedFetch('/thing')
    expect(response.status).toBe(403)
    expect(server.calls('GET /thing')).toHaveLength(2)
    expect(refreshes()).toBe(1)
  })

  test('shares one refresh between concurrent requests', async () => {
    const responses = await Promise.all(['/thing', '/thing', '/thing'].map((url) => authorizedFetch(url)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(refreshes()).toBe(1)
  })

  test('returns the rejection and clears the token when the refresh fails', async () => {
    server.on('POST /api/auth/refresh', () => errorResponse(401, 'refresh-refused'))
    const response = await authorizedFetch('/thing')
    expect(response.status).toBe(401)
    expect(accessToken.read()).toBeNull()
  })

  test('sends the request body again', async () => {
    server.on('POST /thing', guarded('new'))
    await authorizedFetch('/thing', { method: 'POST', body: JSON.stringify({ name: 'arch' }) })
    expect(server.calls('POST /thing').map(({ body }) => body)).toEqual([{ name: 'arch' }, { name: 'arch' }])
  })
})

describe('authorizedFetch without a response', () => {
  test('logs a network error and rejects with it', async () => {
    server.on('GET /thing', () => Promise.reject(new TypeError('failed to fetch')))
    await expect(authorizedFetch('/thing')).rejects.toThrow('failed to fetch')
    expect(console.warn).toHaveBeenCalledWith('[kamar] network error', '/thing')
  })

  test('logs nothing when the caller aborts', async () => {
    const giving = new AbortController()
    giving.abort()
    server.on('GET /thing', () => Promise.reject(new DOMException('gone', 'AbortError')))
    await expect(authorizedFetch('/thing', { signal: giving.signal })).rejects.toThrow('gone')
    expect(console.warn).not.toHaveBeenCalled()
  })

  test('rejects with the network error of a refresh and retains the token', async () => {
    server.on('POST /api/auth/refresh', () => Promise.reject(new TypeError('offline')))
    await expect(authorizedFetch('/thing')).rejects.toMatchObject({ status: null })
    expect(accessToken.read()).toBe('old')
  })
})
