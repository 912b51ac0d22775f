import { MalformedRecordError } from '../../records/malformed-record-error.js'
import type { DwgSignature } from '../release.js'
import {
  createSectionBuffer,
  sectionPadding,
  type DwgContainer,
  type SectionName,
  type SectionRange,
} from './container.js'
import {
  dataHeaderBytes,
  findDataPages,
  hasPageChecksum,
  pageBytes,
  readDataPage,
  type DataPage,
} from './data-pages.js'
import { readFileSize, readPageMaps, type PagedSection, type SectionPage } from './page-maps.js'
import { recognizeSection } from './recognize-section.js'
import { tryRead } from './try-read.js'
import { unpack2004 } from './unpack-2004.js'

/**
 * Opens a drawing of release 2004, or of 2010 and later: sections consist of packed pages (Open Design Specification,
 * section 4). Pages are found by their headers if the maps are missing, as in a file that is cut off.
 * @throws {MalformedRecordError} if the file is too short for its header.
 */
export const openPagedContainer = (file: Uint8Array, signature: DwgSignature): DwgContainer =>
  new PagedContainer(file, signature)

class PagedContainer implements DwgContainer {
  readonly release: DwgSignature['release']
  readonly maintenance: number
  readonly codePage: number
  readonly fileBytes: number
  readonly #file: Uint8Array
  readonly #view: DataView
  readonly #sections: ReadonlyMap<string, PagedSection>
  #isIncomplete: boolean
  #pages: ReadonlyMap<string, DataPage> | null = null
  #foundSections: ReadonlyMap<string, PagedSection> | null = null

  constructor(file: Uint8Array, { release, maintenance, codePage }: DwgSignature) {
    this.release = release
    this.maintenance = maintenance
    this.codePage = codePage
    this.#file = file
    this.#view = new DataView(file.buffer, file.byteOffset, file.byteLength)
    this.fileBytes = readFileSize(file)
    const maps = tryRead(() => readPageMaps(file))
    this.#isIncomplete = maps === null || this.fileBytes > file.length
    this.#sections = maps?.sections ?? new Map()
  }

  get isIncomplete(): boolean {
    return this.#isIncomplete
  }

  readSection(name: SectionName): Uint8Array | null {
    const section = this.#sections.get(name) ?? this.#findSection(name)
    if (!section) return null
    if (section.isEncrypted) throw new MalformedRecordError('encrypted section')
    const target = createSectionBuffer(section.size, this.#file.length)
    let filledEnd = 0
    for (const page of section.pages) {
      const isInSection = page.start >= filledEnd && page.start < section.size
      const dataPage = isInSection ? this.#findPage(section, page) : null
      if (dataPage) this.#unpackPage(dataPage, { isPacked: section.isPacked, target, end: page.end })
      else this.#isIncomplete = true
      filledEnd = Math.max(filledEnd, page.end)
    }
    return target.subarray(0, target.length - sectionPadding)
  }

  listDamagedRanges(name: SectionName): readonly SectionRange[] {
    const section = this.#sections.get(name) ?? this.#findSection(name)
    return (section?.pages ?? []).filter((page) => {
      const dataPage = section && this.#findPage(section, page)
      return !dataPage || !hasPageChecksum(this.#file, dataPage)
    })
  }

  #listPages(): ReadonlyMap<string, DataPage> {
    this.#pages ??= new Map(findDataPages(this.#view).map((page) => [formatPageKey(page.section, page.start), page]))
    return this.#pages
  }

  /** Finds a page at its position in the map; by its header if the map is damaged. */
  #findPage({ number }: PagedSection, { at, start }: SectionPage): DataPage | null {
    const page = at === null ? null : readDataPage(this.#view, at)
    if (page?.section === number && page.start === start) return page
    return this.#listPages().get(formatPageKey(number, start)) ?? null
  }

  /** Finds a section without the map; known sections are recognized by their first bytes. */
  #findSection(name: string): PagedSection | null {
    if (!this.#isIncomplete && this.#sections.has('AcDb:AcDbObjects')) return null
    this.#isIncomplete = true
    this.#foundSections ??= this.#findSections()
    return this.#foundSections.get(name) ?? null
  }

  #findSections(): ReadonlyMap<string, PagedSection> {
    const sections = new Map<string, PagedSection>()
    for (const group of groupPages(findDataPages(this.#view))) {
      const pages = group
        .map(({ at, start }): SectionPage => ({ at, start, end: start + pageBytes }))
        .toSorted((a, b) => a.start - b.start)
      const name = this.#recognize(group.find(({ start }) => start === 0))
      const [number, size] = [group[0].section, pages.at(-1)?.end ?? 0]
      if (name !== null) sections.set(name, { number, size, isPacked: true, isEncrypted: false, pages })
    }
    return sections
  }

  #recognize(page: DataPage | undefined): SectionName | null {
    if (!page) return null
    const target = createSectionBuffer(pageBytes, this.#file.length)
    this.#unpackPage(page, { isPacked: true, target, end: pageBytes })
    return recognizeSection(target)
  }

  /** Unpacks a data page; what a damaged page does not contain stays zero. */
  #unpackPage({ at, start, packedBytes }: DataPage, { isPacked, target, end }: PageTarget): void {
    const from = at + dataHeaderBytes
    if (!isPacked) {
      target.set(this.#file.subarray(from, from + Math.max(0, Math.min(end, target.length) - start)), start)
      return
    }
    const unpackedEnd = tryRead(() =>
      unpack2004({ source: this.#file, from, to: from + packedBytes, target, start, end }),
    )
    if (unpackedEnd !== end) this.#isIncomplete = true
  }
}

/** Groups pages by the numbers of their sections; where programs number all of them 0, at each first page. */
function groupPages(pages: readonly DataPage[]): readonly (readonly DataPage[])[] {
  const groups: DataPage[][] = []
  const currentGroups = new Map<number, DataPage[]>()
  const hasFirstPage = new Set<number>()
  for (const page of pages) {
    const { section, start } = page
    const group = currentGroups.get(section)
    if (group && !(start === 0 && hasFirstPage.has(section))) group.push(page)
    else {
      groups.push([page])
      currentGroups.set(section, groups[groups.length - 1])
    }
    if (start === 0) hasFirstPage.add(section)
  }
  return groups
}

const formatPageKey = (section: number, start: number): string => `${section}/${start}`

/** Where a page is unpacked to. */
interface PageTarget {
  readonly isPacked: boolean
  readonly target: Uint8Array
  readonly end: number
}
