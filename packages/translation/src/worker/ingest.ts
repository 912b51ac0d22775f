import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { readerLimits, TranslationError } from '@kamar/contracts'
import type { DerivativeStore } from '@kamar/storage'
import type { Manifest, PackageFile } from '@kamar/view-package'
import type { IngestedFile } from '../jobs/lease.js'
import { openChildFile, UntrustedOutputError, type ChildOutput } from '../reader-process/child-output.js'
import { limitExceeded } from '../run/failure-of.js'

/** Where files come from and go to. */
export interface Ingest {
  readonly output: ChildOutput
  readonly derivatives: DerivativeStore
  readonly translationId: string
  /** Throws when the lease is over: asked right before every write. */
  readonly assertHeld: () => void
}

/** Lists every chunk and file of a manifest once. */
function listed(manifest: Manifest): readonly PackageFile[] {
  const byPath = new Map<string, PackageFile>()
  for (const { path, size, sha256 } of manifest.chunks) byPath.set(path, { path, size, sha256, encoding: 'br' })
  for (const file of manifest.files) byPath.set(file.path, file)
  return [...byPath.values()]
}

async function readChecked(output: ChildOutput, file: PackageFile): Promise<Uint8Array> {
  const handle = await openChildFile(output, file.path)
  try {
    const bytes = await readExactly(handle, file)
    if (createHash('sha256').update(bytes).digest('hex') !== file.sha256) throw new UntrustedOutputError(file.path)
    return bytes
  } finally {
    await handle.close()
  }
}

async function readExactly(handle: FileHandle, { path, size }: PackageFile): Promise<Uint8Array> {
  if (size > readerLimits.outputFileBytes || (await handle.stat()).size !== size) throw new UntrustedOutputError(path)
  const bytes = new Uint8Array(size)
  for (let filled = 0; filled < size;) {
    const { bytesRead } = await handle.read(bytes, filled, size - filled, filled)
    if (bytesRead === 0) throw new UntrustedOutputError(path)
    filled += bytesRead
  }
  return bytes
}

async function ingestFile(ingest: Ingest, file: PackageFile, storedPath: string): Promise<IngestedFile> {
  const bytes = await readChecked(ingest.output, file)
  ingest.assertHeld()
  const provisional = storedPath !== file.path
  await ingest.derivatives.write({ translationId: ingest.translationId, path: storedPath }, bytes, { provisional })
  return { path: storedPath, sizeBytes: file.size, sha256: file.sha256, encoding: file.encoding }
}

function assertWithinLimits(files: readonly PackageFile[]): void {
  const total = files.reduce((sum, file) => sum + file.size, 0)
  if (total > readerLimits.outputTotalBytes)
    throw new TranslationError(limitExceeded('output-total', readerLimits.outputTotalBytes))
}

/**
 * Takes a finished package over: every file that the manifest lists, checked against its size and hash, and nothing
 * else. Files are read as wholes (they are chunks of well under a megabyte, held one at a time).
 */
export async function ingestPackage(ingest: Ingest, manifest: Manifest): Promise<readonly IngestedFile[]> {
  const files = listed(manifest)
  assertWithinLimits(files)
  const ingested: IngestedFile[] = []
  for (const file of files) ingested.push(await ingestFile(ingest, file, file.path))
  return ingested
}

/** A live manifest with paths of this attempt, and the files that are new in it. */
export interface ProvisionalManifest {
  readonly manifest: Manifest
  readonly files: readonly IngestedFile[]
}

/**
 * Takes the new chunks of a live manifest over. They are kept under the attempt's number: another attempt may cut the
 * model elsewhere, and what a browser has cached under a path must stay true.
 */
export async function ingestProvisional(
  ingest: Ingest,
  manifest: Manifest,
  { attempt, known }: { readonly attempt: number; readonly known: ReadonlySet<string> },
): Promise<ProvisionalManifest> {
  const files = listed(manifest).filter((file) => file.path.startsWith('provisional/'))
  assertWithinLimits(files)
  const storedPath = (path: string): string => path.replace(/^provisional\//, `provisional/${attempt}/`)
  const ingested: IngestedFile[] = []
  for (const file of files) {
    if (!known.has(storedPath(file.path))) ingested.push(await ingestFile(ingest, file, storedPath(file.path)))
  }
  const renamed = <Entry extends { readonly path: string }>(entries: readonly Entry[]): Entry[] =>
    entries
      .filter((entry) => entry.path.startsWith('provisional/'))
      .map((entry) => ({ ...entry, path: storedPath(entry.path) }))
  return {
    manifest: { ...manifest, state: 'inprogress', chunks: renamed(manifest.chunks), files: renamed(manifest.files) },
    files: ingested,
  }
}
