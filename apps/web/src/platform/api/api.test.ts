import { ApiError } from '@kamar/contracts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../testing/clean-up.js'
import { accountRecord } from '../../testing/records.js'
import { json, errorResponse, type StubServer, stubServer } from '../../testing/stub-server.js'
import { startInternationalization } from '../i18n/index.js'
import { accessToken } from './access-token.js'
import { api, fetchStream, publicApi } from './api.js'

let server: StubServer

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  server = stubServer({ 'POST /api/auth/refresh': () => json({ access_token: 'new' }) })
  accessToken.write('old')
  await startInternationalization('en')
})
afterEach(cleanUpPage)

describe('authenticated API call', () => {
  test('refreshes a rejected token and returns the response', async () => {
    server.on('GET /api/auth/me', ({ headers }) =>
      headers.get('authorization') === 'Bearer new' ? json(accountRecord()) : errorResponse(401, 'not-signed-in'),
    )
    await expect(api.call('me')).resolves.toMatchObject({ email: 'ani@kamar.am' })
  })

  test('sends the interface language in Accept-Language', async () => {
    server.on('GET /api/auth/me', () => json(accountRecord()))
    await startInternationalization('hy')
    await api.call('me')
    expect(server.calls('GET /api/auth/me')[0]?.headers.get('accept-language')).toBe('hy')
  })
})

test('publicApi.call rejects a failed sign-in without a token refresh', async () => {
  server.on('POST /api/auth/login', () => errorResponse(401, 'invalid-credentials', 'Incorrect email or password'))
  const error: unknown = await publicApi
    .call('login', { body: { email: 'a@b.co', password: 'x' } })
    .catch((caught: unknown) => caught)
  expect(error).toMatchObject({ status: 401, code: 'invalid-credentials' })
  expect(server.calls('POST /api/auth/refresh')).toHaveLength(0)
})

describe('fetchStream', () => {
  test('returns the response body unchanged', async () => {
    server.on('GET /api/file', () => new Response('bytes'))
    await expect((await fetchStream('/api/file')).text()).resolves.toBe('bytes')
  })

  test('rejects with the error of the server for a status outside 200–299', async () => {
    server.on('GET /api/file', () => errorResponse(404, 'not-found', 'Not found'))
    const error: unknown = await fetchStream('/api/file').catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 404, code: 'not-found' })
  })

  test('rejects with the status when the error body is not JSON', async () => {
    server.on('GET /api/file', () => new Response('<html>', { status: 502 }))
    await expect(fetchStream('/api/file')).rejects.toMatchObject({ status: 502, body: null })
  })

  test('rejects as a network error when no response arrives', async () => {
    server.on('GET /api/file', () => Promise.reject(new TypeError('offline')))
    await expect(fetchStream('/api/file')).rejects.toMatchObject({ status: null })
  })

  test('rejects with AbortError when the caller aborts', async () => {
    const giving = new AbortController()
    server.on('GET /api/file', () => Promise.reject(new DOMException('gone', 'AbortError')))
    giving.abort()
    await expect(fetchStream('/api/file', { signal: giving.signal })).rejects.toMatchObject({ name: 'AbortError' })
  })
})
