import type { Readable } from 'node:stream'
import type { BlobStore } from '@kamar/storage'
import { ZipFile } from 'yazl'
import type { Archive } from './download-service.js'

interface WrittenArchive {
  readonly sizeBytes: number
  readonly stream: Readable
}

type EndWithSize = (options: object, onSize: (sizeBytes: number) => void) => void

/**
 * Writes the archive. Files are stored, not deflated: the size is known before the first byte, and browsers show the
 * progress.
 */
export function writeArchive(
  blobs: BlobStore,
  { entries, folders }: Pick<Archive, 'entries' | 'folders'>,
): Promise<WrittenArchive> {
  const zip = new ZipFile()
  const stream = zip.outputStream as Readable
  let current: Readable | null = null
  for (const path of folders) zip.addEmptyDirectory(path)
  for (const { path, row } of entries) {
    const { blob_sha256: sha256, size_bytes: size, updated_at: mtime } = row
    zip.addReadStreamLazy(path, { size, mtime, compress: false }, (done) => {
      const open = async (): Promise<void> => {
        current = await blobs.open(sha256)
        current.on('error', (error) => stream.destroy(error))
        done(null, current)
      }
      open().catch((error: Error) => stream.destroy(error))
    })
  }
  zip.on('error', (error: Error) => stream.destroy(error))
  // The client may disconnect before the end.
  stream.on('close', () => current?.destroy())
  // The package's types omit the callback's argument.
  const end = zip.end.bind(zip) as EndWithSize
  return new Promise((resolve) => {
    end({}, (sizeBytes) => resolve({ sizeBytes, stream }))
  })
}
