import type { Manifest, PackageFile } from '@kamar/view-package/read'
import { hashOf, type PackageStore } from './package-store.js'

/** A model to keep. */
export interface KeepRequest {
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
export type KeepOutcome = 'kept' | 'too-large' | 'refused' | 'failed'

interface KeepParts {
  readonly store: PackageStore
  /** A file of the package, or how the server refused. */
  readonly fetchFile: (path: string, sha256: string) => Promise<ArrayBuffer | 'refused' | 'failed'>
  readonly now: () => number
}

/**
 * Puts what is missing of a package into the store. The record comes first: it says which files belong to the model, so
 * that no other tab takes them for left over; it is called whole when the last file is there.
 */
export async function keepPackage(request: KeepRequest, parts: KeepParts): Promise<KeepOutcome> {
  const { store } = parts
  const { urn, name, version, manifest } = request
  const record = { urn, name, manifest, usedAt: parts.now(), ...(version === undefined ? {} : { version }) }
  const before = await store.model(urn)
  const isSame = before !== null && sameFiles(before.manifest, manifest)
  const wasWhole = isSame && before.isWhole
  await store.writeModel({ ...record, bytes: before?.bytes ?? 0, isWhole: wasWhole })
  const kept = await keepFiles(request, parts, wasWhole)
  if (kept === 'refused' || kept === 'too-large') await store.remove(urn)
  if (typeof kept === 'string') return kept
  await store.writeModel({ ...record, bytes: kept, isWhole: true })
  if (before && !isSame) await store.sweep()
  return 'kept'
}

/** How many bytes the files take together, when all of them are here. */
async function keepFiles(
  { urn, manifest, limitBytes }: KeepRequest,
  parts: KeepParts,
  wasWhole: boolean,
): Promise<number | Exclude<KeepOutcome, 'kept'>> {
  const { store } = parts
  let bytes = 0
  for (const file of manifest.files) {
    const known = await keptBytes(store, file.sha256, wasWhole)
    const content = known > 0 ? null : await fetchChecked(file, parts)
    if (typeof content === 'string') return content
    const size = content?.byteLength ?? known
    if (!(await makeRoom(store, { urn, bytes: bytes + size, limitBytes }))) return 'too-large'
    bytes += content ? await store.writeFile(file.sha256, content) : known
  }
  return bytes
}

/** Files of a model that was whole are read, and checked, when they are used; others are checked now. */
async function keptBytes(store: PackageStore, sha256: string, wasWhole: boolean): Promise<number> {
  const size = await store.sizeOf(sha256)
  return size > 0 && (wasWhole || (await store.readFile(sha256)) !== null) ? size : 0
}

async function fetchChecked(
  { path, sha256, encoding }: PackageFile,
  { fetchFile }: KeepParts,
): Promise<ArrayBuffer | 'refused' | 'failed'> {
  const content = await fetchFile(path, sha256)
  if (typeof content === 'string') return content
  // What is stored compressed arrives unpacked: only of the rest the manifest has the hash.
  return encoding === 'br' || (await hashOf(content)) === sha256 ? content : 'failed'
}

const sameFiles = (one: Manifest, other: Manifest): boolean =>
  one.files.length === other.files.length &&
  one.files.every(({ sha256 }, index) => sha256 === other.files[index]?.sha256)

/** Takes the models away that were not looked at for longest, until one of so many bytes fits; false when it cannot. */
export async function makeRoom(
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
