import { TranslationError, type Property } from '@kamar/core'
import { partKey, type PartArchive } from '@kamar/codecs/zip'
import { attribute, findChild, findChildren, numbersIn, parseXml, type XmlElement } from '@kamar/codecs/xml'

/** A part of a section, from the section's descriptor. */
export interface PartReference {
  readonly role: string
  readonly mime: string
  readonly href: string
  readonly title: string
  readonly objectId: string
  /** 4×4, row by row: from part to section coordinates; null when none is stated. */
  readonly transform: readonly number[] | null
  readonly properties: readonly Property[]
}

/** Paper size of a page, in its unit. */
export interface Paper {
  readonly unit: 'mm' | 'in'
  readonly width: number
  readonly height: number
}

/** A section: a page, a model, or data that are not drawn. */
export interface Section {
  readonly kind: 'page' | 'model' | 'data'
  readonly name: string
  readonly title: string
  readonly order: number
  /** Unit of length of a model, as named in its descriptor. */
  readonly unit: string
  readonly paper: Paper | null
  readonly properties: readonly { readonly category: string; readonly property: Property }[]
  readonly parts: readonly PartReference[]
}

/** Content of a package. */
export interface DwfPackage {
  readonly archive: PartArchive
  readonly sections: readonly Section[]
  /** Parts with entities and properties that all sections share. */
  readonly contents: readonly string[]
  /** Package properties such as publisher and program. */
  readonly properties: readonly Property[]
  /** Names of fixed pages in reading order, for packages without a manifest. */
  readonly pages: readonly string[]
}

const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

/** Opens a package: reads its manifest and the descriptors of its sections. */
export async function openPackage(archive: PartArchive): Promise<DwfPackage> {
  const manifests = archive.names.filter((name) => /(^|\/)manifest\.xml$/i.test(name))
  const sections: Section[] = []
  const contents: string[] = []
  const properties: Property[] = []
  for (const name of manifests) {
    const bytes = await archive.read(name)
    const manifest = bytes && parseXml(bytes)
    if (!manifest || manifest.name !== 'Manifest') throw new TranslationError({ code: 'damaged' })
    for (const content of findChildren(findChild(manifest, 'Contents'), 'Content'))
      contents.push(attribute(content, 'href'))
    properties.push(...readProperties(findChild(manifest, 'Properties')).map(({ property }) => property))
    for (const section of findChildren(findChild(manifest, 'Sections'), 'Section'))
      sections.push(await openSection(archive, section))
  }
  sections.sort((a, b) => a.order - b.order)
  return { archive, sections, contents, properties, pages: manifests.length > 0 ? [] : await fixedPages(archive) }
}

/** Reads named values, except those internal to a program. */
export function readProperties(element: XmlElement | undefined): { category: string; property: Property }[] {
  return findChildren(element, 'Property').flatMap((property) => {
    const [name, value] = [attribute(property, 'name'), attribute(property, 'value')]
    const category = attribute(property, 'category')
    if (category === 'hidden' || name === '' || name.startsWith('_') || value === '') return []
    const unit = attribute(property, 'units')
    return [{ category, property: { name, value, ...(unit === '' ? {} : { unit }) } }]
  })
}

async function openSection(archive: PartArchive, listed: XmlElement): Promise<Section> {
  const listing = findChildren(findChild(listed, 'Toc'), 'Resource').map((part) => readReference(part))
  const descriptorName = listing.find(({ role }) => role === 'descriptor')?.href
  const bytes = descriptorName === undefined ? null : await archive.read(descriptorName)
  const descriptor = bytes && parseXml(bytes)
  const type = attribute(listed, 'type')
  const parts = findChild(descriptor, 'Resources')?.children.map(readReference) ?? listing
  return {
    kind: /emodel/i.test(type) ? 'model' : /eplot(?!global)/i.test(type) ? 'page' : 'data',
    name: attribute(listed, 'name'),
    title: attribute(descriptor, 'name') || attribute(listed, 'title') || attribute(listed, 'name'),
    order: Number(attribute(descriptor, 'plotOrder')) || 0,
    unit: attribute(findChild(descriptor, 'Units'), 'type'),
    paper: parsePaper(findChild(descriptor, 'Paper')),
    properties: readProperties(findChild(descriptor, 'Properties')),
    parts,
  }
}

function readReference(part: XmlElement): PartReference {
  const transform = numbersIn(attribute(part, 'transform'))
  const isMatrix = transform.length === 16 && transform.every((value) => Number.isFinite(value))
  return {
    role: attribute(part, 'role').toLowerCase(),
    mime: attribute(part, 'mime').toLowerCase(),
    href: attribute(part, 'href'),
    title: attribute(part, 'title'),
    objectId: attribute(part, 'objectId'),
    transform: isMatrix ? transform : null,
    properties: readProperties(findChild(part, 'Properties')).map(({ property }) => property),
  }
}

/** Returns the transform of a part; the identity when none is stated. */
export const getTransform = ({ transform }: PartReference): readonly number[] => transform ?? identity

function parsePaper(element: XmlElement | undefined): Paper | null {
  const [width, height] = [Number(attribute(element, 'width')), Number(attribute(element, 'height'))]
  if (!(width > 0 && height > 0 && width < 1e6 && height < 1e6)) return null
  return { unit: /^in/i.test(attribute(element, 'units')) ? 'in' : 'mm', width, height }
}

/** Lists the pages of an XPS package in order: sequence, documents, pages. */
async function fixedPages(archive: PartArchive): Promise<string[]> {
  const pages: string[] = []
  for (const sequence of archive.names.filter((name) => /\.fdseq$/i.test(name))) {
    for (const document of await sourcesIn(archive, sequence, 'DocumentReference'))
      pages.push(...(await sourcesIn(archive, document, 'PageContent')))
  }
  return pages.length > 0 ? pages : archive.names.filter((name) => /\.fpage$/i.test(name))
}

async function sourcesIn(archive: PartArchive, name: string, element: string): Promise<string[]> {
  const bytes = await archive.read(name)
  const root = bytes && parseXml(bytes)
  return findChildren(root, element).map((child) => resolvePart(name, attribute(child, 'Source')))
}

/** Resolves a part's name in another part: from the root with a leading slash, else from the folder of that part. */
export function resolvePart(from: string, reference: string): string {
  if (reference.startsWith('/') || reference.startsWith('\\')) return partKey(reference)
  return partKey(`${from.replace(/[^/\\]*$/, '')}${reference}`)
}
