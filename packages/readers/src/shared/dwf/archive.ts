import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { TranslationError, type ReaderLimits } from '@kamar/contracts/core'
import { throwIfCancelled } from '../read-guards.js'

/** As many as a directory counts in two bytes; the largest packages have a few thousand. */
const maxEntries = 65_534
const endBytes = 22
const largeEndPointerBytes = 20
const largeEndBytes = 56
const directoryBytes = 46
const localBytes = 30
const storedMethod = 0
const deflateMethod = 8
const endSignature = 0x06054b50
const zip64LocatorSignature = 0x07064b50
const zip64EndSignature = 0x06064b50
const centralDirectorySignature = 0x02014b50
const localHeaderSignature = 0x04034b50
const zip64Row = 1
/** What does not fit into four bytes is written so, and stands in a row of its own. */
const elsewhere = 0xffffffff

const inflate = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflateRaw)
const utf8 = new TextDecoder('utf-8')

interface Entry {
  readonly name: string
  /** The name as the directory writes it: the local header has to have the same bytes. */
  readonly nameBytes: Uint8Array
  readonly flags: number
  readonly method: number
  readonly checksum: number
  readonly packed: number
  readonly size: number
  readonly offset: number
  /** Whether another entry has the same name: which of them is meant is not known. */
  readonly isTwice?: boolean
}

/** One spelling for every way a part is referred to: as below, without a query. */
export const partKey = (reference: string): string => entryKey(reference.replace(/[?#].*$/, ''))

/** One spelling for every way an entry is named: no leading slash, no backslashes, lower case. */
function entryKey(name: string): string {
  const parts: string[] = []
  for (const part of name.replaceAll('\\', '/').split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/').toLowerCase()
}

/**
 * The parts of a package. What was inflated is counted, whatever the directory promises. A part that its local header
 * calls by another name, of whose name there are two, or whose size or place is stated nowhere, is damaged. Fails as
 * `damaged` without a directory, and as `limit-exceeded` where it has more entries than any package.
 */
export class PartArchive {
  readonly #bytes: Uint8Array
  readonly #entries: ReadonlyMap<string, Entry>
  readonly #limits: Pick<ReaderLimits, 'inflatedBytes'>
  readonly #signal: AbortSignal
  /** Names of parts that were asked for and are damaged. */
  readonly damaged = new Set<string>()
  #inflated = 0

  constructor(bytes: Uint8Array, context: { limits: Pick<ReaderLimits, 'inflatedBytes'>; signal: AbortSignal }) {
    this.#bytes = bytes
    this.#limits = context.limits
    this.#signal = context.signal
    this.#entries = readDirectory(bytes)
  }

  /** Names as the archive spells them. */
  get names(): string[] {
    return [...this.#entries.values()].map(({ name }) => name)
  }

  has(name: string): boolean {
    return this.#entry(name) !== undefined
  }

  /** Bytes of a part; null where there is none of this name or it is damaged. */
  async read(name: string): Promise<Uint8Array | null> {
    throwIfCancelled(this.#signal)
    const entry = this.#entry(name)
    if (!entry) return null
    if ((entry.flags & 1) !== 0) throw new TranslationError({ code: 'encrypted' })
    const bytes = await this.#unpack(entry)
    if (!bytes) this.damaged.add(entry.name)
    return bytes
  }

  /** Some programs write marks of a query into names themselves (`Brick#1`). */
  #entry(name: string): Entry | undefined {
    return this.#entries.get(entryKey(name)) ?? this.#entries.get(partKey(name))
  }

  async #unpack(entry: Entry): Promise<Uint8Array | null> {
    const { nameBytes, method, checksum, packed, size, offset } = entry
    const start = entry.isTwice ? null : localStart(this.#bytes, offset, nameBytes)
    // Nothing is larger than 2^53; a number that is stated nowhere is none and fails here too.
    if (start === null || !(start + packed <= this.#bytes.length) || !Number.isSafeInteger(size)) return null
    this.#inflated += size
    if (this.#inflated > this.#limits.inflatedBytes)
      throw new TranslationError({
        code: 'limit-exceeded',
        details: { limit: `${this.#limits.inflatedBytes} bytes inflated` },
      })
    const bytes = await unpacked(this.#bytes.subarray(start, start + packed), method, size)
    return bytes?.length === size && crc32(bytes) === checksum ? bytes : null
  }
}

/** Where a part's bytes begin, behind its local header; null where no header of this name is. */
function localStart(bytes: Uint8Array, offset: number, name: Uint8Array): number | null {
  const view = toDataView(bytes)
  if (!(offset >= 0 && offset + localBytes <= bytes.length) || view.getUint32(offset, true) !== localHeaderSignature)
    return null
  const nameEnd = offset + localBytes + view.getUint16(offset + 26, true)
  // A directory that names one file and data that names another are two archives in one: which is meant is not known.
  if (Buffer.compare(bytes.subarray(offset + localBytes, nameEnd), name) !== 0) return null
  return nameEnd + view.getUint16(offset + 28, true)
}

async function unpacked(packed: Uint8Array, method: number, size: number): Promise<Uint8Array | null> {
  if (method === storedMethod) return packed
  if (method !== deflateMethod || size === 0) return size === 0 ? new Uint8Array(0) : null
  try {
    const bytes = await inflate(packed, { maxOutputLength: size })
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
  } catch {
    return null
  }
}

const toDataView = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function readDirectory(bytes: Uint8Array): Map<string, Entry> {
  const view = toDataView(bytes)
  const end = findEnd(view)
  if (end < 0) throw new TranslationError({ code: 'damaged' })
  const { before, count, length, start } = statedDirectory(view, end)
  if (count > maxEntries)
    throw new TranslationError({ code: 'limit-exceeded', details: { limit: `${maxEntries} entries` } })
  // A DWF puts a mark of twelve bytes before the archive; not every program counts it in the offsets.
  const shift = before - length - start
  const entries = new Map<string, Entry>()
  let position = start + shift
  for (let number = 0; number < count; number++) {
    const entry = readEntry(bytes, view, position)
    if (!entry) throw new TranslationError({ code: 'damaged', bytePosition: Math.max(0, position) })
    position = entry.next
    const key = entryKey(entry.name)
    const first = entries.get(key)
    entries.set(key, first ? { ...first, isTwice: true } : { ...entry, offset: entry.offset + shift })
  }
  return entries
}

function findEnd(view: DataView): number {
  const last = view.byteLength - endBytes
  for (let at = last; at >= 0 && at >= last - 0xffff; at--) if (view.getUint32(at, true) === endSignature) return at
  return -1
}

interface StatedDirectory {
  readonly count: number
  readonly length: number
  readonly start: number
  /** Where the directory ends: it stands right before its end record. */
  readonly before: number
}

/** What the end record says of the directory, or the one for large numbers where there is one. */
function statedDirectory(view: DataView, end: number): StatedDirectory {
  const pointer = end - largeEndPointerBytes
  const large = pointer - largeEndBytes
  const isLarge =
    large >= 0 &&
    view.getUint32(pointer, true) === zip64LocatorSignature &&
    view.getUint32(large, true) === zip64EndSignature
  if (!isLarge) {
    const [length, start] = [view.getUint32(end + 12, true), view.getUint32(end + 16, true)]
    return { count: view.getUint16(end + 10, true), length, start, before: end }
  }
  const [count, length, start] = [32, 40, 48].map((field) => Number(view.getBigUint64(large + field, true)))
  return { count: count ?? 0, length: length ?? 0, start: start ?? 0, before: large }
}

function readEntry(bytes: Uint8Array, view: DataView, at: number): (Entry & { readonly next: number }) | null {
  if (at < 0 || at + directoryBytes > bytes.length || view.getUint32(at, true) !== centralDirectorySignature)
    return null
  const nameEnd = at + directoryBytes + view.getUint16(at + 28, true)
  const rowsEnd = nameEnd + view.getUint16(at + 30, true)
  const next = rowsEnd + view.getUint16(at + 32, true)
  if (next > bytes.length) return null
  const nameBytes = bytes.subarray(at + directoryBytes, nameEnd)
  const fields = [24, 20, 42].map((field) => view.getUint32(at + field, true))
  const [size, packed, offset] = largeNumbers(fields, bytes.subarray(nameEnd, rowsEnd))
  return {
    name: utf8.decode(nameBytes).replaceAll('\\', '/'),
    nameBytes,
    flags: view.getUint16(at + 8, true),
    method: view.getUint16(at + 10, true),
    checksum: view.getUint32(at + 16, true),
    packed,
    size,
    offset,
    next,
  }
}

/** Size, packed size and place, with those that stand in the row of large numbers; NaN for what it does not have. */
function largeNumbers(fields: readonly number[], rows: Uint8Array): number[] {
  const view = toDataView(rows)
  let at = 0
  while (at + 4 <= rows.length && view.getUint16(at, true) !== zip64Row) at += 4 + view.getUint16(at + 2, true)
  const end = at + 4 <= rows.length ? Math.min(rows.length, at + 4 + view.getUint16(at + 2, true)) : 0
  at += 4
  return fields.map((value) => {
    if (value !== elsewhere) return value
    at += 8
    return at <= end ? Number(view.getBigUint64(at - 8, true)) : Number.NaN
  })
}
