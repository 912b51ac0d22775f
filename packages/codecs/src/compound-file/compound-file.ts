import { TranslationError, type ByteSource } from '@kamar/core'
import { isCompoundFile } from '../detection/containers.js'

const headerBytes = 512
const entryBytes = 128
const tableRowsInHeader = 109
/** First special sector number: end of a chain, free, FAT sector. */
const firstSpecialSector = 0xfffffffa
const noEntry = 0xffffffff
const maxEntries = 65_536
const maxPathCharacters = 256
const maxChunkBytes = 4 * 1024 * 1024
const storageType = 1
const streamType = 2

interface Entry {
  readonly name: string
  readonly type: number
  readonly left: number
  readonly right: number
  readonly child: number
  readonly start: number
  readonly size: number
}

const damaged = (): TranslationError => new TranslationError({ code: 'damaged' })

const toDataView = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/**
 * Streams of a compound file (OLE), read by position. Chains are limited to the number of sectors in the file, so that
 * cycles and false sizes end as the failure `damaged`.
 */
export class CompoundFile {
  readonly #input: ByteSource
  readonly #sectorBytes: number
  readonly #miniSectorBytes: number
  readonly #smallStreamBytes: number
  #table: Uint32Array = new Uint32Array(0)
  #miniTable: Uint32Array = new Uint32Array(0)
  #miniStream: readonly number[] = []
  #miniStreamBytes = 0
  #streams: ReadonlyMap<string, Entry> = new Map()

  private constructor(input: ByteSource, header: DataView) {
    this.#input = input
    const [shift, miniShift] = [header.getUint16(30, true), header.getUint16(32, true)]
    if ((shift !== 9 && shift !== 12) || miniShift !== 6) throw damaged()
    this.#sectorBytes = 2 ** shift
    this.#miniSectorBytes = 2 ** miniShift
    this.#smallStreamBytes = Math.min(header.getUint32(56, true), 2 ** 16)
  }

  /** Reads the directory of a compound file; fails with `damaged` when there is no readable one. */
  static async open(input: ByteSource): Promise<CompoundFile> {
    const headerData = await input.read(0, headerBytes)
    if (headerData.length < headerBytes || !isCompoundFile(headerData)) throw damaged()
    const header = toDataView(headerData)
    const file = new CompoundFile(input, header)
    await file.#readTables(header)
    return file
  }

  /** Names of the streams; those in a storage begin with its name: `Formats/Latest`. */
  get names(): readonly string[] {
    return [...this.#streams.keys()]
  }

  /** Reads the first `maxBytes` of a stream; returns null when there is no stream of that name. */
  async stream(name: string, maxBytes: number): Promise<Uint8Array | null> {
    const entry = this.#streams.get(name)
    if (!entry) return null
    const size = Math.min(entry.size, maxBytes)
    if (entry.size >= this.#smallStreamBytes) return this.#readChain(this.#chain(this.#table, entry.start, size), size)
    const sectors = this.#chain(this.#miniTable, entry.start, size, this.#miniSectorBytes)
    const bytes = new Uint8Array(size)
    const small = await this.#readChain(this.#miniStream, this.#miniStreamBytes)
    for (const [number, sector] of sectors.entries()) {
      const at = sector * this.#miniSectorBytes
      const filled = number * this.#miniSectorBytes
      const chunk = small.subarray(at, at + Math.min(this.#miniSectorBytes, size - filled))
      if (chunk.length < Math.min(this.#miniSectorBytes, size - filled)) throw damaged()
      bytes.set(chunk, filled)
    }
    return bytes
  }

  async #readTables(header: DataView): Promise<void> {
    this.#table = await this.#readRows(await this.#tableSectors(header))
    const entries = await this.#readEntries(header.getUint32(48, true))
    const [root] = entries
    if (!root) throw damaged()
    this.#miniTable = await this.#readRows(this.#chain(this.#table, header.getUint32(60, true)))
    this.#miniStreamBytes = Math.min(root.size, this.#input.size)
    this.#miniStream = this.#chain(this.#table, root.start, this.#miniStreamBytes)
    this.#streams = streamsBelow(entries, root.child)
  }

  /** Lists the sectors of the FAT: the first ones are in the header, the rest in a chain. */
  async #tableSectors(header: DataView): Promise<number[]> {
    const sectorLimit = this.#sectorCount
    const sectors = Array.from({ length: tableRowsInHeader }, (_, row) => header.getUint32(76 + 4 * row, true))
    let next = header.getUint32(68, true)
    for (let left = sectorLimit; next < firstSpecialSector; left--) {
      if (left === 0) throw damaged()
      const rows = await this.#readRows([next])
      next = rows[rows.length - 1]
      sectors.push(...rows.subarray(0, -1))
    }
    const used = sectors.filter((sector) => sector < firstSpecialSector)
    if (used.length > sectorLimit) throw damaged()
    return used
  }

  async #readEntries(start: number): Promise<Entry[]> {
    const sectors = this.#chain(this.#table, start)
    if (sectors.length * this.#sectorBytes > maxEntries * entryBytes) throw damaged()
    const bytes = await this.#readChain(sectors, sectors.length * this.#sectorBytes)
    const view = toDataView(bytes)
    return Array.from({ length: Math.floor(bytes.length / entryBytes) }, (_, row) => entryAt(view, row * entryBytes))
  }

  get #sectorCount(): number {
    return Math.ceil(this.#input.size / this.#sectorBytes)
  }

  /** Returns the sectors of a chain, limited to those for `bytes`. */
  #chain(table: Uint32Array, start: number, bytes = Infinity, sectorBytes = this.#sectorBytes): number[] {
    const sectors = new Set<number>()
    const requiredCount = Math.ceil(bytes / sectorBytes)
    for (let sector = start; sectors.size < requiredCount && sector < firstSpecialSector; sector = table[sector]) {
      if (sector >= table.length || sectors.has(sector)) throw damaged()
      sectors.add(sector)
    }
    if (sectors.size < requiredCount && requiredCount !== Infinity) throw damaged()
    return [...sectors]
  }

  async #readRows(sectors: readonly number[]): Promise<Uint32Array> {
    const bytes = await this.#readChain(sectors, sectors.length * this.#sectorBytes)
    const view = toDataView(bytes)
    return Uint32Array.from({ length: bytes.length / 4 }, (_, row) => view.getUint32(4 * row, true))
  }

  /** Reads the bytes of sectors, adjacent ones in one read. */
  async #readChain(sectors: readonly number[], size: number): Promise<Uint8Array> {
    if (size > this.#input.size) throw damaged()
    const bytes = new Uint8Array(size)
    let filled = 0
    for (let at = 0; at < sectors.length && filled < size;) {
      let end = at + 1
      const isNext = (): boolean =>
        end < sectors.length &&
        sectors[end] === sectors[end - 1] + 1 &&
        (end - at + 1) * this.#sectorBytes <= maxChunkBytes
      while (isNext()) end++
      const length = Math.min((end - at) * this.#sectorBytes, size - filled)
      const chunk = await this.#input.read((sectors[at] + 1) * this.#sectorBytes, length)
      // Some programs write a short last sector.
      bytes.set(chunk, filled)
      if (chunk.length === 0 || (chunk.length < length && filled + length < size)) throw damaged()
      filled += length
      at = end
    }
    return bytes
  }
}

function entryAt(view: DataView, at: number): Entry {
  const characters = Math.min(31, Math.max(0, view.getUint16(at + 64, true) / 2 - 1))
  const codes = Array.from({ length: Math.floor(characters) }, (_, index) => view.getUint16(at + 2 * index, true))
  return {
    name: String.fromCharCode(...codes),
    type: view.getUint8(at + 66),
    left: view.getUint32(at + 68, true),
    right: view.getUint32(at + 72, true),
    child: view.getUint32(at + 76, true),
    start: view.getUint32(at + 116, true),
    size: view.getUint32(at + 120, true),
  }
}

/** Finds the streams below the root: a binary tree per storage, with every entry visited once. */
function streamsBelow(entries: readonly Entry[], first: number): Map<string, Entry> {
  const streams = new Map<string, Entry>()
  const visited = new Set<number>()
  const waiting = [{ row: first, folder: '' }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { row, folder } = next
    const entry = entries[row]
    if (row === noEntry || !entry || visited.has(row)) continue
    visited.add(row)
    const name = folder + entry.name
    if (entry.type === streamType) streams.set(name, entry)
    if (entry.type === storageType && name.length <= maxPathCharacters) {
      waiting.push({ row: entry.child, folder: `${name}/` })
    }
    waiting.push({ row: entry.left, folder }, { row: entry.right, folder })
  }
  return streams
}
