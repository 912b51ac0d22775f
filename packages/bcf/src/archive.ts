import type { Readable } from 'node:stream'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { bcfLimits } from './limits.js'
import { BcfError } from './model.js'

/** The files of an archive, unpacked one by one when they are asked for. */
export interface Archive {
  /** Names with forward slashes, in the order of the archive. */
  readonly names: readonly string[]
  /** Whether there is a file of this name, without regard to case. */
  has(name: string): boolean
  /** Bytes of a file, found without regard to case; null when there is none, or when it is larger than `mostBytes`. */
  read(name: string, maxBytes: number): Promise<Buffer | null>
  close(): void
}

/** Opens an archive by its central directory. yauzl refuses names that lead out of it and sizes that lie. */
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
