import type { DwgRelease } from '../release.js'
import { codeWordBytes } from '../container/reed-solomon.js'
import { computeCheckBytes } from './check-bytes.js'
import { isGrouped, packGroups, packLiterals } from './pack.js'

const signatures: Readonly<Record<DwgRelease, string>> = {
  13: 'AC1012',
  14: 'AC1014',
  2000: 'AC1015',
  2004: 'AC1018',
  2007: 'AC1021',
  2010: 'AC1024',
  2013: 'AC1027',
  2018: 'AC1032',
}

/** Unpacked sections of a drawing by their names. */
export type Sections = Readonly<Record<string, Uint8Array>>

/** First byte of the objects in a file of release 13 to 2000, from which positions are counted. */
export const plainObjectsAt = 0x100

/** Writes a drawing from its sections, whose numbers are all 0 if they are not numbered. */
export function writeContainer(release: DwgRelease, sections: Sections, { isNumbered = true } = {}): Uint8Array {
  if (release <= 2000) return writePlain(release, sections)
  return release === 2007 ? writeInterleaved(sections) : writePaged(release, sections, isNumbered)
}

function createHeader(release: DwgRelease, size: number): Uint8Array {
  const header = new Uint8Array(size)
  header.set(new TextEncoder().encode(signatures[release]))
  header[0x13] = 30
  return header
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

const locatorNames = ['AcDb:Header', 'AcDb:Classes', 'AcDb:Handles']

function writePlain(release: DwgRelease, sections: Sections): Uint8Array {
  const header = createHeader(release, plainObjectsAt)
  const parts = [header, sections['AcDb:AcDbObjects'] ?? new Uint8Array(0)]
  const view = new DataView(header.buffer)
  view.setUint32(0x15, locatorNames.length, true)
  for (const [number, name] of locatorNames.entries()) {
    const section = sections[name] ?? new Uint8Array(0)
    const row = 0x19 + 9 * number
    header[row] = number
    view.setUint32(
      row + 1,
      parts.reduce((size, part) => size + part.length, 0),
      true,
    )
    view.setUint32(row + 5, section.length, true)
    parts.push(section)
  }
  return joinBytes(parts)
}

const firstPageAt = 0x100
const pageBytes = 0x7400
const pageMask = 0x4164536b
const [dataMark, pageMapMark, sectionMapMark] = [0x4163043b, 0x41630e3b, 0x4163003b]

/** Pages of a file since 2004, one behind another. */
class PageList {
  readonly parts: Uint8Array[] = []
  readonly sizes: number[] = []
  end = firstPageAt

  /** Adds a page, aligned to 32 bytes. Returns its number. */
  add(page: Uint8Array): number {
    const size = Math.ceil(page.length / 32) * 32
    const padded = new Uint8Array(size)
    padded.set(page)
    this.parts.push(padded)
    this.sizes.push(size)
    this.end += size
    return this.sizes.length
  }
}

const checksumModulus = 0xfff1

function computePageChecksum(packed: Uint8Array): number {
  let [sum, sumOfSums] = [0, 0]
  for (const byte of packed) {
    sum = (sum + byte) % checksumModulus
    sumOfSums = (sumOfSums + sum) % checksumModulus
  }
  return (sumOfSums << 16) | sum
}

function createDataPage(source: Uint8Array, { at, section, start }: PageHeader): Uint8Array {
  const packed = packLiterals(source)
  const page = new Uint8Array(32 + packed.length)
  const view = new DataView(page.buffer)
  const header = [dataMark, section, packed.length, page.length, start, 0, 0, computePageChecksum(packed)]
  for (const [index, word] of header.entries()) view.setUint32(4 * index, word ^ pageMask ^ at, true)
  page.set(packed, 32)
  return page
}

interface PageHeader {
  readonly at: number
  readonly section: number
  readonly start: number
}

function createSystemPage(mark: number, source: Uint8Array): Uint8Array {
  const packed = packLiterals(source)
  const page = new Uint8Array(20 + packed.length)
  const view = new DataView(page.buffer)
  for (const [index, word] of [mark, source.length, packed.length, 2, 0].entries())
    view.setUint32(4 * index, word, true)
  page.set(packed, 20)
  return page
}

interface SectionRow {
  readonly name: string
  readonly number: number
  readonly size: number
  readonly pages: readonly { readonly id: number; readonly start: number }[]
}

function writePaged(release: DwgRelease, sections: Sections, isNumbered: boolean): Uint8Array {
  const pages = new PageList()
  const rows = Object.entries(sections).map(([name, section], index): SectionRow => {
    const number = isNumbered ? index + 1 : 0
    const ranges = Array.from({ length: Math.ceil(section.length / pageBytes) }, (_, page) => page * pageBytes)
    const added = ranges.map((start) => {
      const source = section.subarray(start, start + pageBytes)
      return { id: pages.add(createDataPage(source, { at: pages.end, section: number, start })), start }
    })
    return { name, number, size: section.length, pages: added }
  })
  const sectionMapId = pages.add(createSystemPage(sectionMapMark, createSectionMap(rows)))
  const pageMap = new DataView(new ArrayBuffer(8 * pages.sizes.length))
  for (const [index, size] of pages.sizes.entries()) {
    pageMap.setInt32(8 * index, index + 1, true)
    pageMap.setUint32(8 * index + 4, size, true)
  }
  const pageMapAt = pages.end
  const mapPage = createSystemPage(pageMapMark, new Uint8Array(pageMap.buffer))
  const header = createHeader(release, firstPageAt)
  const fileBytes = pageMapAt + mapPage.length
  header.set(createMaskedHeader({ pageMapAt, sectionMapId, fileBytes }), 0x80)
  return joinBytes([header, ...pages.parts, mapPage])
}

function createSectionMap(rows: readonly SectionRow[]): Uint8Array {
  const size = rows.reduce((sum, { pages }) => sum + 96 + 16 * pages.length, 20)
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, rows.length, true)
  let at = 20
  for (const row of rows) {
    view.setUint32(at, row.size, true)
    for (const [index, word] of [row.pages.length, pageBytes, 0, 2, row.number, 0].entries())
      view.setUint32(at + 8 + 4 * index, word, true)
    bytes.set(new TextEncoder().encode(row.name), at + 32)
    at += 96
    for (const { id, start } of row.pages) {
      view.setUint32(at, id, true)
      view.setUint32(at + 8, start, true)
      at += 16
    }
  }
  return bytes
}

interface FileEnds {
  readonly pageMapAt: number
  readonly sectionMapId: number
  readonly fileBytes: number
}

function createMaskedHeader({ pageMapAt, sectionMapId, fileBytes }: FileEnds): Uint8Array {
  const header = new Uint8Array(0x6c)
  const view = new DataView(header.buffer)
  view.setUint32(0x34, fileBytes - header.length, true)
  view.setUint32(0x54, pageMapAt - firstPageAt, true)
  view.setUint32(0x5c, sectionMapId, true)
  let seed = 1
  return header.map((byte) => {
    seed = (Math.imul(seed, 0x343fd) + 0x269ec3) | 0
    return byte ^ (seed >> 16)
  })
}

const [systemDataBytes, wordDataBytes] = [239, 251]
const firstInterleavedAt = 0x480
/** Unpacked bytes of a page of 2007: fewer than programs write, so that small files have several. */
const widePageBytes = 0x1000

/** Distributes bytes over code words of 255 bytes, aligned to 32 bytes; the check bytes of maps stay zero. */
function interleave(source: Uint8Array, dataBytes: number): Uint8Array {
  const wordCount = Math.max(1, Math.ceil(source.length / dataBytes))
  const bytes = new Uint8Array(Math.ceil((wordCount * codeWordBytes) / 32) * 32)
  for (let word = 0; word < wordCount; word++) {
    const data = new Uint8Array(dataBytes)
    data.set(source.subarray(word * dataBytes, (word + 1) * dataBytes))
    const checks = dataBytes === wordDataBytes ? computeCheckBytes(data) : []
    for (const [index, byte] of [...data, ...checks].entries()) bytes[word + index * wordCount] = byte
  }
  return bytes
}

const alignBytes = (source: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(Math.ceil(source.length / 8) * 8)
  bytes.set(source)
  return bytes
}

function writeInterleaved(sections: Sections): Uint8Array {
  const pages: Uint8Array[] = []
  const rows = Object.entries(sections).map(([name, section]) => {
    const starts = Array.from({ length: Math.ceil(section.length / widePageBytes) }, (_, page) => page * widePageBytes)
    const added = starts.map((start) => {
      const source = section.subarray(start, start + widePageBytes)
      const packed = isGrouped(source) ? packGroups(source) : source
      pages.push(interleave(alignBytes(packed), wordDataBytes))
      return [start, source.length, pages.length, source.length, packed.length, 0, 0]
    })
    return createWideRow(name, section.length, added)
  })
  const sectionMap = joinBytes(rows)
  pages.push(interleave(alignBytes(sectionMap), systemDataBytes))
  const pageMap = new BigInt64Array(pages.flatMap((page, index) => [BigInt(page.length), BigInt(index + 1)]))
  const mapPage = interleave(alignBytes(new Uint8Array(pageMap.buffer)), systemDataBytes)
  const body = joinBytes([...pages, mapPage])
  const fields = new BigInt64Array(34)
  const pageMapOffset = body.length - mapPage.length
  for (const [index, value] of [
    [1, firstInterleavedAt + body.length],
    [3, 1],
    [7, pageMapOffset],
    [10, pageMap.byteLength],
    [11, pageMap.byteLength],
    [22, sectionMap.length],
    [24, pages.length],
    [25, sectionMap.length],
    [27, 1],
  ])
    fields[index] = BigInt(value)
  const metadata = new Uint8Array(32 + fields.byteLength)
  new DataView(metadata.buffer).setInt32(24, -fields.byteLength, true)
  metadata.set(new Uint8Array(fields.buffer), 32)
  const metadataBytes = new Uint8Array(3 * systemDataBytes)
  metadataBytes.set(metadata)
  const header = createHeader(2007, firstInterleavedAt)
  header.set(interleave(metadataBytes, systemDataBytes), 0x80)
  return joinBytes([header, body])
}

/** Creates a row of the section map of 2007 with its pages. */
function createWideRow(name: string, size: number, pages: readonly (readonly number[])[]): Uint8Array {
  const wideName = Uint16Array.from(`${name}\0`, (character) => character.charCodeAt(0))
  const fields = [size, widePageBytes, 0, 0, wideName.byteLength, 0, 4, pages.length]
  return joinBytes([
    new Uint8Array(BigInt64Array.from(fields, BigInt).buffer),
    new Uint8Array(wideName.buffer),
    ...pages.map((page) => new Uint8Array(BigInt64Array.from(page, BigInt).buffer)),
  ])
}
