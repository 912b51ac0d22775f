import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appServer } from '../../testing/app-server.js'
import { cleanUpPage } from '../../testing/clean-up.js'
import { MemoryFolder } from '../../testing/memory-folder.js'
import { json, errorResponse, type StubServer } from '../../testing/stub-server.js'
import { testManifest } from '../../testing/test-viewer.js'
import { storage, storageKeys } from '../storage.js'
import { checkDevice } from './check-device.js'
import {
  canCacheModels,
  chooseDeviceLimit,
  deviceLimit,
  deviceRevision,
  findOnDevice,
  cacheOnDevice,
  listOnDevice,
  recordUseOnDevice,
  removeFromDevice,
} from './device-models.js'
import { ownDevice, wipeDevice } from './device-owner.js'
import { computeHash, PackageStore } from './package-store.js'

const gigabyte = 1024 ** 3
let root: MemoryFolder
let quota: number
let server: StubServer

beforeEach(() => {
  root = new MemoryFolder()
  quota = 100 * gigabyte
  server = appServer()
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('navigator', {
    storage: { getDirectory: async () => root, estimate: async () => ({ quota }) },
    locks: { request: (_name: string, action: () => Promise<unknown>) => action() },
  })
  storage.write(storageKeys.deviceOwner, 'anna')
})
afterEach(cleanUpPage)

const content = new TextEncoder().encode('walls').buffer as ArrayBuffer

/** Stores a model as the cache does; `usedAt` determines the order. */
async function cacheModel(urn: string, usedAt: number, isComplete = true): Promise<string> {
  const store = await PackageStore.open(root as unknown as FileSystemDirectoryHandle, 'anna', true)
  const sha256 = await computeHash(content)
  const manifest = testManifest({ files: [{ path: 'chunk.bin', size: 5, sha256, encoding: 'identity' }] })
  await store?.writeModel({ urn, name: `${urn}.ifc`, manifest, bytes: 1000, usedAt, isWhole: isComplete })
  await store?.writeFile(sha256, content)
  return sha256
}
const listed = async (): Promise<string[]> => (await listOnDevice()).map(({ urn }) => urn)

describe('offline model list', () => {
  test('contains complete models by last use and reads their files by hash', async () => {
    const sha256 = await cacheModel('one', 1)
    await cacheModel('two', 2)
    await cacheModel('half', 3, false)
    expect(await listed()).toEqual(['two', 'one'])
    await recordUseOnDevice('one')
    expect(await listed()).toEqual(['one', 'two'])
    const model = await findOnDevice('one')
    expect(model?.model.name).toBe('one.ifc')
    expect(await model?.read(sha256)).toEqual(content)
    expect(await model?.read('0'.repeat(64))).toBeNull()
    expect(await findOnDevice('three')).toBeNull()
  })

  test('removes a model and notifies subscribers', async () => {
    await cacheModel('one', 1)
    const before = deviceRevision.get()
    await removeFromDevice('one')
    expect(deviceRevision.get()).toBe(before + 1)
    expect(root.paths()).toEqual([])
  })

  test.each([
    ['no user has signed in', () => storage.remove(storageKeys.deviceOwner)],
    ['the origin is not secure', () => vi.stubGlobal('isSecureContext', false)],
    ['the browser lacks OPFS', () => vi.stubGlobal('navigator', { storage: {}, locks: {} })],
    [
      'the browser denies access to OPFS',
      () => vi.stubGlobal('navigator', { storage: { getDirectory: () => Promise.reject(new Error('no')) }, locks: {} }),
    ],
  ])('is empty and removes nothing when %s', async (_, without) => {
    await cacheModel('one', 1)
    without()
    expect(await listed()).toEqual([])
    expect(await findOnDevice('one')).toBeNull()
    const before = deviceRevision.get()
    await removeFromDevice('one')
    expect(deviceRevision.get()).toBe(before)
    expect(root.paths()).toHaveLength(2)
  })
})

describe('offline storage limit', () => {
  test('is two gigabytes, a fifth of the quota, or the chosen value', async () => {
    expect(await deviceLimit()).toBe(2 * gigabyte)
    quota = gigabyte
    expect(await deviceLimit()).toBe(gigabyte / 5)
    storage.write(storageKeys.deviceLimit, '0')
    expect(await deviceLimit()).toBe(0)
    storage.write(storageKeys.deviceLimit, 'much')
    expect(await deviceLimit()).toBe(gigabyte / 5)
  })

  test('evicts the oldest models at once when it is lowered', async () => {
    for (const [at, urn] of ['one', 'two', 'three'].entries()) await cacheModel(urn, at)
    await chooseDeviceLimit(2500)
    expect(await listed()).toEqual(['three', 'two'])
    await chooseDeviceLimit(0)
    expect(root.paths()).toEqual([])
  })
})

describe('offline model caching', () => {
  class TestWorker extends EventTarget {
    static instances: TestWorker[] = []
    request: unknown = null
    isEnded = false
    constructor() {
      super()
      TestWorker.instances.push(this)
    }
    postMessage(request: unknown): void {
      this.request = request
    }
    terminate(): void {
      this.isEnded = true
    }
  }
  const request = { urn: 'one', name: 'one.ifc', manifest: testManifest(), token: 't' }
  beforeEach(() => {
    TestWorker.instances = []
    vi.stubGlobal('Worker', TestWorker)
  })

  test('returns the result of its worker and fails when the worker breaks', async () => {
    const outcome = cacheOnDevice(request)
    await expect.poll(() => TestWorker.instances[0]?.request).toBeTruthy()
    expect(TestWorker.instances[0]?.request).toMatchObject({ urn: 'one', accountId: 'anna', limitBytes: 2 * gigabyte })
    TestWorker.instances[0]?.dispatchEvent(new MessageEvent('message', { data: 'too-large' }))
    expect(await outcome).toBe('too-large')
    const broken = cacheOnDevice(request)
    await expect.poll(() => TestWorker.instances[1]?.request).toBeTruthy()
    TestWorker.instances[1]?.dispatchEvent(new Event('error'))
    expect(await broken).toBe('failed')
    expect(TestWorker.instances.map(({ isEnded }) => isEnded)).toEqual([true, true])
  })

  test('terminates its worker when another model is requested', async () => {
    void cacheOnDevice(request)
    await expect.poll(() => TestWorker.instances).toHaveLength(1)
    void cacheOnDevice({ ...request, urn: 'two' })
    await expect.poll(() => TestWorker.instances).toHaveLength(2)
    expect(TestWorker.instances.map(({ isEnded }) => isEnded)).toEqual([true, false])
  })

  test('starts no worker when the limit is zero', async () => {
    storage.write(storageKeys.deviceLimit, '0')
    expect(await cacheOnDevice(request)).toBe('failed')
    expect(TestWorker.instances).toHaveLength(0)
    expect(canCacheModels()).toBe(true)
  })
})

describe('permission check of offline models', () => {
  const getManifestRoute = (urn: string): string => `HEAD /api/derivatives/${urn}/manifest.json`

  test('removes models after 403 or 404 and stops at a server error', async () => {
    for (const [at, urn] of ['e', 'd', 'c', 'b', 'a'].entries()) await cacheModel(urn, at)
    server.on(getManifestRoute('a'), () => json({}))
    server.on(getManifestRoute('b'), () => errorResponse(403, 'not-allowed'))
    server.on(getManifestRoute('c'), () => errorResponse(404, 'not-found'))
    server.on(getManifestRoute('d'), () => errorResponse(503, 'not-ready'))
    server.on(getManifestRoute('e'), () => errorResponse(410, 'not-found'))
    await checkDevice(new AbortController().signal)
    expect(await listed()).toEqual(['a', 'd', 'e'])
    expect(server.calls(getManifestRoute('e'))).toEqual([])
  })

  test('sends no request after its signal is aborted', async () => {
    await cacheModel('one', 1)
    await checkDevice(AbortSignal.abort())
    expect(server.requests).toEqual([])
  })

  test('retains models for the same user, removes them for another user, and clears the owner at sign-out', async () => {
    await cacheModel('one', 1)
    await ownDevice('anna')
    expect(await listed()).toEqual(['one'])
    await ownDevice('boris')
    expect([root.paths(), storage.read(storageKeys.deviceOwner)]).toEqual([[], 'boris'])
    await wipeDevice()
    expect(storage.read(storageKeys.deviceOwner)).toBeNull()
  })

  test('retries the removal while a file is being written', async () => {
    await cacheModel('one', 1)
    const busy = vi.spyOn(root, 'removeEntry').mockRejectedValueOnce(new DOMException('', 'InvalidStateError'))
    await wipeDevice()
    expect(busy).toHaveBeenCalledTimes(2)
    expect(root.paths()).toEqual([])
  })
})
