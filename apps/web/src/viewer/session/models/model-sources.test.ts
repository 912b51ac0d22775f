import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accessToken } from '../../../platform/api/access-token.js'
import { announceManifest, liveConnection } from '../../../platform/files/live/live-connection.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { json, type StubServer, stubServer } from '../../../testing/stub-server.js'
import { testManifest } from '../../../testing/test-viewer.js'
import { createModelSource } from './model-sources.js'

const sha256 = 'abcdef0123456789'.repeat(4)
const chunk = { path: 'scene/001.bin', size: 3, sha256, geometries: 1, instances: 1, triangles: 1 }
const { signal } = new AbortController()
let server: StubServer
let urn = ''
let openCount = 0

beforeEach(() => {
  // Sources are cached for the lifetime of the page.
  urn = `urn-${(openCount += 1)}`
  accessToken.write('token-1')
  liveConnection.set(true)
  server = stubServer({
    'POST /api/auth/viewer-token': () => json({ access_token: 'viewer', token_type: 'Bearer', expires_in: 3600 }),
    [`GET /api/derivatives/${urn}/manifest.json`]: () =>
      json(testManifest({ chunks: [chunk], files: [{ ...chunk, encoding: 'br' }] })),
    [`GET /api/derivatives/${urn}/scene/001.bin`]: () => new Response(new Uint8Array([1])),
  })
})
afterEach(cleanUpPage)

/** Requests the model as the engine does each time it is added. */
async function join(): Promise<void> {
  const { loader } = createModelSource('pipes.ifc', { fileId: 'file-2', urn })
  await loader.fetchManifest(signal)
  await loader.fetchFile('scene/001.bin', signal)
}
const manifests = () => server.calls(`GET /api/derivatives/${urn}/manifest.json`).length
const files = () =>
  server
    .calls(`GET /api/derivatives/${urn}/scene/001.bin`)
    .map(({ path, query }) => `${path}?v=${query.get('v') ?? ''}`)

describe('createModelSource', () => {
  test('fetches the manifest once and chunk files by their versioned URL', async () => {
    await join()
    await join()
    expect(manifests()).toBe(1)
    const address = `/api/derivatives/${urn}/scene/001.bin?v=abcdef0123456789`
    expect(files()).toEqual([address, address])
  })

  test('fetches the manifest again after an announced package or a lost live connection', async () => {
    await join()
    announceManifest(urn)
    await join()
    expect(manifests()).toBe(2)
    liveConnection.set(false)
    liveConnection.set(true)
    await join()
    expect(manifests()).toBe(3)
    liveConnection.set(false)
    await join()
    await join()
    expect(manifests()).toBe(5)
  })

  test('fetches the manifest again while the translation is in progress', async () => {
    server.on(`GET /api/derivatives/${urn}/manifest.json`, () => json(testManifest({ state: 'inprogress' })))
    await join()
    await join()
    expect(manifests()).toBe(2)
  })
})
