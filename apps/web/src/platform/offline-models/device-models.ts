import { createObservable, type Observable } from '../observable.js'
import { storage, storageKeys } from '../storage.js'
import type { CachePackageOutcome, CachePackageRequest } from './cache-package.js'
import type { OfflineModel } from './offline-model.js'
import { PackageStore } from './package-store.js'

const gigabyte = 1024 ** 3
/** Storage limits on offer; 0 stores no models. */
export const limitChoices: readonly number[] = [0, gigabyte / 2, gigabyte, 2 * gigabyte, 5 * gigabyte, 20 * gigabyte]
const defaultLimitBytes = 2 * gigabyte
/** Share of the browser's quota; the rest is left to other data. */
const defaultQuotaRatio = 0.2

/** Incremented when models were stored or removed, so that lists of them are reloaded. */
export const deviceRevision: Observable<number> = createObservable(0)
const changed = (): void => deviceRevision.set((revision) => revision + 1)

/**
 * Returns whether models can be stored. Without a secure context, in private windows and in older browsers they cannot;
 * nothing else changes.
 */
export const canCacheModels = (): boolean =>
  'storage' in navigator && 'getDirectory' in navigator.storage && 'locks' in navigator && globalThis.isSecureContext

/** Returns the account whose models this device may store; null before any sign-in. */
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

/** Access to a stored model's files while it is open. */
export interface DeviceModel {
  readonly model: OfflineModel
  /** Reads a file; null when it is missing or damaged. */
  readonly read: (sha256: string) => Promise<ArrayBuffer | null>
}

/** Finds the complete or partial model of a URN on this device. */
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

/** Lists the models that can be opened offline, most recently used first. */
export async function listOnDevice(): Promise<readonly OfflineModel[]> {
  const models = (await (await openStore())?.models().catch(() => [])) ?? []
  return models.filter(({ isWhole: isComplete }) => isComplete)
}

/** Runs one change at a time across all tabs. */
async function change(action: (store: PackageStore) => Promise<void>): Promise<void> {
  const store = await openStore()
  if (!store) return
  await navigator.locks.request(`kamar-device-${owner()}`, () => action(store)).catch(() => undefined)
  changed()
}

export const removeFromDevice = (urn: string): Promise<void> => change((store) => store.remove(urn))
export const recordUseOnDevice = (urn: string): Promise<void> => change((store) => store.touch(urn, Date.now()))

/**
 * Returns the storage limit in bytes: the user's choice, else two gigabytes or a fifth of the quota, whichever is less.
 */
export async function deviceLimit(): Promise<number> {
  const limitBytes = Number(storage.read(storageKeys.deviceLimit) ?? Number.NaN)
  if (Number.isFinite(limitBytes)) return limitBytes
  const { quota = 0 } = await navigator.storage.estimate().catch(() => ({ quota: 0 }))
  return Math.min(defaultLimitBytes, quota * defaultQuotaRatio)
}

/** Sets the limit and evicts models that exceed it at once. */
export async function chooseDeviceLimit(bytes: number): Promise<void> {
  storage.write(storageKeys.deviceLimit, String(bytes))
  const { evictModels } = await import('./cache-package.js')
  await change(async (store) => void (await evictModels(store, { urn: null, bytes: 0, limitBytes: bytes })))
}

let cacheWorker: Worker | null = null

/** Stores an open model on this device; cancels an earlier one in progress, which continues when it is opened again. */
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

/** Cancels the storage in progress. */
export function stopCaching(): void {
  cacheWorker?.terminate()
  cacheWorker = null
}
