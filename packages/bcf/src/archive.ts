import type { Readable } from 'node:stream'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { bcfLimits } from './limits.js'
import { BcfError } from './model.js'

/** The files of an archive, decompressed individually on demand. */
export interface Archive {
  /** Names with forward slashes, in archive order. */
  readonly names: readonly string[]
  /** Returns whether a file exists, ignoring case. */
  has(name: string): boolean
  /** Reads the bytes of a file, ignoring case; null when it does not exist, or is larger than `maxBytes`. */
  read(name: string, maxBytes: number): Promise<Buffer | null>
  close(): void
}

/** Opens an archive by its central directory. yauzl rejects names outside of it and wrong sizes. */
export async function openArchive(bytes: Buffer): Promise<Archive> {
  const zip = await openZip(bytes)
  const entries = await listEntries(zip)
  const allBytes = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (allBytes > bcfLimits.inflatedBytes) {
    zip.close()
    throw new BcfError('too-large')
  }
  const byName = new Map(entries.map((entry) => [entry.fileName.toLowerCase(), entry]))
  return {
    names: [...byName.values()].map((entry) => entry.fileName),
    has: (name) => byName.has(name.toLowerCase()),
    async read(name, maxBytes) {
      const entry = byName.get(name.toLowerCase())
      if (!entry || entry.uncompressedSize > maxBytes) return null
      return collect(await openEntry(zip, entry))
    },
    close: () => zip.close(),
  }
}

function openZip(bytes: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true, strictFileNames: false }, (error, zip) => {
      if (error) reject(new BcfError('not-an-archive', { cause: error }))
      else resolve(zip)
    })
  })
}

function listEntries(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > bcfLimits.entries) throw new BcfError('too-large')
  return new Promise((resolve, reject) => {
    const entries: Entry[] = []
    zip.on('entry', (entry: Entry) => {
      if (!entry.fileName.endsWith('/')) entries.push(entry)
      zip.readEntry()
    })
    zip.once('end', () => resolve(entries))
    zip.once('error', (cause) => reject(new BcfError('not-an-archive', { cause })))
    zip.readEntry()
  })
}

function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) reject(error)
      else resolve(stream)
    })
  })
}

async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
