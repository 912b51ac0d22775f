import { limits } from '@kamar/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accessToken } from '../../../platform/api/access-token.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { json, errorResponse, type StubServer, stubServer } from '../../../testing/stub-server.js'
import { getViewerToken, renewViewerToken } from './viewer-token.js'

const now = Date.UTC(2026, 10, 20)
const fiveMinutes = limits.viewerTokenDiscardBeforeExpiryMilliseconds
let server: StubServer

beforeEach(() => {
  accessToken.write('token-1')
  server = stubServer({
    'POST /api/auth/viewer-token': () => json({ access_token: 'new', token_type: 'Bearer', expires_in: 3600 }),
  })
})
afterEach(cleanUpPage)

const storeToken = (token: unknown): void => localStorage.setItem('forge_token', JSON.stringify(token))
const storeTokenUntil = (expiresAt: number): void =>
  storeToken({ access_token: 'kept', token_type: 'Bearer', expiresAt, obtainedAt: now - 1000 })
const readStoredToken = (): unknown => JSON.parse(localStorage.getItem('forge_token') ?? 'null')
const countRequests = () => server.calls('POST /api/auth/viewer-token').length

describe('viewer token', () => {
  test('is requested with the access token of the session and stored under forge_token', async () => {
    expect(await getViewerToken(now)).toEqual({ token: 'new', from: 'server' })
    expect(server.requests[0]?.headers.get('authorization')).toBe('Bearer token-1')
    expect(readStoredToken()).toEqual({
      access_token: 'new',
      token_type: 'Bearer',
      expiresAt: now + 3_600_000,
      obtainedAt: now,
    })
  })

  test('is taken from storage while at least five minutes remain before it expires', async () => {
    storeTokenUntil(now + fiveMinutes)
    expect(await getViewerToken(now)).toEqual({ token: 'kept', from: 'storage' })
    expect(countRequests()).toBe(0)
  })

  test.each([
    ['less than five minutes remain', now + fiveMinutes - 1],
    ['it has expired', now - 1],
  ])('is replaced when %s', async (_name, expiresAt) => {
    storeTokenUntil(expiresAt)
    expect(await getViewerToken(now)).toEqual({ token: 'new', from: 'server' })
    expect(readStoredToken()).toMatchObject({ access_token: 'new' })
  })

  test('is removed from storage after it expired, even when no new token can be fetched', async () => {
    storeTokenUntil(now - 1)
    server.on('POST /api/auth/viewer-token', () => errorResponse(500, 'internal', 'Server error, please try again'))
    await expect(getViewerToken(now)).rejects.toMatchObject({ status: 500 })
    expect(readStoredToken()).toBeNull()
  })

  test.each([
    ['text that is not JSON'],
    ['{}'],
    ['{"access_token":7,"expiresAt":9e15}'],
    ['{"access_token":"kept"}'],
    ['null'],
  ])('is requested when storage holds %s', async (stored) => {
    localStorage.setItem('forge_token', stored)
    expect(await getViewerToken(now)).toEqual({ token: 'new', from: 'server' })
  })

  test('is renewed regardless of the stored token', async () => {
    storeTokenUntil(now + 3_000_000)
    expect(await renewViewerToken(now)).toBe('new')
    expect(readStoredToken()).toMatchObject({ access_token: 'new', expiresAt: now + 3_600_000 })
  })
})
