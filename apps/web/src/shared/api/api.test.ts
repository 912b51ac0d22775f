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

describe('calls for a signed-in user', () => {
  test('refresh a refused token and answer the record', async () => {
    server.on('GET /api/auth/me', ({ headers }) =>
      headers.get('authorization') === 'Bearer new' ? json(accountRecord()) : errorResponse(401, 'not-signed-in'),
    )
    await expect(api.call('me')).resolves.toMatchObject({ email: 'ani@kamar.am' })
  })

  test('say which language messages are wanted in', async () => {
    server.on('GET /api/auth/me', () => json(accountRecord()))
    await startInternationalization('hy')
    await api.call('me')
    expect(server.calls('GET /api/auth/me')[0]?.headers.get('accept-language')).toBe('hy')
  })
})

test('a refused sign-in is an answer and no reason to refresh', async () => {
  server.on('POST /api/auth/login', () => errorResponse(401, 'invalid-credentials', 'Incorrect email or password'))
  const error: unknown = await publicApi
    .call('login', { body: { email: 'a@b.co', password: 'x' } })
    .catch((caught: unknown) => caught)
  expect(error).toMatchObject({ status: 401, code: 'invalid-credentials' })
  expect(server.calls('POST /api/auth/refresh')).toHaveLength(0)
})

describe('a streamed answer', () => {
  test('is handed over as it is', async () => {
    server.on('GET /api/file', () => new Response('bytes'))
    await expect((await fetchStream('/api/file')).text()).resolves.toBe('bytes')
  })

  test('outside 200–299 rejects with the server’s error', async () => {
    server.on('GET /api/file', () => errorResponse(404, 'not-found', 'Not found'))
    const error: unknown = await fetchStream('/api/file').catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 404, code: 'not-found' })
  })

  test('whose error is no JSON still rejects with its status', async () => {
    server.on('GET /api/file', () => new Response('<html>', { status: 502 }))
    await expect(fetchStream('/api/file')).rejects.toMatchObject({ status: 502, body: null })
  })

  test('that never comes rejects as a missing network', async () => {
    server.on('GET /api/file', () => Promise.reject(new TypeError('offline')))
    await expect(fetchStream('/api/file')).rejects.toMatchObject({ status: null })
  })

  test('that is given up rejects as given up', async () => {
    const giving = new AbortController()
    server.on('GET /api/file', () => Promise.reject(new DOMException('gone', 'AbortError')))
    giving.abort()
    await expect(fetchStream('/api/file', { signal: giving.signal })).rejects.toMatchObject({ name: 'AbortError' })
  })
})
