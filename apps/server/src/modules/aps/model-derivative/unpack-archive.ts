import { PassThrough, pipeline, type Readable } from 'node:stream'
import { formatLimitBytes, limits } from '@kamar/contracts'
import { ProtocolError } from '@kamar/aps'
import type { BlobStore, StoredBlob } from '@kamar/storage'
import { type Entry, open, type ZipFile } from 'yauzl'

/** Stored file of an archive. */
export interface UnpackedFile extends StoredBlob {
  /** Without its folder, as designs refer to it. */
  readonly name: string
}

/** Contents of an archive: the design, and all files that it may refer to. */
export interface UnpackedArchive {
  readonly root: StoredBlob
  readonly companions: readonly UnpackedFile[]
}

/** Storage of archives and of their files. */
export type ArchiveStore = Pick<BlobStore, 'materialise' | 'put'>

/** Limits of what one archive may declare; more is refused before a byte is unpacked. */
const maxFiles = 500
const maxTotalRatio = 4

/** The design in an archive, and the limit of each file. */
export interface ArchiveRequest {
  /** Path of the design in the archive. */
  readonly rootFilename: string
  readonly maxFileBytes: number
}

const notAnArchive = (cause: unknown): ProtocolError =>
  new ProtocolError(406, 'The object is not a zip archive that can be read', { cause })

/**
 * Stores the files of a zip archive. The path of the design is compared without regard to case. Where
 * two folders hold files of one name, the nearer one to the design counts. Throws 404 without the design, 406 for an
 * invalid archive or one beyond the limits.
 */
export async function unpackArchive(
  blobs: ArchiveStore,
  sha256: string,
  request: ArchiveRequest,
): Promise<UnpackedArchive> {
  const copy = await blobs.materialise(sha256)
  try {
    const zip = await openZip(copy.path)
    try {
      return await unpack(blobs, zip, request)
    } finally {
      zip.close()
    }
  } finally {
    await copy.release()
  }
}

async function unpack(
  blobs: ArchiveStore,
  zip: ZipFile,
  { maxFileBytes, rootFilename }: ArchiveRequest,
): Promise<UnpackedArchive> {
  const entries = await listEntries(zip, maxFileBytes)
  const rootPath = normalizePath(rootFilename).toLowerCase()
  const root = entries.find(({ fileName }) => normalizePath(fileName).toLowerCase() === rootPath)
  if (root === undefined) throw new ProtocolError(404, 'The archive holds no file of the name in rootFilename')
  const stored = await storeEntry(blobs, zip, root)
  const companions: UnpackedFile[] = []
  for (const [name, entry] of nearest(entries, root))
    companions.push({ name, ...(await storeEntry(blobs, zip, entry)) })
  return { root: stored, companions }
}

/** Stores one file; throws 406 for an error of the archive, and the store's own error otherwise. */
async function storeEntry(blobs: ArchiveStore, zip: ZipFile, entry: Entry): Promise<StoredBlob> {
  const content = new PassThrough()
  let damage: Error | null = null
  // The archive's stream emits its error once and is not destroyed: a store that reads later would wait for ever.
  pipeline(await openEntry(zip, entry), content, (error) => (damage = error ?? null))
  try {
    return await blobs.put(content)
  } catch (error) {
    throw damage === null ? error : notAnArchive(damage)
  }
}

/** Returns the files around the design by name, each name once. */
function nearest(entries: readonly Entry[], root: Entry): ReadonlyMap<string, Entry> {
  const folder = splitFolders(root)
  const nearestByName = new Map<string, { readonly name: string; readonly entry: Entry; readonly steps: number }>()
  for (const entry of entries) {
    const name = normalizePath(entry.fileName).split('/').at(-1) ?? ''
    if (entry === root || !isName(name)) continue
    const steps = stepsBetween(folder, splitFolders(entry))
    if (steps < (nearestByName.get(name.toLowerCase())?.steps ?? Infinity))
      nearestByName.set(name.toLowerCase(), { name, entry, steps })
  }
  return new Map([...nearestByName.values()].map(({ name, entry }) => [name, entry]))
}

const normalizePath = (name: string): string => name.replaceAll('\\', '/').replace(/^(\.?\/)+/, '')
const splitFolders = ({ fileName }: Entry): string[] => normalizePath(fileName).split('/').slice(0, -1)
/** Returns whether a name is valid; those that begin with a dot belong to the system that packed the archive. */
const isName = (name: string): boolean => !name.startsWith('.') && name.length <= limits.maxFileNameCharacters

/** Counts the folders up and down from one to the other. */
function stepsBetween(from: readonly string[], to: readonly string[]): number {
  let shared = 0
  while (shared < from.length && from[shared] === to[shared]) shared += 1
  return from.length + to.length - 2 * shared
}

function openZip(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: false } as const
    open(path, options, (error, zip) => {
      if (error) reject(notAnArchive(error))
      else resolve(zip)
    })
  })
}

/** Lists the files of the directory; throws 406 when they are too many or would be too large. */
function listEntries(zip: ZipFile, maxFileBytes: number): Promise<Entry[]> {
  const maxBytes = Math.min(maxTotalRatio * maxFileBytes, limits.maxUploadBytes)
  const [fileLimit, totalLimit] = [maxFileBytes, maxBytes].map((bytes) => formatLimitBytes('en', bytes))
  return new Promise((resolve, reject) => {
    const entries: Entry[] = []
    let bytes = 0
    zip.on('entry', (entry: Entry) => {
      const isFile = !entry.fileName.endsWith('/') && !entry.fileName.startsWith('__MACOSX/')
      if (isFile) entries.push(entry)
      if (isFile) bytes += entry.uncompressedSize
      const exceedsLimit = entries.length > maxFiles || bytes > maxBytes || entry.uncompressedSize > maxFileBytes
      if (exceedsLimit)
        reject(
          new ProtocolError(
            406,
            `An archive holds at most ${maxFiles} files, of ${fileLimit} each and ${totalLimit} together`,
          ),
        )
      else zip.readEntry()
    })
    zip.once('end', () => resolve(entries))
    zip.once('error', (cause) => reject(notAnArchive(cause)))
    zip.readEntry()
  })
}

function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) reject(notAnArchive(error))
      else resolve(stream)
    })
  })
}
