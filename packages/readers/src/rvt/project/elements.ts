import { RecordFault } from '../container/faults.js'
import { channel } from '../container/partition.js'
import { readRecord, rootTag } from '../container/read-record.js'
import { toVector, type RecordObject, type Vector3 } from '../container/record-object.js'
import type { Pause, ProjectFile } from './project-file.js'

/** What an element's header says of it. */
export interface ElementHeader {
  readonly id: number
  readonly category: number
  readonly designOption: number
  /** The family whose definition it belongs to; -1 for an element of the project. */
  readonly familyId: number
  /** Least and largest corner, feet; null where the header states none. */
  readonly box: readonly [Vector3, Vector3] | null
}

const none = -1
/** The low half of the rules about views: the two values of elements that stand in models and are shown by them. */
const modelRules: ReadonlySet<number> = new Set([0xef7f, 0xef6f])

/** The elements of a document that a 3D view may show. */
export interface ShownElements {
  readonly elements: ReadonlyMap<number, ElementHeader>
  /** Of a family document the number of the family itself; -1 for a project. */
  readonly ownFamily: number
  readonly unreadable: number
}

/**
 * The elements that a 3D view may show, by number: placed, not of a view, no types. Of a project those of no loaded family and of a
 * category of the program, of a family document those of the family itself.
 */
export async function shownElements(file: ProjectFile, pause: Pause): Promise<ShownElements> {
  const headers = new Map<number, ElementHeader>()
  /** The families of all elements, by number of the element. */
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
        if (!(error instanceof RecordFault)) throw error
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

/** The family that is the document: the first that others belong to and that belongs to none. Loaded families belong to it. */
function findOwnFamily(families: ReadonlyMap<number, number>): number {
  const outermost = [...new Set(families.values())].filter((family) => families.get(family) === none)
  return outermost.length === 0 ? none : Math.min(...outermost)
}

const isOfProject = ({ familyId, category }: ElementHeader): boolean => familyId === none && category < none

function readHeader(id: number, root: RecordObject): ElementHeader | null {
  const isPlaced = root.id('m_ownerViewId') === none && root.id('m_unplacedOwnerId') === none
  const rules = root.part('m_viewRules').number('m_nVisibleViewFlags') & 0xffff
  // The class is spelled like this in the files.
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

/** The saved graphics of all elements and symbols, still packed into records. */
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
