import { MalformedRecordError } from '../../records/malformed-record-error.js'
import type { DwgSignature } from '../release.js'
import { createSectionBuffer, readLong64, type DwgContainer } from './container.js'
import { findInterleavedPages } from './find-interleaved-pages.js'
import { codeWordBytes, readInterleaved } from './reed-solomon.js'
import { SalvagedPages, type FilePage } from './salvage-pages.js'
import { tryRead } from './try-read.js'
import { unpack2007 } from './unpack-2007.js'

const headerAt = 0x80
const headerWordCount = 3
const systemDataBytes = 239
const pageDataBytes = 251
const metadataBytes = 0x110
const firstPageAt = 0x480
const sectionRowBytes = 64
const pageRowBytes = 56
/** Max bytes of packed pages beside those of their file. */
const maxReadRatio = 2
const maxSystemBytes = 64 * 1024 * 1024
/** Pages of this encoding are interleaved code words; those of the other are stored as they are. */
const interleavedEncoding = 4

interface InterleavedSection {
  readonly encoding: number
  readonly pages: readonly SectionPage[]
}

interface SectionPage {
  readonly start: number
  readonly id: number
  readonly size: number
  readonly packedSize: number
}

/** Position and sizes of a page or section map. */
interface SystemPage {
  readonly at: number
  readonly packedSize: number
  readonly size: number
  /** How often the data is repeated. */
  readonly repetitions: number
}

/** Fields of the header, by their numbers; maps are stored twice. */
const field = {
  fileBytes: 1,
  pageMapRepetitions: 3,
  secondPageMap: 5,
  pageMap: 7,
  pageMapPacked: 10,
  pageMapSize: 11,
  sectionMapPacked: 22,
  secondSectionMap: 23,
  sectionMap: 24,
  sectionMapSize: 25,
  sectionMapRepetitions: 27,
} as const

/**
 * Opens a drawing of release 2007: pages are packed and then protected by Reed-Solomon code words (Open Design
 * Specification, section 5). Without the page map and its copy, pages are found by their check bytes.
 */
export function openInterleavedContainer(file: Uint8Array, signature: DwgSignature): DwgContainer {
  const metadata = tryRead(() => readMetadata(file)) ?? new DataView(new ArrayBuffer(metadataBytes))
  const getField: GetField = (name) => readLong64(metadata, 8 * field[name])
  const pages = tryRead(() => readPages(file, getField))
  const sections = pages && tryRead(() => readSections(file, getField, pages))
  const fileBytes = getField('fileBytes')
  let salvaged: SalvagedPages | null = null
  return {
    ...signature,
    fileBytes,
    isIncomplete: sections === null || fileBytes > file.length,
    readSection(name) {
      if (pages === null || sections === null) {
        salvaged ??= new SalvagedPages(file, findPages(file, pages))
        return salvaged.readSection(name)
      }
      const section = sections.get(name)
      return section ? unpackSection(file, section, pages) : null
    },
  }
}

/** Finds the pages by their check bytes; programs that write none leave the page map, which may be damaged. */
function findPages(file: Uint8Array, pages: ReadonlyMap<number, FilePage> | null): readonly FilePage[] {
  const validPages = findInterleavedPages(file)
  return validPages.length > 0 ? validPages : [...(pages?.values() ?? [])]
}

type GetField = (name: keyof typeof field) => number

const readPages = (file: Uint8Array, getField: GetField): ReadonlyMap<number, FilePage> =>
  readFirst([getField('pageMap'), getField('secondPageMap')], (offset) =>
    readPageMap(
      readSystemPage(file, {
        at: firstPageAt + offset,
        packedSize: getField('pageMapPacked'),
        size: getField('pageMapSize'),
        repetitions: getField('pageMapRepetitions'),
      }),
    ),
  )

const readSections = (
  file: Uint8Array,
  getField: GetField,
  pages: ReadonlyMap<number, FilePage>,
): ReadonlyMap<string, InterleavedSection> =>
  readFirst([getField('sectionMap'), getField('secondSectionMap')], (id) =>
    readSectionMap(
      readSystemPage(file, {
        at: pages.get(id)?.at ?? file.length,
        packedSize: getField('sectionMapPacked'),
        size: getField('sectionMapSize'),
        repetitions: getField('sectionMapRepetitions'),
      }),
    ),
  )

/** Reads the first copy of a map that has rows. */
function readFirst<Rows extends { readonly size: number }>(
  copies: readonly number[],
  read: (copy: number) => Rows,
): Rows {
  for (const copy of copies) {
    const rows = tryRead(() => read(copy))
    if (rows !== null && rows.size > 0) return rows
  }
  throw new MalformedRecordError('no map')
}

function readMetadata(file: Uint8Array): DataView {
  const length = headerWordCount * systemDataBytes
  const header = readInterleaved({
    bytes: file,
    at: headerAt,
    wordCount: headerWordCount,
    dataBytes: systemDataBytes,
    length,
  })
  // A negative size means that the data is not packed.
  const packedSize = new DataView(header.buffer).getInt32(24, true)
  const target = new Uint8Array(metadataBytes)
  if (packedSize < 0) target.set(header.subarray(32, 32 + metadataBytes))
  else unpack2007({ source: header, from: 32, to: 32 + packedSize, target, start: 0, end: metadataBytes })
  return new DataView(target.buffer)
}

function readSystemPage(file: Uint8Array, { at, packedSize, size, repetitions }: SystemPage): DataView {
  const length = alignToWord(packedSize) * repetitions
  if (!(length >= 0 && length <= maxSystemBytes && size <= maxSystemBytes))
    throw new MalformedRecordError(`map of ${length}`, at)
  const wordCount = Math.ceil(length / systemDataBytes)
  if (at + wordCount * codeWordBytes > file.length) throw new MalformedRecordError('map beyond the end', at)
  const data = readInterleaved({ bytes: file, at, wordCount, dataBytes: systemDataBytes, length })
  const target = new Uint8Array(size)
  if (packedSize >= size) target.set(data.subarray(0, size))
  else unpack2007({ source: data, from: 0, to: packedSize, target, start: 0, end: size })
  return new DataView(target.buffer)
}

const alignToWord = (bytes: number): number => Math.ceil(bytes / 8) * 8

function readPageMap(map: DataView): ReadonlyMap<number, FilePage> {
  const pages = new Map<number, FilePage>()
  let pageAt = firstPageAt
  for (let at = 0; at + 16 <= map.byteLength; at += 16) {
    const size = readLong64(map, at)
    pages.set(Math.abs(Number(map.getBigInt64(at + 8, true))), { at: pageAt, size })
    pageAt += size
  }
  return pages
}

function readSectionMap(map: DataView): ReadonlyMap<string, InterleavedSection> {
  const sections = new Map<string, InterleavedSection>()
  for (let at = 0; at + sectionRowBytes <= map.byteLength;) {
    const encoding = readLong64(map, at + 48)
    const nameBytes = readLong64(map, at + 32)
    const pageCount = readLong64(map, at + 56)
    const pagesAt = at + sectionRowBytes + nameBytes
    const end = pagesAt + pageCount * pageRowBytes
    if (!(end <= map.byteLength)) break
    const pages = Array.from({ length: pageCount }, (_, page): SectionPage => {
      const row = pagesAt + page * pageRowBytes
      return {
        start: readLong64(map, row),
        id: readLong64(map, row + 16),
        size: readLong64(map, row + 24),
        packedSize: readLong64(map, row + 32),
      }
    })
    const name = new Uint16Array(map.buffer.slice(at + sectionRowBytes, pagesAt - (nameBytes % 2)))
    sections.set(String.fromCharCode(...name).replaceAll('\0', ''), { encoding, pages })
    at = end
  }
  return sections
}

function unpackSection(
  file: Uint8Array,
  { encoding, pages }: InterleavedSection,
  filePages: ReadonlyMap<number, FilePage>,
): Uint8Array {
  const size = pages.reduce((end, page) => Math.max(end, page.start + page.size), 0)
  const target = createSectionBuffer(size, file.length)
  // A page fills a range of its own, and takes bytes of its own.
  let [filledEnd, bytesLeft] = [0, maxReadRatio * file.length]
  for (const page of pages) {
    const filePage = page.start < filledEnd ? undefined : filePages.get(page.id)
    filledEnd = Math.max(filledEnd, page.start + page.size)
    bytesLeft -= page.packedSize
    if (filePage && bytesLeft >= 0) unpackPage(readPageData(file, filePage, { encoding, page }), page, target)
  }
  return target.subarray(0, size)
}

function readPageData(
  file: Uint8Array,
  { at, size }: FilePage,
  { encoding, page }: { readonly encoding: number; readonly page: SectionPage },
): Uint8Array {
  if (encoding !== interleavedEncoding) return file.subarray(at, at + size)
  const wordCount = Math.ceil(alignToWord(page.packedSize) / pageDataBytes)
  const length = Math.min(wordCount * pageDataBytes, Math.max(0, file.length - at))
  return readInterleaved({ bytes: file, at, wordCount, dataBytes: pageDataBytes, length })
}

/** Unpacks a data page; what a damaged page does not contain stays zero. */
function unpackPage(data: Uint8Array, { start, size, packedSize }: SectionPage, target: Uint8Array): void {
  if (packedSize === size) {
    target.set(data.subarray(0, size), start)
    return
  }
  tryRead(() => unpack2007({ source: data, from: 0, to: packedSize, target, start, end: start + size }))
}
