import type { Manifest, PackageFile } from '@kamar/package-format/read'
import type { OfflineModel } from './offline-model.js'
import { computeHash, type PackageStore } from './package-store.js'

/** Request to store a model. */
export interface CachePackageRequest extends Pick<OfflineModel, 'urn' | 'name' | 'version' | 'file' | 'manifest'> {
  readonly accountId: string
  /** Maximum number of bytes for all models together. */
  readonly limitBytes: number
  readonly token: string
}

/** `too-large`: the model alone exceeds the limit of all models; `refused`: the server no longer provides it. */
export type CachePackageOutcome = 'cached' | 'too-large' | 'refused' | 'failed'

interface CachePackageDependencies {
  readonly store: PackageStore
  /** Fetches a file of the package, or returns how the server refused it. */
  readonly fetchFile: (path: string) => Promise<ArrayBuffer | 'refused' | 'failed'>
  readonly now: () => number
}

/**
 * Adds the missing files of a package to the store. The record is written first: it names the files of the model, so
 * that no other tab deletes them as unused; it is marked complete after the last file.
 */
export async function cachePackage(
  request: CachePackageRequest,
  parts: CachePackageDependencies,
): Promise<CachePackageOutcome> {
  const { store } = parts
  const { urn, name, version, file, manifest } = request
  const record = {
    urn,
    name,
    manifest,
    usedAt: parts.now(),
    ...(version === undefined ? {} : { version }),
    ...(file === undefined ? {} : { file }),
  }
  const before = await store.model(urn)
  const isSame = before !== null && sameFiles(before.manifest, manifest)
  const wasComplete = isSame && before.isWhole
  await store.writeModel({ ...record, bytes: before?.bytes ?? 0, isWhole: wasComplete })
  const outcome = await cacheFiles(request, parts, wasComplete)
  if (outcome === 'refused' || outcome === 'too-large') await store.remove(urn)
  if (typeof outcome === 'string') return outcome
  await store.writeModel({ ...record, bytes: outcome, isWhole: true })
  if (before && !isSame) await store.sweep()
  return 'cached'
}

/** Returns the total number of bytes of the files, once all are stored. */
async function cacheFiles(
  { urn, manifest, limitBytes }: CachePackageRequest,
  parts: CachePackageDependencies,
  wasComplete: boolean,
): Promise<number | Exclude<CachePackageOutcome, 'cached'>> {
  const { store } = parts
  let bytes = 0
  for (const file of manifest.files) {
    const cachedBytes = await getCachedBytes(store, file.sha256, wasComplete)
    const content = cachedBytes > 0 ? null : await fetchChecked(file, parts)
    if (typeof content === 'string') return content
    const size = content?.byteLength ?? cachedBytes
    if (!(await evictModels(store, { urn, bytes: bytes + size, limitBytes }))) return 'too-large'
    bytes += content ? await store.writeFile(file.sha256, content) : cachedBytes
  }
  return bytes
}

/**
 * Returns the stored size. Files of a model that was complete are verified when they are read; others are verified now.
 */
async function getCachedBytes(store: PackageStore, sha256: string, wasComplete: boolean): Promise<number> {
  const size = await store.getSize(sha256)
  return size > 0 && (wasComplete || (await store.readFile(sha256)) !== null) ? size : 0
}

async function fetchChecked(
  { path, sha256, encoding }: PackageFile,
  { fetchFile }: CachePackageDependencies,
): Promise<ArrayBuffer | 'refused' | 'failed'> {
  const content = await fetchFile(path)
  if (typeof content === 'string') return content
  // Files stored with compression arrive decompressed: the manifest has the hash of the content only for the others.
  return encoding === 'br' || (await computeHash(content)) === sha256 ? content : 'failed'
}

const sameFiles = (one: Manifest, other: Manifest): boolean =>
  one.files.length === other.files.length &&
  one.files.every(({ sha256 }, index) => sha256 === other.files[index]?.sha256)

/** Evicts the least recently used models until one of the given size fits; returns false when it cannot fit. */
export async function evictModels(
  store: PackageStore,
  { urn, bytes, limitBytes }: { readonly urn: string | null; readonly bytes: number; readonly limitBytes: number },
): Promise<boolean> {
  const others = (await store.models()).filter((model) => model.urn !== urn)
  let total = others.reduce((sum, model) => sum + model.bytes, bytes)
  while (total > limitBytes) {
    const oldest = others.pop()
    if (!oldest) return false
    await store.remove(oldest.urn)
    total -= oldest.bytes
  }
  return true
}
