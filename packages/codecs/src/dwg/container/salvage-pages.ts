import { createSectionBuffer, sectionPadding, type SectionName } from './container.js'
import { recognizeSection } from './recognize-section.js'
import { readInterleaved } from './reed-solomon.js'
import { tryRead } from './try-read.js'
import { unpack2007 } from './unpack-2007.js'

/** A page of a file of release 2007. */
export interface FilePage {
  readonly at: number
  readonly size: number
}

const codeWordBytes = 255
const pageDataBytes = 251
/** Unpacked bytes of each page of a section but the last one. */
const unpackedBytes = 0xf800

/**
 * Unpacks a section of release 2007 without the section map: the page that begins like it. For the objects, which are
 * found by their checksums, all pages in the order of the file. Returns null if there is no page.
 */
export function salvageSection(file: Uint8Array, pages: Iterable<FilePage>, name: SectionName): Uint8Array | null {
  const parts: Uint8Array[] = []
  for (const page of pages) {
    if (page.at >= file.length) break
    const part = unpackAny(file, page)
    if (name === 'AcDb:AcDbObjects' || recognizeSection(part) === name) parts.push(part)
  }
  if (parts.length === 0) return null
  const size = parts.length * unpackedBytes
  const target = createSectionBuffer(size, file.length)
  for (const [index, part] of parts.entries()) target.set(part, index * unpackedBytes)
  return target.subarray(0, target.length - sectionPadding)
}

/** Unpacks a page whose sizes are not known: what follows its data does not unpack. */
function unpackAny(file: Uint8Array, { at, size }: FilePage): Uint8Array {
  const wordCount = Math.floor(Math.min(size, file.length - at) / codeWordBytes)
  const length = Math.max(0, wordCount * pageDataBytes)
  const source = readInterleaved({ bytes: file, at, wordCount, dataBytes: pageDataBytes, length })
  const target = new Uint8Array(unpackedBytes)
  tryRead(() => unpack2007({ source, from: 0, to: length, target, start: 0, end: unpackedBytes }))
  return target
}
