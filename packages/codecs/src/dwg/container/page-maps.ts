import { MalformedRecordError } from '../../records/malformed-record-error.js'
import { readLong64 } from './container.js'
import { unpack2004 } from './unpack-2004.js'

const headerAt = 0x80
const headerBytes = 0x6c
const firstPageAt = 0x100
const systemHeaderBytes = 20
const sectionRowBytes = 96
const maxSystemBytes = 64 * 1024 * 1024
const packedMark = 2

/** A section by the section map. */
export interface PagedSection {
  readonly number: number
  readonly size: number
  readonly isPacked: boolean
  readonly isEncrypted: boolean
  readonly pages: readonly SectionPage[]
}

/** A page of a section. */
export interface SectionPage {
  /** Position of its header in the file; null if the page map does not contain it. */
  readonly at: number | null
  /** Range of the section that it fills. */
  readonly start: number
  readonly end: number
}

/** The maps of a drawing. */
export interface PageMaps {
  readonly sections: ReadonlyMap<string, PagedSection>
}

/**
 * Reads the header, the page map and the section map of a drawing.
 * @throws {MalformedRecordError} if one of them cannot be read.
 */
export function readPageMaps(file: Uint8Array): PageMaps {
  const header = readHeader(file)
  const pageMap = readSystemPage(file, readLong64(header, 0x54) + firstPageAt)
  const pagesById = readPageMap(pageMap)
  const sectionMapAt = pagesById.get(header.getUint32(0x5c, true))
  if (sectionMapAt === undefined) throw new MalformedRecordError('no section map')
  return { sections: readSectionMap(readSystemPage(file, sectionMapAt), pagesById) }
}

/** Returns the size of the complete file by its header, which is repeated at its end. */
export const readFileSize = (file: Uint8Array): number => readLong64(readHeader(file), 0x34) + headerBytes

/** Reads the second header, which is masked with a linear congruential sequence. */
function readHeader(file: Uint8Array): DataView {
  const header = file.slice(headerAt, headerAt + headerBytes)
  let seed = 1
  for (let at = 0; at < header.length; at++) {
    seed = (Math.imul(seed, 0x343fd) + 0x269ec3) | 0
    header[at] ^= seed >> 16
  }
  if (header.length < headerBytes) throw new MalformedRecordError('no header')
  return new DataView(header.buffer)
}

/** Unpacks the page map or the section map. */
function readSystemPage(file: Uint8Array, at: number): DataView {
  if (!(at >= 0 && at + systemHeaderBytes <= file.length)) throw new MalformedRecordError('page beyond the end', at)
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const size = view.getUint32(at + 4, true)
  if (size > maxSystemBytes) throw new MalformedRecordError(`page of ${size}`, at)
  const target = new Uint8Array(size)
  const from = at + systemHeaderBytes
  unpack2004({ source: file, from, to: from + view.getUint32(at + 8, true), target, start: 0, end: size })
  return new DataView(target.buffer)
}

/** Returns the positions of pages in the file, by id; pages follow each other, and gaps have negative ids. */
function readPageMap(map: DataView): ReadonlyMap<number, number> {
  const pages = new Map<number, number>()
  let pageAt = firstPageAt
  for (let at = 0; at + 8 <= map.byteLength;) {
    const id = map.getInt32(at, true)
    if (id >= 0) pages.set(id, pageAt)
    pageAt += map.getUint32(at + 4, true)
    at += id >= 0 ? 8 : 24
  }
  return pages
}

function readSectionMap(map: DataView, pagesById: ReadonlyMap<number, number>): ReadonlyMap<string, PagedSection> {
  const sections = new Map<string, PagedSection>()
  const count = map.byteLength >= systemHeaderBytes ? map.getUint32(0, true) : 0
  let at = systemHeaderBytes
  for (let row = 0; row < count && at + sectionRowBytes <= map.byteLength; row++) {
    const pageCount = Math.min(map.getUint32(at + 8, true), Math.floor((map.byteLength - at - sectionRowBytes) / 16))
    const [size, pageBytes] = [readLong64(map, at), map.getUint32(at + 12, true)]
    const pages = Array.from({ length: pageCount }, (_, page): SectionPage => {
      const pageAt = at + sectionRowBytes + 16 * page
      const start = readLong64(map, pageAt + 8)
      const end = Math.min(size, start + pageBytes)
      return { at: pagesById.get(map.getUint32(pageAt, true)) ?? null, start, end }
    })
    sections.set(readName(map, at + 32), {
      number: map.getUint32(at + 24, true),
      size,
      isPacked: map.getUint32(at + 20, true) === packedMark,
      isEncrypted: map.getUint32(at + 28, true) === 1,
      pages,
    })
    at += sectionRowBytes + 16 * pageCount
  }
  return sections
}

function readName(map: DataView, at: number): string {
  let name = ''
  for (let offset = 0; offset < 64; offset++) {
    const code = map.getUint8(at + offset)
    if (code === 0) break
    name += String.fromCharCode(code)
  }
  return name
}
