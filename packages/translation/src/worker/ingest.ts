import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { readerLimits, TranslationError } from '@kamar/core'
import type { DerivativeStore } from '@kamar/storage'
import { listStoredFiles, type Manifest, type PackageFile } from '@kamar/package-format'
import type { IngestedFile } from '../jobs/lease.js'
import { openChildFile, UntrustedOutputError, type ChildOutput } from '../reader-process/child-output.js'
import { limitExceeded } from '../run/to-failure.js'

const maxConcurrentFiles = 8

/** Source and destination of the files. */
export interface Ingest {
  readonly output: ChildOutput
  readonly derivatives: DerivativeStore
  readonly translationId: string
  /** Throws if the lease is over; called right before every write. */
  readonly assertHeld: () => void
}

/** Lists every stored file of a manifest once. */
function listed(manifest: Manifest): readonly PackageFile[] {
  return [...new Map(listStoredFiles(manifest).map((file) => [file.path, file])).values()]
}

/** Yields the bytes of a file, hashing on the way; throws at the end of a file that differs from its manifest entry. */
async function* checkedBytes(handle: FileHandle, { path, size, sha256 }: PackageFile): AsyncIterable<Uint8Array> {
  const hash = createHash('sha256')
  let total = 0
  for await (const chunk of handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
    total += chunk.length
    if (total > size) throw new UntrustedOutputError(path)
    hash.update(chunk)
    yield chunk
  }
  if (total !== size || hash.digest('hex') !== sha256) throw new UntrustedOutputError(path)
}

async function ingestFile(ingest: Ingest, file: PackageFile, storedPath: string): Promise<IngestedFile> {
  const handle = await openChildFile(ingest.output, file.path)
  try {
    ingest.assertHeld()
    const provisional = storedPath !== file.path
    const address = { translationId: ingest.translationId, path: storedPath }
    await ingest.derivatives.write(address, checkedBytes(handle, file), { provisional })
    return { path: storedPath, sizeBytes: file.size, sha256: file.sha256, encoding: file.encoding }
  } finally {
    await handle.close()
  }
}

function assertWithinLimits(files: readonly PackageFile[]): void {
  const total = files.reduce((sum, file) => sum + file.size, 0)
  if (total > readerLimits.outputTotalBytes)
    throw new TranslationError(limitExceeded('output-total', readerLimits.outputTotalBytes))
}

/**
 * Ingests a finished package: every file that the manifest lists, checked against its size and hash, and nothing else.
 */
export async function ingestPackage(ingest: Ingest, manifest: Manifest): Promise<readonly IngestedFile[]> {
  const files = listed(manifest)
  assertWithinLimits(files)
  const ingested: IngestedFile[] = []
  // A few at once, because most of the time is spent waiting for the disk to confirm a write.
  for (let start = 0; start < files.length; start += maxConcurrentFiles) {
    const batch = files.slice(start, start + maxConcurrentFiles)
    ingested.push(...(await Promise.all(batch.map((file) => ingestFile(ingest, file, file.path)))))
  }
  return ingested
}

/** A live manifest with paths of this attempt, and its new files. */
export interface ProvisionalManifest {
  readonly manifest: Manifest
  readonly files: readonly IngestedFile[]
}

/**
 * Ingests the new chunks of a live manifest. They are stored under the attempt's number: another attempt may split the
 * model differently, and a path that a browser has cached must keep its content.
 */
export async function ingestProvisional(
  ingest: Ingest,
  manifest: Manifest,
  { attempt, storedPaths }: { readonly attempt: number; readonly storedPaths: ReadonlySet<string> },
): Promise<ProvisionalManifest> {
  const files = listed(manifest).filter((file) => file.path.startsWith('provisional/'))
  assertWithinLimits(files)
  const storedPath = (path: string): string => path.replace(/^provisional\//, `provisional/${attempt}/`)
  const ingested: IngestedFile[] = []
  for (const file of files) {
    if (!storedPaths.has(storedPath(file.path))) ingested.push(await ingestFile(ingest, file, storedPath(file.path)))
  }
  const renamed = <Entry extends { readonly path: string }>(entries: readonly Entry[]): Entry[] =>
    entries
      .filter((entry) => entry.path.startsWith('provisional/'))
      .map((entry) => ({ ...entry, path: storedPath(entry.path) }))
  return {
    manifest: {
      ...manifest,
      state: 'inprogress',
      chunks: renamed(manifest.chunks),
      ...(manifest.sheets && { sheets: renamed(manifest.sheets).map((sheet) => ({ ...sheet, thumbnail: null })) }),
      files: renamed(manifest.files),
    },
    files: ingested,
  }
}
