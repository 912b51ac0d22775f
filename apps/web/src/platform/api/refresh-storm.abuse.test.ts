import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../testing/clean-up.js'
import { deferred } from '../../testing/deferred.js'
import { json, errorResponse, type StubServer, stubServer } from '../../testing/stub-server.js'
import { accessToken } from './access-token.js'
import { authorizedFetch } from './authorized-fetch.js'
import type * as refreshModule from './refresh-access-token.js'
import { refreshAccessToken } from './refresh-access-token.js'

let server: StubServer
/** The only token that the stubbed server accepts. */
let valid = 'fresh-1'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  valid = 'fresh-1'
  server = stubServer({
    'GET /api/auth/my-urns*': ({ headers }) =>
      headers.get('authorization') === `Bearer ${valid}` ? json([]) : errorResponse(401, 'not-signed-in'),
    'POST /api/auth/refresh': () => json({ access_token: valid }),
  })
  accessToken.write('stale')
})
afterEach(cleanUpPage)

const sendTwentyRequests = () =>
  Promise.all(Array.from({ length: 20 }, (_, index) => authorizedFetch(`/api/auth/my-urns/${index}`)))
const countRequests = (): number[] =>
  Array.from({ length: 20 }, (_, index) => server.calls(`GET /api/auth/my-urns/${index}`).length)

/** Stubs browser locks, for several tabs simulated in one page. */
function stubLocks(): void {
  const tails = new Map<string, Promise<unknown>>()
  vi.stubGlobal('navigator', {
    locks: {
      request(name: string, work: () => Promise<unknown>) {
        const run = (tails.get(name) ?? Promise.resolve()).then(work)
        tails.set(
          name,
          run.catch(() => null),
        )
        return run
      },
    },
  })
}

describe('authorizedFetch with twenty concurrent rejected requests', () => {
  test('G09 shares one refresh and repeats each request once', async () => {
    const response = deferred<Response>()
    server.on('POST /api/auth/refresh', () => response.promise)
    const requests = sendTwentyRequests()
    await expect.poll(() => server.calls('POST /api/auth/refresh')).toHaveLength(1)
    response.resolve(json({ access_token: valid }))
    expect((await requests).map(({ status }) => status)).toEqual(Array<number>(20).fill(200))
    expect(server.calls('POST /api/auth/refresh')).toHaveLength(1)
    expect(countRequests()).toEqual(Array<number>(20).fill(2))
  })

  test('G09 returns the second rejection without another repetition', async () => {
    valid = 'never given'
    server.on('POST /api/auth/refresh', () => json({ access_token: 'refused too' }))
    expect((await sendTwentyRequests()).map(({ status }) => status)).toEqual(Array<number>(20).fill(401))
    expect(server.calls('POST /api/auth/refresh')).toHaveLength(1)
    expect(countRequests()).toEqual(Array<number>(20).fill(2))
  })

  test('G09 sends each request once and clears the token when the refresh is rejected', async () => {
    server.on('POST /api/auth/refresh', () => errorResponse(401, 'refresh-refused'))
    expect((await sendTwentyRequests()).map(({ status }) => status)).toEqual(Array<number>(20).fill(401))
    expect(server.calls('POST /api/auth/refresh')).toHaveLength(1)
    expect(countRequests()).toEqual(Array<number>(20).fill(1))
    expect(accessToken.read()).toBeNull()
  })
})

test('G09 two tabs share one token refresh and both stay signed in', async () => {
  stubLocks()
  // The query string makes it another module instance, as in another tab: it shares the access token and the locks, but
  // no pending request.
  const address = './refresh-access-token.js?tab=2'
  const secondTab = (await import(/* @vite-ignore */ address)) as typeof refreshModule
  expect(secondTab.refreshAccessToken).not.toBe(refreshAccessToken)
  const tokens = await Promise.all([refreshAccessToken('stale'), secondTab.refreshAccessToken('stale')])
  expect(tokens).toEqual([valid, valid])
  expect(server.calls('POST /api/auth/refresh')).toHaveLength(1)
  expect(accessToken.read()).toBe(valid)
})
