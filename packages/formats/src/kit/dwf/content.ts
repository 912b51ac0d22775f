import type { Property } from '@kamar/core'
import type { PartArchive } from '@kamar/codecs/zip'
import { readProperties, type PartReference, type Section } from './package.js'
import { attribute, findChild, findChildren, parseXml, type XmlElement } from '@kamar/codecs/xml'

/** A property with its category heading. */
export type HeadedProperty = { readonly category: string; readonly property: Property }

/** An element in the contents of a package. */
export interface ContentObject {
  readonly id: string
  readonly label: string
  readonly properties: readonly HeadedProperty[]
  readonly children: readonly ContentObject[]
}

/** A node of the model's presentation tree. */
export interface PresentedNode {
  readonly label: string
  /** Ids of the objects it shows. */
  readonly objects: readonly string[]
  readonly children: readonly PresentedNode[]
}

/** Content data for the elements of a section. */
export interface SectionContent {
  readonly objects: ReadonlyMap<string, ContentObject>
  /** Top-level objects. */
  readonly roots: readonly ContentObject[]
  readonly tree: readonly PresentedNode[]
  /** Object of a segment, by the segment's name. */
  readonly objectOfSegment: ReadonlyMap<string, string>
  readonly hiddenSegments: ReadonlySet<string>
}

const maxObjects = 2_000_000

/** Reads the entities and objects of all contents of a package. */
export async function readContents(
  archive: PartArchive,
  names: readonly string[],
): Promise<Pick<SectionContent, 'objects' | 'roots'>> {
  const objects = new Map<string, ContentObject>()
  const roots: ContentObject[] = []
  for (const name of names) {
    const bytes = await archive.read(name)
    const root = bytes && parseXml(bytes)
    if (!root) continue
    const sets = new SharedSets(root)
    const entities = new Map<string, readonly HeadedProperty[]>()
    const labels = new Map<string, string>()
    for (const entity of findChildren(findChild(root, 'Entities'), 'Entity')) {
      entities.set(attribute(entity, 'id'), sets.listProperties(entity))
      labels.set(attribute(entity, 'id'), attribute(entity, 'label'))
    }
    const build = (element: XmlElement): ContentObject => {
      const entity = attribute(element, 'entityRef')
      const own = sets.listProperties(element)
      const inherited = (entities.get(entity) ?? []).filter(
        (row) =>
          !own.some(({ category, property }) => category === row.category && property.name === row.property.name),
      )
      const object: ContentObject = {
        id: attribute(element, 'id'),
        label: attribute(element, 'label') || (labels.get(entity) ?? ''),
        properties: [...own, ...inherited],
        children: findChildren(element, 'Object').map(build),
      }
      if (objects.size < maxObjects) objects.set(object.id, object)
      return object
    }
    roots.push(...findChildren(findChild(root, 'Objects'), 'Object').map(build))
  }
  return { objects, roots }
}

/** Property sets that several elements refer to. */
class SharedSets {
  readonly #sets = new Map<string, XmlElement>()

  constructor(root: XmlElement) {
    for (const set of findChildren(findChild(root, 'SharedProperties'), 'Properties'))
      this.#sets.set(attribute(set, 'id'), set)
  }

  /** Returns own properties, those of nested groups, and those of referenced sets. */
  listProperties(element: XmlElement): HeadedProperty[] {
    const referred = attribute(element, 'propertiesRefs').split(/\s+/)
    const sets = [...findChildren(element, 'Properties'), ...referred.flatMap((id) => this.#sets.get(id) ?? [])]
    return [
      ...readProperties(element),
      ...sets.flatMap((set) =>
        readProperties(set).map(({ category, property }) => ({
          category: category || attribute(set, 'label'),
          property,
        })),
      ),
    ]
  }
}

/** Reads the tree and segments of a section. */
export async function readSectionContent(
  archive: PartArchive,
  section: Section,
  shared: Pick<SectionContent, 'objects' | 'roots'>,
): Promise<SectionContent> {
  const objectOfSegment = new Map<string, string>()
  const hiddenSegments = new Set<string>()
  for (const root of await readDocuments(archive, section, 'content definition')) {
    for (const instance of findChildren(findChild(root, 'Instances'), 'Instance')) {
      const node = attribute(instance, 'node')
      // Many segments have no name, and represent no element.
      if (node === '') continue
      objectOfSegment.set(node, attribute(instance, 'renderableRef'))
      if (attribute(instance, 'visible') === 'false') hiddenSegments.add(node)
    }
  }
  const presentations = await readDocuments(archive, section, 'content presentation')
  const trees = presentations
    .flatMap((root) => findChildren(findChild(root, 'Presentations'), 'Presentation'))
    .map((presentation) => nodesWithin(presentation))
    .filter((nodes) => nodes.some(showsObject))
  return { ...shared, tree: trees[0] ?? [], objectOfSegment, hiddenSegments }
}

async function readDocuments(archive: PartArchive, { parts }: Section, role: string): Promise<XmlElement[]> {
  const roots: XmlElement[] = []
  for (const part of parts.filter((one: PartReference) => one.role === role)) {
    const bytes = await archive.read(part.href)
    const root = bytes && parseXml(bytes)
    if (root) roots.push(root)
  }
  return roots
}

const showsObject = (node: PresentedNode): boolean => node.objects.length > 0 || node.children.some(showsObject)

/** Returns the nodes below an element, inside any wrapper elements. */
function nodesWithin(element: XmlElement): PresentedNode[] {
  return element.children.flatMap((child) => {
    if (!child.name.endsWith('Node')) return nodesWithin(child)
    const objects = attribute(child, 'contentElementRefs')
      .split(/\s+/)
      .filter((id) => id !== '')
    return [{ label: attribute(child, 'label'), objects, children: nodesWithin(child) }]
  })
}
