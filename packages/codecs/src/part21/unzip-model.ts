import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { TranslationError, type ReaderLimits } from '@kamar/core'
import type { Entry, ZipFile } from 'yauzl'

const maxEntries = 10_000
const storedMethod = 0
const deflateMethod = 8
const deflate64Method = 9
const localHeaderBytes = 30

/** The library has raw bytes of a name beside its text, which its types omit. */
type NamedEntry = Entry & { readonly fileNameRaw: Buffer }

/** Result of searching an archive. */
export interface UnzippedModel {
  readonly bytes: Uint8Array
  readonly name: string
  /** Number of other models in the archive, which are not read. */
  readonly otherModels: number
}

/** Search in an archive. */
export interface ArchiveSearch {
  /** Pattern for file names of models, last path segment: `/\.ifc$/i`. */
  readonly modelName: RegExp
  /** Recommended format in place of an archive that cannot be unpacked: `IFC, or a ZIP with Deflate`. */
  readonly advice: string
  /** Creates the failure for an archive with these files and no model. */
  createNoModelError(fileNames: readonly string[]): TranslationError
}

/** Options for unpacking an archive. */
export interface UnzipOptions {
  readonly search: ArchiveSearch
  readonly limits: Pick<ReaderLimits, 'inflatedBytes'>
  readonly signal: AbortSignal
}

/**
 * Inflates the model in a zip archive into shared memory. Entries come from the archive's directory and are checked
 * against their local headers, sizes and checksums; every inflated byte is counted, whatever the directory states.
 * Fails as `not-this-format`, `encrypted`, `unsupported-version`, `damaged` or `limit-exceeded`.
 */
export async function unzipModel(
  archive: Uint8Array,
  { search, limits, signal }: UnzipOptions,
): Promise<UnzippedModel> {
  const buffer = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength)
  const zip = await openArchive(buffer)
  const entries = await readDirectory(zip)
  const models = entries.filter(({ fileName }) => isModelName(fileName, search.modelName))
  const [entry] = models
  if (!entry) throw search.createNoModelError(entries.map(({ fileName }) => fileName))
  checkEntry(entry as NamedEntry, buffer, { search, limits })
  const bytes = await inflate(zip, entry, { limit: limits.inflatedBytes, signal })
  return { bytes, name: entry.fileName, otherModels: models.length - 1 }
}

function isModelName(name: string, modelName: RegExp): boolean {
  const last = name.split('/').at(-1) ?? ''
  return modelName.test(last) && !last.startsWith('._') && !name.startsWith('__MACOSX/')
}

function damaged(cause?: unknown): TranslationError {
  return new TranslationError({ code: 'damaged' }, { cause })
}

async function openArchive(buffer: Buffer): Promise<ZipFile> {
  const { fromBuffer } = await import('yauzl')
  try {
    return await promisify<Buffer, object, ZipFile>(fromBuffer)(buffer, { lazyEntries: true, validateEntrySizes: true })
  } catch (cause) {
    throw damaged(cause)
  }
}

async function readDirectory(zip: ZipFile): Promise<Entry[]> {
  // In a longer directory the search for the model could not be complete.
  if (zip.entryCount > maxEntries)
    throw new TranslationError({ code: 'limit-exceeded', details: { limit: `${maxEntries} entries` } })
  const entries: Entry[] = []
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      entries.push(entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.on('error', (cause: unknown) => reject(damaged(cause)))
    zip.readEntry()
  })
}

function checkEntry(
  entry: NamedEntry,
  archive: Buffer,
  { search, limits }: Pick<UnzipOptions, 'search' | 'limits'>,
): void {
  if ((entry.generalPurposeBitFlag & 1) !== 0) throw new TranslationError({ code: 'encrypted' })
  if (entry.compressionMethod !== storedMethod && entry.compressionMethod !== deflateMethod) {
    const version =
      entry.compressionMethod === deflate64Method ? 'ZIP Deflate64' : `ZIP method ${entry.compressionMethod}`
    throw new TranslationError({
      code: 'unsupported-version',
      details: { version, advice: search.advice },
    })
  }
  if (entry.uncompressedSize > limits.inflatedBytes) throw tooLarge(limits.inflatedBytes)
  const header = entry.relativeOffsetOfLocalHeader
  if (header + localHeaderBytes > archive.length) throw damaged()
  const nameLength = archive.readUInt16LE(header + 26)
  const localName = archive.subarray(header + localHeaderBytes, header + localHeaderBytes + nameLength)
  // A directory and local headers with different names make two archives in one, which is ambiguous.
  if (!localName.equals(entry.fileNameRaw)) throw damaged()
}

function tooLarge(bytes: number): TranslationError {
  return new TranslationError({ code: 'limit-exceeded', details: { limit: `${bytes} bytes inflated` } })
}

async function inflate(
  zip: ZipFile,
  entry: Entry,
  options: { limit: number; signal: AbortSignal },
): Promise<Uint8Array> {
  const bytes = new Uint8Array(new SharedArrayBuffer(entry.uncompressedSize))
  let position = 0
  let checksum = 0
  try {
    const stream = await promisify<Entry, NodeJS.ReadableStream>((each, done) => zip.openReadStream(each, done))(entry)
    for await (const chunk of stream) {
      const buffer = chunk as Buffer
      if (options.signal.aborted) throw new TranslationError({ code: 'cancelled' })
      if (position + buffer.length > options.limit) throw tooLarge(options.limit)
      if (position + buffer.length > bytes.length) throw damaged()
      bytes.set(buffer, position)
      checksum = crc32(buffer, checksum)
      position += buffer.length
    }
  } catch (cause) {
    throw cause instanceof TranslationError ? cause : damaged(cause)
  }
  if (position !== bytes.length || checksum !== entry.crc32) throw damaged()
  return bytes
}
