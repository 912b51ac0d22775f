import { MalformedRecordError } from '@kamar/codecs/records'
import { channel } from '../container/partition.js'
import { readRecord, rootTag } from '../container/read-record.js'
import { toVector, type RecordObject, type Vector3 } from '../container/record-object.js'
import type { Pause, ProjectFile } from './project-file.js'

/** Content of an element's header. */
export interface ElementHeader {
  readonly id: number
  readonly category: number
  readonly designOption: number
  /** Family whose definition contains the element; -1 for an element of the project. */
  readonly familyId: number
  /** Minimum and maximum corner, feet; null where the header states none. */
  readonly box: readonly [Vector3, Vector3] | null
}

const none = -1
/** Low half of the view rules: the two values of elements that are placed in models and visible there. */
const modelRules: ReadonlySet<number> = new Set([0xef7f, 0xef6f])

/** Elements of a document that a 3D view may show. */
export interface ShownElements {
  readonly elements: ReadonlyMap<number, ElementHeader>
  /** Id of the family itself in a family document; -1 for a project. */
  readonly ownFamily: number
  readonly unreadable: number
}

/**
 * Returns the elements that a 3D view may show, by id: placed, not owned by a view, no types. For a project, elements
 * of built-in categories outside loaded families; for a family document, elements of the family itself.
 */
export async function shownElements(file: ProjectFile, pause: Pause): Promise<ShownElements> {
  const headers = new Map<number, ElementHeader>()
  /** Family of each element, by element id. */
  const families = new Map<number, number>()
  let unreadable = 0
  for await (const records of file.records(channel.headers, pause)) {
    for (const { id, body } of records) {
      if (body.length < 2) continue
      try {
        const root = readRecord(body, file.schema)
        const header = readHeader(id, root)
        if (file.isFamily) families.set(id, root.id('m_familyId'))
        if (header && (file.isFamily || isOfProject(header))) headers.set(id, header)
        else headers.delete(id)
      } catch (error) {
        if (!(error instanceof MalformedRecordError)) throw error
        unreadable++
      }
    }
  }
  const ownFamily = findOwnFamily(families)
  const isOwn = (header: ElementHeader): boolean =>
    ownFamily === none ? isOfProject(header) : header.familyId === ownFamily
  const elements = new Map([...headers].filter(([, header]) => isOwn(header)))
  return { elements, ownFamily, unreadable }
}

/**
 * Finds the family that is the document: the first one that others belong to and that belongs to none. Loaded families
 * belong to it.
 */
function findOwnFamily(families: ReadonlyMap<number, number>): number {
  const outermost = [...new Set(families.values())].filter((family) => families.get(family) === none)
  return outermost.length === 0 ? none : Math.min(...outermost)
}

const isOfProject = ({ familyId, category }: ElementHeader): boolean => familyId === none && category < none

function readHeader(id: number, root: RecordObject): ElementHeader | null {
  const isPlaced = root.id('m_ownerViewId') === none && root.id('m_unplacedOwnerId') === none
  const rules = root.part('m_viewRules').number('m_nVisibleViewFlags') & 0xffff
  // The files spell the field like this.
  const category = root.id('m_categroryId')
  if (!isPlaced || !modelRules.has(rules)) return null
  const [familyId, designOption] = [root.id('m_familyId'), root.id('m_designOptionId')]
  return { id, category, familyId, designOption, box: readBox(root.target('m_pBBox')) }
}

function readBox(outline: RecordObject | null): ElementHeader['box'] {
  if (!outline) return null
  const [min, max] = outline.list('m_minmax').map((value) => toVector(value))
  return min && max && [...min, ...max].every(Number.isFinite) ? [min, max] : null
}

/** Returns the saved graphics of all elements and symbols, still encoded as records. */
export async function graphicsRecords(file: ProjectFile, pause: Pause): Promise<Map<number, Uint8Array>> {
  const graphics = new Map<number, Uint8Array>()
  const rootClasses = new Set(['GElement', 'GRep'].map((name) => file.schema.tagOf(name)))
  for await (const records of file.records(channel.graphics, pause)) {
    for (const { id, body } of records) {
      if (rootClasses.has(rootTag(body))) graphics.set(id, body)
      else graphics.delete(id)
    }
  }
  return graphics
}
