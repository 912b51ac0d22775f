import { writeSync } from 'node:fs'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { TranslationError, type ReaderLimits } from '@kamar/core'
import type { Entry, ZipFile } from 'yauzl'
import { FileBytes, type FileContent } from './file-bytes.js'
import { defaultPaging, type FilePaging } from './read-statements.js'

const maxEntries = 10_000
const storedMethod = 0
const deflateMethod = 8
const deflate64Method = 9
const localHeaderBytes = 30

/** The library has raw bytes of a name beside its text, which its types omit. */
type NamedEntry = Entry & { readonly fileNameRaw: Buffer }

/** Result of searching an archive. */
export interface UnzippedModel {
  readonly content: FileContent
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
  readonly limits: Pick<ReaderLimits, 'inflatedBytes' | 'outputFileBytes'>
  readonly signal: AbortSignal
  readonly paging?: FilePaging | undefined
  /** See `ReadContext`. */
  readonly openScratchFile?: (() => number) | undefined
}

/**
 * Inflates the model in a zip archive into shared memory, or into a file when it is large. Entries come from the archive's directory and are checked
 * against their local headers, sizes and checksums; every inflated byte is counted, whatever the directory states.
 * Fails as `not-this-format`, `encrypted`, `unsupported-version`, `damaged` or `limit-exceeded`.
 */
export async function unzipModel(archive: FileContent, options: UnzipOptions): Promise<UnzippedModel> {
  const { search, limits } = options
  const zip = await openArchive(archive)
  const entries = await readDirectory(zip)
  const models = entries.filter(({ fileName }) => isModelName(fileName, search.modelName))
  const [entry] = models
  if (!entry) throw search.createNoModelError(entries.map(({ fileName }) => fileName))
  checkEntry(entry as NamedEntry, new FileBytes(archive), { search, limits })
  const target = createTarget(entry.uncompressedSize, options)
  await inflate(zip, entry, { target, limit: limits.inflatedBytes, signal: options.signal })
  return { content: target.content, name: entry.fileName, otherModels: models.length - 1 }
}

function isModelName(name: string, modelName: RegExp): boolean {
  const last = name.split('/').at(-1) ?? ''
  return modelName.test(last) && !last.startsWith('._') && !name.startsWith('__MACOSX/')
}

function damaged(cause?: unknown): TranslationError {
  return new TranslationError({ code: 'damaged' }, { cause })
}

async function openArchive(archive: FileContent): Promise<ZipFile> {
  const { fromBuffer, fromFd } = await import('yauzl')
  const options = { lazyEntries: true, validateEntrySizes: true, autoClose: false }
  try {
    if (!(archive instanceof Uint8Array))
      return await promisify<number, object, ZipFile>(fromFd)(archive.fileDescriptor, options)
    const buffer = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength)
    return await promisify<Buffer, object, ZipFile>(fromBuffer)(buffer, options)
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
  archive: FileBytes,
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
  const localHeader = new Uint8Array(localHeaderBytes)
  archive.copy(header, header + localHeaderBytes, localHeader, 0)
  const nameLength = localHeader[26] + 256 * localHeader[27]
  const nameStart = header + localHeaderBytes
  if (nameStart + nameLength > archive.length) throw damaged()
  const localName = Buffer.alloc(nameLength)
  archive.copy(nameStart, nameStart + nameLength, localName, 0)
  // A directory and local headers with different names make two archives in one, which is ambiguous.
  if (!localName.equals(entry.fileNameRaw)) throw damaged()
}

function tooLarge(bytes: number): TranslationError {
  return new TranslationError({ code: 'limit-exceeded', details: { limit: `${bytes} bytes inflated` } })
}

/** Destination of an inflated model. */
interface InflateTarget {
  readonly content: FileContent
  write(chunk: Uint8Array, position: number): void
}

function createTarget(size: number, { limits, paging = defaultPaging, openScratchFile }: UnzipOptions): InflateTarget {
  const { maxMemoryBytes, windowBytes, maxWindows } = paging
  if (openScratchFile && size > maxMemoryBytes && size <= limits.outputFileBytes) {
    const fileDescriptor = openScratchFile()
    const write = (chunk: Uint8Array, position: number): void => {
      let count = 0
      while (count < chunk.length)
        count += writeSync(fileDescriptor, chunk, count, chunk.length - count, position + count)
    }
    return { content: { fileDescriptor, size, windowBytes, maxWindows }, write }
  }
  const content = new Uint8Array(new SharedArrayBuffer(size))
  return { content, write: (chunk, position) => content.set(chunk, position) }
}

async function inflate(
  zip: ZipFile,
  entry: Entry,
  options: { target: InflateTarget; limit: number; signal: AbortSignal },
): Promise<void> {
  const size = entry.uncompressedSize
  let position = 0
  let checksum = 0
  try {
    const stream = await promisify<Entry, NodeJS.ReadableStream>((each, done) => zip.openReadStream(each, done))(entry)
    for await (const chunk of stream) {
      const buffer = chunk as Buffer
      if (options.signal.aborted) throw new TranslationError({ code: 'cancelled' })
      if (position + buffer.length > options.limit) throw tooLarge(options.limit)
      if (position + buffer.length > size) throw damaged()
      options.target.write(buffer, position)
      checksum = crc32(buffer, checksum)
      position += buffer.length
    }
  } catch (cause) {
    throw cause instanceof TranslationError ? cause : damaged(cause)
  }
  if (position !== size || checksum !== entry.crc32) throw damaged()
}
