import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { TranslationError, type ReaderLimits, throwIfCancelled } from '@kamar/core'

/** Maximum of the two-byte entry count of a directory; the largest packages have a few thousand. */
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
/** Placeholder for numbers beyond four bytes, which are stored in the zip64 extra field. */
const zip64Marker = 0xffffffff

const inflate = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflateRaw)
const utf8 = new TextDecoder('utf-8')

interface Entry {
  readonly name: string
  /** Name bytes in the directory; the local header must have the same. */
  readonly nameBytes: Uint8Array
  readonly flags: number
  readonly method: number
  readonly checksum: number
  readonly packed: number
  readonly size: number
  readonly offset: number
  /** Whether another entry has the same name, which makes the reference ambiguous. */
  readonly isTwice?: boolean
}

/** Normalises a reference to a part: like an entry name, without a query. */
export const partKey = (reference: string): string => entryKey(reference.replace(/[?#].*$/, ''))

/** Normalises an entry name: no leading slash, no backslashes, lower case. */
function entryKey(name: string): string {
  const parts: string[] = []
  for (const part of name.replaceAll('\\', '/').split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/').toLowerCase()
}

/**
 * Parts of a package. Counts inflated bytes, whatever the directory states. A part is damaged when its local header has
 * another name, its name occurs twice, or its size or offset is missing. Fails as `damaged` without a directory, and as
 * `limit-exceeded` with more entries than any package has.
 */
export class PartArchive {
  readonly #bytes: Uint8Array
  readonly #entries: ReadonlyMap<string, Entry>
  readonly #limits: Pick<ReaderLimits, 'inflatedBytes'>
  readonly #signal: AbortSignal
  /** Names of requested parts that are damaged. */
  readonly damaged = new Set<string>()
  #inflated = 0

  constructor(bytes: Uint8Array, context: { limits: Pick<ReaderLimits, 'inflatedBytes'>; signal: AbortSignal }) {
    this.#bytes = bytes
    this.#limits = context.limits
    this.#signal = context.signal
    this.#entries = readDirectory(bytes)
  }

  /** Names as spelt in the archive. */
  get names(): string[] {
    return [...this.#entries.values()].map(({ name }) => name)
  }

  has(name: string): boolean {
    return this.#entry(name) !== undefined
  }

  /** Reads the bytes of a part; returns null when it is missing or damaged. */
  async read(name: string): Promise<Uint8Array | null> {
    throwIfCancelled(this.#signal)
    const entry = this.#entry(name)
    if (!entry) return null
    if ((entry.flags & 1) !== 0) throw new TranslationError({ code: 'encrypted' })
    const bytes = await this.#unpack(entry)
    if (!bytes) this.damaged.add(entry.name)
    return bytes
  }

  /** Finds an entry. Some programs write query characters into names (`Brick#1`). */
  #entry(name: string): Entry | undefined {
    return this.#entries.get(entryKey(name)) ?? this.#entries.get(partKey(name))
  }

  async #unpack(entry: Entry): Promise<Uint8Array | null> {
    const { nameBytes, method, checksum, packed, size, offset } = entry
    const start = entry.isTwice ? null : localStart(this.#bytes, offset, nameBytes)
    // No size exceeds 2^53; a missing number is NaN and also fails here.
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

/** Returns the start of a part's bytes, after its local header; null when no header has this name. */
function localStart(bytes: Uint8Array, offset: number, name: Uint8Array): number | null {
  const view = toDataView(bytes)
  if (!(offset >= 0 && offset + localBytes <= bytes.length) || view.getUint32(offset, true) !== localHeaderSignature)
    return null
  const nameEnd = offset + localBytes + view.getUint16(offset + 26, true)
  // A directory and local headers with different names make two archives in one, which is ambiguous.
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
  // A DWF has a twelve-byte signature before the archive; not every program counts it in the offsets.
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
  /** End of the directory, directly before its end record. */
  readonly before: number
}

/** Reads the directory's location from the end record, or the zip64 one where it exists. */
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

/** Returns size, compressed size and offset, with values from the zip64 extra field; NaN for missing ones. */
function largeNumbers(fields: readonly number[], rows: Uint8Array): number[] {
  const view = toDataView(rows)
  let at = 0
  while (at + 4 <= rows.length && view.getUint16(at, true) !== zip64Row) at += 4 + view.getUint16(at + 2, true)
  const end = at + 4 <= rows.length ? Math.min(rows.length, at + 4 + view.getUint16(at + 2, true)) : 0
  at += 4
  return fields.map((value) => {
    if (value !== zip64Marker) return value
    at += 8
    return at <= end ? Number(view.getBigUint64(at - 8, true)) : Number.NaN
  })
}
