import { createSectionBuffer, type SectionName } from './container.js'
import { recognizeSection } from './recognize-section.js'
import { codeWordBytes, readInterleaved } from './reed-solomon.js'
import { tryRead } from './try-read.js'
import { unpack2007 } from './unpack-2007.js'

/** A page of a file of release 2007. */
export interface FilePage {
  readonly at: number
  readonly size: number
}

const pageDataBytes = 251
/** Max unpacked bytes of a page: programs exceed the 0xF800 that the section map states. */
const maxUnpackedBytes = 0x18000

/** The pages of a file of release 2007 without its section map. */
export class SalvagedPages {
  readonly #file: Uint8Array
  readonly #pages: readonly FilePage[]
  /** Sections that begin with the pages; null until they are asked for. */
  #names: readonly (SectionName | null)[] | null = null

  constructor(file: Uint8Array, pages: readonly FilePage[]) {
    this.#file = file
    this.#pages = pages.filter(({ at }) => at < file.length)
  }

  /**
   * Unpacks a section: the page that begins like it. For the objects, which are found by their checksums, all pages in
   * the order of the file. Returns null if there is no page.
   */
  readSection(name: SectionName): Uint8Array | null {
    if (name === 'AcDb:AcDbObjects') return this.#join(this.#pages)
    this.#names ??= this.#pages.map((page) => recognizeSection(unpackAny(this.#file, page)))
    return this.#join(this.#pages.filter((_, index) => this.#names?.[index] === name))
  }

  #join(pages: readonly FilePage[]): Uint8Array | null {
    if (pages.length === 0) return null
    const parts = pages.map((page) => unpackAny(this.#file, page))
    const size = parts.reduce((sum, part) => sum + part.length, 0)
    const target = createSectionBuffer(size, this.#file.length)
    let at = 0
    for (const part of parts) {
      target.set(part, at)
      at += part.length
    }
    return target.subarray(0, size)
  }
}

/**
 * Unpacks a page whose sizes are not known. Behind its data it has up to 250 random bytes, which unpack to something
 * without checksums.
 */
function unpackAny(file: Uint8Array, { at, size }: FilePage): Uint8Array {
  const wordCount = Math.floor(Math.min(size, file.length - at) / codeWordBytes)
  const length = Math.max(0, wordCount * pageDataBytes)
  const source = readInterleaved({ bytes: file, at, wordCount, dataBytes: pageDataBytes, length })
  const target = new Uint8Array(maxUnpackedBytes)
  tryRead(() => unpack2007({ source, from: 0, to: length, target, start: 0, end: maxUnpackedBytes }))
  let end = target.length
  while (end > 0 && target[end - 1] === 0) end--
  return target.subarray(0, end)
}
