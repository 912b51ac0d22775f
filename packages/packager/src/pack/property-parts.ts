import type { NodeId, PropertyScene, PropertySet, PropertySetId } from '@kamar/core'
import { propertyBlockPath } from '@kamar/package-format'
import { fstatSync, readSync, writeSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import { CooperativeScheduler } from '../files/cooperative-scheduler.js'
import { deferRejection } from '../files/defer-rejection.js'
import {
  compressBytes,
  describeFile,
  type BrotliQuality,
  type CompressedFiles,
  type ContentFile,
} from '../files/package-files.js'
import type { ScratchStorage } from '../files/scratch-file.js'
import { PropertyStore } from '../stores/property-store.js'
import { writeElementProperties } from './element-properties.js'
import { propertyIndexPath } from './write-properties.js'

/** A file of the properties: its content's size and hash, and its brotli stream. */
interface Part {
  readonly file: ContentFile
  readonly stream: Uint8Array
}

const lengthBytes = 4

/**
 * Properties of a file whose package another process writes. They are stored as compressed files of the package, in a
 * single file: each the length of its record (32 bits, little-endian) and the record in the structured clone format; the
 * last record are the hashes of the elements.
 */
export class PropertyParts implements PropertyScene {
  readonly #store: PropertyStore

  constructor(storage: ScratchStorage | null) {
    this.#store = new PropertyStore(storage)
  }

  addPropertySet(set: PropertySet): PropertySetId {
    return this.#store.add(set)
  }

  assignPropertySets(node: NodeId, sets: readonly PropertySetId[]): void {
    this.#store.assign(node, sets)
  }

  /** Writes everything to an empty file, and frees the memory. */
  async write(descriptor: number, elementCount: number): Promise<void> {
    const files = new PartFiles(descriptor)
    const scheduler = new CooperativeScheduler(() => undefined)
    const { hashes, completion } = await writeElementProperties(this.#store, elementCount, {
      files,
      blockFiles: files,
      scheduler,
    })
    await completion
    this.#store.close()
    appendRecord(descriptor, hashes)
  }
}

/** Files that become records, in the order of the calls. */
class PartFiles implements CompressedFiles {
  readonly #descriptor: number
  #last: Promise<void> = Promise.resolve()

  constructor(descriptor: number) {
    this.#descriptor = descriptor
  }

  async writeCompressed(path: string, bytes: Uint8Array, quality: BrotliQuality): Promise<ContentFile> {
    const file = describeFile(path, bytes, 'identity')
    const compressed = deferRejection(compressBytes(bytes, quality))
    const previous = this.#last
    this.#last = deferRejection(previous.then(async () => this.addStream(file, await compressed)))
    await this.#last
    return file
  }

  async addStream(file: ContentFile, stream: Uint8Array): Promise<void> {
    appendRecord(this.#descriptor, { file, stream } satisfies Part)
  }
}

function appendRecord(descriptor: number, record: Part | Uint32Array): void {
  const content = serialize(record)
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32LE(content.length)
  for (const bytes of [length, content])
    for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done)
}

/** Adds properties that another process wrote to a package; returns their hashes by element, null if it wrote others. */
export async function addPropertyParts(
  descriptor: number,
  elementCount: number,
  { files, blockFiles }: { readonly files: CompressedFiles; readonly blockFiles: CompressedFiles },
): Promise<Uint32Array | null> {
  const hashes = findHashes(descriptor, elementCount)
  if (hashes === null) return null
  for (const record of readRecords(descriptor)) {
    if (!isPart(record)) break
    const { file, stream } = record
    await (file.path === propertyIndexPath ? files : blockFiles).addStream(file, stream)
  }
  return hashes
}

/** Returns the hashes at the end of a file of parts; null unless it is one, of that many elements. */
function findHashes(descriptor: number, elementCount: number): Uint32Array | null {
  try {
    let partCount = 0
    let hasIndex = false
    for (const record of readRecords(descriptor)) {
      if (record instanceof Uint32Array) return hasIndex && record.length === elementCount ? record : null
      if (hasIndex || !isPart(record)) return null
      hasIndex = record.file.path === propertyIndexPath
      if (!hasIndex && record.file.path !== propertyBlockPath(partCount++)) return null
    }
  } catch {
    // The file is not of this format.
  }
  return null
}

function* readRecords(descriptor: number): Generator {
  const { size } = fstatSync(descriptor)
  for (let position = 0; position < size;) {
    const length = read(descriptor, position, lengthBytes).readUInt32LE()
    yield deserialize(read(descriptor, position + lengthBytes, length))
    position += lengthBytes + length
  }
}

function read(descriptor: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let done = 0; done < length;) {
    const count = readSync(descriptor, bytes, done, length - done, position + done)
    if (count === 0) throw new RangeError(`expected ${length} bytes at ${position}, found ${done}`)
    done += count
  }
  return bytes
}

function isPart(record: unknown): record is Part {
  const { file, stream } = record as Partial<Part>
  return stream instanceof Uint8Array && typeof file?.path === 'string' && typeof file.sha256 === 'string'
}
