import { DwgLZ77AC18Decompressor, DwgLZ77AC21Decompressor, DwgReader } from '@node-projects/acad-ts'
import { RunawayError } from './read-watch.js'

/** Max ratio of an inflated section to the file size; a larger length is damaged. */
const maxInflationRatio = 256
const minInflatedBytes = 64 * 2 ** 20

interface SectionPage {
  readonly decompressedSize: number
  readonly compressedSize: number
}

interface SectionParts {
  readonly _fileBytes: Uint8Array
  _getSectionBuffer18: (header: SectionTable, name: string) => Uint8Array | null
  _getSectionBuffer21: (header: SectionTable, name: string) => Uint8Array | null
}

interface SectionTable {
  readonly descriptors: ReadonlyMap<string, { readonly localSections: readonly SectionPage[] }>
}

interface Decompressor18 {
  decompress: (compressed: Uint8Array, offset: number, size: number) => Uint8Array
}

interface Decompressor21 {
  decompress: (source: Uint8Array, offset: number, length: number, target: Uint8Array) => void
}

/** Limits lengths in the tables of a damaged file: they would exhaust the memory or never end. */
export function patchSections(): void {
  const reader = DwgReader.prototype as unknown as SectionParts
  for (const name of ['_getSectionBuffer18', '_getSectionBuffer21'] as const) {
    const original = reader[name]
    reader[name] = function (this: SectionParts, header: SectionTable, section: string): Uint8Array | null {
      const pages = header.descriptors.get(section)?.localSections ?? []
      requireSensible(pages, this._fileBytes.length)
      return original.call(this, header, section)
    }
  }
  patchDecompression()
}

function requireSensible(pages: readonly SectionPage[], fileBytes: number): void {
  const maxBytes = Math.max(minInflatedBytes, maxInflationRatio * fileBytes)
  let total = 0
  for (const { decompressedSize, compressedSize } of pages) {
    total += decompressedSize
    if (!(decompressedSize >= 0 && total <= maxBytes && Math.abs(compressedSize) <= maxBytes)) throw new RunawayError()
  }
}

function patchDecompression(): void {
  const first = DwgLZ77AC18Decompressor as unknown as Decompressor18
  const { decompress } = first
  first.decompress = (compressed, offset, size) => {
    if (!(size >= 0 && size <= Math.max(minInflatedBytes, maxInflationRatio * compressed.length)))
      throw new RunawayError()
    const inflated = decompress.call(DwgLZ77AC18Decompressor, compressed, offset, size)
    requireSensibleMap(inflated)
    return inflated
  }
  const second = DwgLZ77AC21Decompressor as unknown as Decompressor21
  const { decompress: decompress21 } = second
  second.decompress = (source, offset, length, target) =>
    decompress21.call(DwgLZ77AC21Decompressor, source, offset, Math.min(length, source.length - offset), target)
}

const descriptionBytes = 96
const maxSections = 100
const maxPageBytes = 0x7400

/**
 * Rejects a section map with an impossible location: the map fills gaps before a page with empty pages, and would never
 * reach it. Only the map begins like this: a count, then 2 and the size of a page.
 */
function requireSensibleMap(inflated: Uint8Array): void {
  if (inflated.length < 20) return
  const view = new DataView(inflated.buffer, inflated.byteOffset, inflated.byteLength)
  if (view.getInt32(4, true) !== 2 || view.getInt32(8, true) !== maxPageBytes) return
  const sections = view.getInt32(0, true)
  if (sections > maxSections) throw new RunawayError()
  let at = 20
  for (let section = 0; section < sections && at + descriptionBytes <= inflated.length; section++) {
    const pages = view.getInt32(at + 8, true)
    const pageBytes = view.getInt32(at + 12, true)
    at += descriptionBytes
    for (let page = 0; page < pages && at + 16 <= inflated.length; page++, at += 16) {
      const address = Number(view.getBigUint64(at + 8, true))
      if (pageBytes <= 0 || address / pageBytes > maxSections * 1000) throw new RunawayError()
    }
  }
}
