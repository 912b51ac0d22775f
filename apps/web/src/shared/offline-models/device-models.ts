import { createObservable, type Observable } from '../observable.js'
import { storage, storageKeys } from '../storage.js'
import type { CachePackageOutcome, CachePackageRequest } from './cache-package.js'
import type { OfflineModel } from './offline-model.js'
import { PackageStore } from './package-store.js'

const gigabyte = 1024 ** 3
/** What somebody may choose as the room for models; 0 keeps none. */
export const limitChoices: readonly number[] = [0, gigabyte / 2, gigabyte, 2 * gigabyte, 5 * gigabyte, 20 * gigabyte]
const defaultLimitBytes = 2 * gigabyte
/** Of what the browser would give us, the rest is left to others. */
const defaultQuotaRatio = 0.2

/** Grows when models were kept or taken away: lists of them are read again. */
export const deviceRevision: Observable<number> = createObservable(0)
const changed = (): void => deviceRevision.set((revision) => revision + 1)

/** Without a secure address, in private windows and in older browsers nothing is kept, and nothing else is different. */
export const canCacheModels = (): boolean =>
  'storage' in navigator && 'getDirectory' in navigator.storage && 'locks' in navigator && globalThis.isSecureContext

/** Whose models this device may hold; null before anybody was seen signed in. */
const owner = (): string | null => storage.read(storageKeys.deviceOwner)

async function openStore(): Promise<PackageStore | null> {
  const accountId = owner()
  if (accountId === null || !canCacheModels()) return null
  try {
    return await PackageStore.open(await navigator.storage.getDirectory(), accountId, false)
  } catch {
    return null
  }
}

/** Reads of a model's files, as long as it is open. */
export interface DeviceModel {
  readonly model: OfflineModel
  /** Null when the file is not here, or is damaged. */
  readonly read: (sha256: string) => Promise<ArrayBuffer | null>
}

/** The model of a URN, if this device has it or a part of it. */
export async function findOnDevice(urn: string): Promise<DeviceModel | null> {
  try {
    const store = await openStore()
    const model = (await store?.model(urn)) ?? null
    if (!store || !model) return null
    return { model, read: (sha256) => store.readFile(sha256).catch(() => null) }
  } catch {
    return null
  }
}

/** What can be opened without a network, the one used last first. */
export async function listOnDevice(): Promise<readonly OfflineModel[]> {
  const models = (await (await openStore())?.models().catch(() => [])) ?? []
  return models.filter(({ isWhole: isComplete }) => isComplete)
}

/** One change at a time, whichever tab it is made in. */
async function change(action: (store: PackageStore) => Promise<void>): Promise<void> {
  const store = await openStore()
  if (!store) return
  await navigator.locks.request(`kamar-device-${owner()}`, () => action(store)).catch(() => undefined)
  changed()
}

export const removeFromDevice = (urn: string): Promise<void> => change((store) => store.remove(urn))
export const noteUseOnDevice = (urn: string): Promise<void> => change((store) => store.touch(urn, Date.now()))

/** How many bytes models may take here: what the person chose, else two gigabytes or a fifth of what there is. */
export async function deviceLimit(): Promise<number> {
  const limitBytes = Number(storage.read(storageKeys.deviceLimit) ?? Number.NaN)
  if (Number.isFinite(limitBytes)) return limitBytes
  const { quota = 0 } = await navigator.storage.estimate().catch(() => ({ quota: 0 }))
  return Math.min(defaultLimitBytes, quota * defaultQuotaRatio)
}

/** Takes effect at once: what has no room any more is taken away. */
export async function chooseDeviceLimit(bytes: number): Promise<void> {
  storage.write(storageKeys.deviceLimit, String(bytes))
  const { evictModels } = await import('./cache-package.js')
  await change(async (store) => void (await evictModels(store, { urn: null, bytes: 0, limitBytes: bytes })))
}

let cacheWorker: Worker | null = null

/** Keeps an open model on this device; what was being kept before is given up for it, and goes on when opened again. */
export async function cacheOnDevice(
  model: Omit<CachePackageRequest, 'accountId' | 'limitBytes'>,
): Promise<CachePackageOutcome> {
  const accountId = owner()
  const limitBytes = accountId === null || !canCacheModels() ? 0 : await deviceLimit()
  if (accountId === null || limitBytes === 0) return 'failed'
  stopCaching()
  const worker = new Worker(new URL('./cache-package-worker.js', import.meta.url), {
    type: 'module',
    name: 'kamar-keep',
  })
  cacheWorker = worker
  const request: CachePackageRequest = { ...model, accountId, limitBytes }
  return new Promise((resolve) => {
    const end = (outcome: CachePackageOutcome): void => {
      worker.terminate()
      if (cacheWorker === worker) cacheWorker = null
      changed()
      resolve(outcome)
    }
    worker.addEventListener('message', ({ data }: MessageEvent<CachePackageOutcome>) => end(data))
    worker.addEventListener('error', () => end('failed'))
    worker.postMessage(request)
  })
}

/** Gives up what is being kept. */
export function stopCaching(): void {
  cacheWorker?.terminate()
  cacheWorker = null
}
