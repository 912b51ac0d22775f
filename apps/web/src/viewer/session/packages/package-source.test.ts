import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { accessToken } from '../../../platform/api/access-token.js'
import { announceManifest, liveConnection } from '../../../platform/files/live/live-connection.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { json, errorResponse, type StubServer, stubServer } from '../../../testing/stub-server.js'
import { testManifest } from '../../../testing/test-viewer.js'
import { packageSource } from './package-source.js'

const sha256 = 'abcdef0123456789'.repeat(4)
const manifestRoute = 'GET /api/derivatives/urn%2F1/manifest.json'
const chunk = { path: 'scene/001.bin', size: 3, sha256, geometries: 1, instances: 1, triangles: 1 }
const files = [{ path: chunk.path, size: chunk.size, sha256, encoding: 'br' }] as const
let server: StubServer
let tokens = 0

beforeEach(() => {
  tokens = 0
  accessToken.write('token-1')
  server = stubServer({
    'POST /api/auth/viewer-token': () =>
      json({ access_token: `viewer-${(tokens += 1)}`, token_type: 'Bearer', expires_in: 3600 }),
    [manifestRoute]: () => json(testManifest({ chunks: [chunk], files })),
    'GET /api/derivatives/*': () => new Response(new Uint8Array([1, 2, 3])),
  })
})
afterEach(cleanUpPage)

const { signal } = new AbortController()
const source = () => packageSource('urn/1')
const notReady = () => errorResponse(409, 'translation-not-ready', 'The file is not ready yet')

describe('package file request', () => {
  test('uses the viewer token instead of the session token', async () => {
    const bytes = await source().fetchFile('tree.bin', signal)
    expect([...new Uint8Array(bytes as ArrayBuffer)]).toEqual([1, 2, 3])
    const [request] = server.calls('GET /api/derivatives/*')
    expect(request?.path).toBe('/api/derivatives/urn%2F1/tree.bin')
    expect(request?.headers.get('authorization')).toBe('Bearer viewer-1')
  })

  test('contains the start of the file hash once the manifest is known', async () => {
    const loader = source()
    await loader.fetchManifest(signal)
    await loader.fetchFile('scene/001.bin', signal)
    await loader.fetchFile('provisional/001.bin', signal)
    const [, first, second] = server.calls('GET /api/derivatives/*')
    expect(first?.query.get('v')).toBe('abcdef0123456789')
    expect(second?.query.get('v')).toBeNull()
  })

  test('addresses a file in a pack by its stream, with the hash of the pack', async () => {
    const pack = 'scene/000.pack'
    const inPack = testManifest({
      files: [{ ...files[0], size: 2, encoding: 'identity', location: { pack, offset: 4096, size: 3, start: 1 } }],
      packs: [{ path: pack, size: 5000, sha256: '0123456789abcdef'.repeat(4), encoding: 'identity' }],
    })
    const loader = packageSource('urn/1', inPack)
    await loader.fetchManifest(signal)
    expect([...new Uint8Array(await loader.fetchFile(chunk.path, signal))]).toEqual([2, 3])
    const [request] = server.calls('GET /api/derivatives/*')
    expect(request?.path).toBe('/api/derivatives/urn%2F1/scene/000.pack/4096-4098')
    expect(request?.query.get('v')).toBe('0123456789abcdef')
  })

  test('uses a known manifest without requesting it', async () => {
    const cachedManifest = testManifest({ chunks: [chunk], files })
    const loader = packageSource('urn/1', cachedManifest)
    expect(await loader.fetchManifest(signal)).toBe(cachedManifest)
    await loader.fetchFile('scene/001.bin', signal)
    expect(server.calls('GET /api/derivatives/*').map(({ query }) => query.get('v'))).toEqual(['abcdef0123456789'])
  })

  test.each([401, 403])('is repeated once with a new token after status %i', async (status) => {
    server.on('GET /api/derivatives/*', ({ headers }) =>
      headers.get('authorization') === 'Bearer viewer-2' ? new Response('ok') : errorResponse(status, 'not-signed-in'),
    )
    await source().fetchFile('tree.bin', signal)
    expect(server.calls('GET /api/derivatives/*')).toHaveLength(2)
  })

  test('fails after the second refusal', async () => {
    server.on('GET /api/derivatives/*', () => errorResponse(403, 'not-allowed', "You don't have permission for this"))
    await expect(source().fetchFile('tree.bin', signal)).rejects.toMatchObject({ status: 403 })
    expect(server.calls('GET /api/derivatives/*')).toHaveLength(2)
  })

  test('fails without a status when the network is missing', async () => {
    server.on('GET /api/derivatives/*', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(source().fetchFile('tree.bin', signal)).rejects.toMatchObject({ status: null })
  })

  test('fails with the reason of an aborted signal', async () => {
    const leaving = new AbortController()
    server.on('GET /api/derivatives/*', () => {
      leaving.abort(new RangeError('left'))
      return Promise.reject(leaving.signal.reason as Error)
    })
    await expect(source().fetchFile('tree.bin', leaving.signal)).rejects.toThrow('left')
  })
})

describe('pending manifest', () => {
  test('is requested again after a live event', async () => {
    server.on(manifestRoute, notReady)
    const manifest = source().fetchManifest(signal)
    await expect.poll(() => server.calls(manifestRoute)).toHaveLength(1)
    server.on(manifestRoute, () => json(testManifest({ state: 'inprogress' })))
    await vi.waitFor(() => {
      announceManifest('urn/1')
      expect(server.calls(manifestRoute)).toHaveLength(2)
    })
    expect(await manifest).toMatchObject({ state: 'inprogress' })
  })

  test('is requested again after two seconds without an event', async () => {
    vi.useFakeTimers()
    server.on(manifestRoute, notReady)
    const manifest = source().fetchManifest(signal)
    await vi.advanceTimersByTimeAsync(1_999)
    expect(server.calls(manifestRoute)).toHaveLength(1)
    server.on(manifestRoute, () => json(testManifest()))
    await vi.advanceTimersByTimeAsync(1)
    expect(await manifest).toMatchObject({ state: 'complete' })
  })

  test('is no longer requested after the page was left', async () => {
    vi.useFakeTimers()
    server.on(manifestRoute, notReady)
    const leaving = new AbortController()
    const manifest = source().fetchManifest(leaving.signal)
    const ended = manifest.catch((reason: unknown) => reason)
    await vi.advanceTimersByTimeAsync(0)
    leaving.abort(new RangeError('left'))
    expect(await ended).toEqual(new RangeError('left'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(server.calls(manifestRoute)).toHaveLength(1)
  })

  test('fails with the message of the server for any other response', async () => {
    server.on(manifestRoute, () => errorResponse(404, 'not-found', 'Not found'))
    await expect(source().fetchManifest(signal)).rejects.toMatchObject({ status: 404, serverMessage: 'Not found' })
  })
})

describe('growing model', () => {
  test('is announced by live events, and by polling only without them', async () => {
    vi.useFakeTimers()
    const changed = vi.fn()
    const stop = source().subscribe?.(changed)
    liveConnection.set(true)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(changed).not.toHaveBeenCalled()
    announceManifest('urn/1')
    announceManifest('another')
    expect(changed).toHaveBeenCalledTimes(1)
    liveConnection.set(false)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(changed).toHaveBeenCalledTimes(3)
    stop?.()
    announceManifest('urn/1')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(changed).toHaveBeenCalledTimes(3)
  })
})
