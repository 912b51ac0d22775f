import type { Manifest, PackageFile } from '@kamar/view-package/read'
import { computeHash, type PackageStore } from './package-store.js'

/** A model to keep. */
export interface CachePackageRequest {
  readonly accountId: string
  readonly urn: string
  readonly name: string
  readonly version?: number
  readonly manifest: Manifest
  /** Bytes that all models together may take. */
  readonly limitBytes: number
  readonly token: string
}

/** `too-large`: it alone takes more than all models may; `refused`: the server does not give it any more. */
export type CachePackageOutcome = 'kept' | 'too-large' | 'refused' | 'failed'

interface CachePackageDependencies {
  readonly store: PackageStore
  /** A file of the package, or how the server refused. */
  readonly fetchFile: (path: string, sha256: string) => Promise<ArrayBuffer | 'refused' | 'failed'>
  readonly now: () => number
}

/**
 * Puts what is missing of a package into the store. The record comes first: it says which files belong to the model, so
 * that no other tab takes them for left over; it is called whole when the last file is there.
 */
export async function cachePackage(
  request: CachePackageRequest,
  parts: CachePackageDependencies,
): Promise<CachePackageOutcome> {
  const { store } = parts
  const { urn, name, version, manifest } = request
  const record = { urn, name, manifest, usedAt: parts.now(), ...(version === undefined ? {} : { version }) }
  const before = await store.model(urn)
  const isSame = before !== null && sameFiles(before.manifest, manifest)
  const wasComplete = isSame && before.isWhole
  await store.writeModel({ ...record, bytes: before?.bytes ?? 0, isWhole: wasComplete })
  const outcome = await cacheFiles(request, parts, wasComplete)
  if (outcome === 'refused' || outcome === 'too-large') await store.remove(urn)
  if (typeof outcome === 'string') return outcome
  await store.writeModel({ ...record, bytes: outcome, isWhole: true })
  if (before && !isSame) await store.sweep()
  return 'kept'
}

/** How many bytes the files take together, when all of them are here. */
async function cacheFiles(
  { urn, manifest, limitBytes }: CachePackageRequest,
  parts: CachePackageDependencies,
  wasComplete: boolean,
): Promise<number | Exclude<CachePackageOutcome, 'kept'>> {
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

/** Files of a model that was whole are read, and checked, when they are used; others are checked now. */
async function getCachedBytes(store: PackageStore, sha256: string, wasComplete: boolean): Promise<number> {
  const size = await store.getSize(sha256)
  return size > 0 && (wasComplete || (await store.readFile(sha256)) !== null) ? size : 0
}

async function fetchChecked(
  { path, sha256, encoding }: PackageFile,
  { fetchFile }: CachePackageDependencies,
): Promise<ArrayBuffer | 'refused' | 'failed'> {
  const content = await fetchFile(path, sha256)
  if (typeof content === 'string') return content
  // What is stored compressed arrives unpacked: only of the rest the manifest has the hash.
  return encoding === 'br' || (await computeHash(content)) === sha256 ? content : 'failed'
}

const sameFiles = (one: Manifest, other: Manifest): boolean =>
  one.files.length === other.files.length &&
  one.files.every(({ sha256 }, index) => sha256 === other.files[index]?.sha256)

/** Takes the models away that were not looked at for longest, until one of so many bytes fits; false when it cannot. */
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
