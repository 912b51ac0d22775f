import { MalformedRecordError } from '../../records/malformed-record-error.js'
import type { DwgSignature } from '../release.js'
import { createSectionBuffer, readLong64, sectionPadding, type DwgContainer, type SectionName } from './container.js'
import { unpack2004 } from './unpack-2004.js'

const headerAt = 0x80
const headerBytes = 0x6c
const firstPageAt = 0x100
const systemHeaderBytes = 20
const dataHeaderBytes = 32
const sectionRowBytes = 96
const maxSystemBytes = 64 * 1024 * 1024
const packedMark = 2
/** Mask of the header of a data page, together with its position. */
const pageMask = 0x4164536b

interface PagedSection {
  readonly size: number
  readonly pageBytes: number
  readonly isPacked: boolean
  readonly isEncrypted: boolean
  readonly pages: readonly SectionPage[]
}

interface SectionPage {
  readonly id: number
  /** Position in the unpacked section. */
  readonly start: number
}

/**
 * Opens a drawing of release 2004, or of 2010 and later: sections consist of packed pages (Open Design Specification,
 * section 4).
 * @throws {MalformedRecordError} if its page or section map cannot be read.
 */
export function openPagedContainer(file: Uint8Array, signature: DwgSignature): DwgContainer {
  const header = readHeader(file)
  const pageMap = readSystemPage(file, readLong64(header, 0x54) + firstPageAt)
  const pagesById = readPageMap(pageMap)
  const sectionMapAt = pagesById.get(header.getUint32(0x5c, true))
  if (sectionMapAt === undefined) throw new MalformedRecordError('no section map')
  const sections = readSectionMap(readSystemPage(file, sectionMapAt))
  return {
    ...signature,
    readSection: (name: SectionName) => {
      const section = sections.get(name)
      return section ? unpackSection(file, section, pagesById) : null
    },
  }
}

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

function readSectionMap(map: DataView): ReadonlyMap<string, PagedSection> {
  const sections = new Map<string, PagedSection>()
  const count = map.byteLength >= systemHeaderBytes ? map.getUint32(0, true) : 0
  let at = systemHeaderBytes
  for (let row = 0; row < count && at + sectionRowBytes <= map.byteLength; row++) {
    const pageCount = Math.min(map.getUint32(at + 8, true), Math.floor((map.byteLength - at - sectionRowBytes) / 16))
    const pages = Array.from({ length: pageCount }, (_, page): SectionPage => {
      const pageAt = at + sectionRowBytes + 16 * page
      return { id: map.getUint32(pageAt, true), start: readLong64(map, pageAt + 8) }
    })
    sections.set(readName(map, at + 32), {
      size: readLong64(map, at),
      pageBytes: map.getUint32(at + 12, true),
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

function unpackSection(file: Uint8Array, section: PagedSection, pagesById: ReadonlyMap<number, number>): Uint8Array {
  if (section.isEncrypted) throw new MalformedRecordError('encrypted section')
  const target = createSectionBuffer(section.size, file.length)
  for (const { id, start } of section.pages) {
    const at = pagesById.get(id)
    if (at === undefined || at + dataHeaderBytes > file.length) continue
    const end = Math.min(section.size, start + section.pageBytes)
    unpackPage({ source: file, at, isPacked: section.isPacked, target, start, end })
  }
  return target.subarray(0, target.length - sectionPadding)
}

/** A data page and the range of its section that it fills. */
interface DataPage {
  readonly source: Uint8Array
  /** Position of its header. */
  readonly at: number
  readonly isPacked: boolean
  readonly target: Uint8Array
  readonly start: number
  readonly end: number
}

/** Unpacks a data page; what a damaged page does not contain stays zero. */
function unpackPage({ source, at, isPacked, target, start, end }: DataPage): void {
  const from = at + dataHeaderBytes
  if (!isPacked) {
    target.set(source.subarray(from, from + Math.max(0, end - start)), start)
    return
  }
  const view = new DataView(source.buffer, source.byteOffset, source.byteLength)
  const packedBytes = (view.getUint32(at + 8, true) ^ pageMask ^ at) >>> 0
  try {
    unpack2004({ source, from, to: from + packedBytes, target, start, end })
  } catch (error) {
    if (!(error instanceof MalformedRecordError)) throw error
  }
}
