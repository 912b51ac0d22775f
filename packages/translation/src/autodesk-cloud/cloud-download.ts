import { open, writeFile, type FileHandle } from 'node:fs/promises'
import { join, posix } from 'node:path'
import type { BundleIndex, BundleSpan } from '@kamar/core'
import { CloudError } from './cloud-refusal.js'
import type { CloudTranslation } from './cloud-translation.js'
import type { ServiceCalls } from './service-calls.js'

const maxFiles = 20_000
const maxTotalBytes = 2 * 1024 ** 3

/** Source and destination of a derivative. */
export interface CloudDownload {
  readonly calls: ServiceCalls
  readonly translation: CloudTranslation
  /** Address of the `.svf`. */
  readonly viewUrn: string
  /** Exists; private to this translation. */
  readonly folder: string
}

/** Downloads the `.svf` archive; returns its path. */
export async function downloadArchive(download: CloudDownload): Promise<string> {
  const path = join(download.folder, 'archive')
  const file = await open(path, 'w')
  try {
    const size = await append(download, { urn: download.viewUrn, file, maxBytes: maxTotalBytes })
    if (size === null) throw new CloudError('unavailable', 'the model is not where the service says')
  } finally {
    await file.close()
  }
  return path
}

/**
 * Downloads the files that an archive needs, one after the other into one file; returns its location and that of its
 * index.
 */
export async function downloadFiles(
  download: CloudDownload,
  uris: readonly string[],
  onFile: (share: number) => void,
): Promise<{ readonly files: string; readonly index: string }> {
  if (uris.length > maxFiles) throw new CloudError('not-readable', `${uris.length} files`)
  const paths = { files: join(download.folder, 'files'), index: join(download.folder, 'index') }
  const spans: Record<string, BundleSpan> = {}
  const file = await open(paths.files, 'w')
  try {
    let offset = 0
    for (const [at, uri] of uris.entries()) {
      const urn = resolveNeighbor(download.viewUrn, uri)
      // The reader reports a missing image or any other missing file.
      const size = urn === null ? null : await append(download, { urn, file, maxBytes: maxTotalBytes - offset })
      if (size !== null) spans[uri] = { offset, size }
      offset += size ?? 0
      onFile((at + 1) / uris.length)
    }
  } finally {
    await file.close()
  }
  await writeFile(paths.index, JSON.stringify({ files: spans } satisfies BundleIndex))
  return paths
}

/** Resolves an address relative to an archive; null if it is outside the translation's own output. */
export function resolveNeighbor(archiveUrn: string, uri: string): string | null {
  const output = /^(urn:adsk\.viewing:fs\.file:[^/]+\/output\/)(.+)$/.exec(archiveUrn)
  if (output === null || uri.includes(':') || uri.startsWith('/') || /[?#\0]/.test(uri)) return null
  const [, root = '', archive = ''] = output
  const path = posix.normalize(posix.join(posix.dirname(archive), uri.replaceAll('\\', '/')))
  return path.startsWith('..') ? null : `${root}${path}`
}

interface Appending {
  readonly urn: string
  readonly file: FileHandle
  /** Remaining bytes allowed. */
  readonly maxBytes: number
}

/** Returns the number of bytes written; null if the service has no such file. */
async function append(
  { calls, translation }: CloudDownload,
  { file, maxBytes, urn }: Appending,
): Promise<number | null> {
  const ticket = await translation.ticketFor(urn)
  if (ticket === null) return null
  const response = await calls.call({
    method: 'GET',
    address: ticket.url,
    headers: { cookie: ticket.cookie },
    isTransfer: true,
    also: [404],
  })
  if (response.status === 404) {
    await response.body?.cancel()
    return null
  }
  let size = 0
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length
    if (size > maxBytes) throw new CloudError('not-readable', 'a model that is too large')
    await file.write(part)
  }
  return size
}
