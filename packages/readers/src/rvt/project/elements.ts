import { RecordFault } from '../container/faults.js'
import { channel } from '../container/partition.js'
import { readRecord, rootTag } from '../container/read-record.js'
import { vectorOf, type RecordObject, type Vector3 } from '../container/record-object.js'
import type { Pause, ProjectFile } from './project-file.js'

/** What an element's header says of it. */
export interface ElementHeader {
  readonly id: number
  readonly category: number
  readonly designOption: number
  /** Least and largest corner, feet; null where the header states none. */
  readonly box: readonly [Vector3, Vector3] | null
}

const none = -1
/** The low half of the rules about views: the two values of elements that stand in models and are shown by them. */
const modelRules: ReadonlySet<number> = new Set([0xef7f, 0xef6f])

/** The elements that a 3D view may show, by number: placed, not of a view, not of a loaded family, no types. */
export async function shownElements(
  file: ProjectFile,
  pause: Pause,
): Promise<{ readonly elements: Map<number, ElementHeader>; readonly unreadable: number }> {
  const elements = new Map<number, ElementHeader>()
  let unreadable = 0
  for await (const records of file.records(channel.headers, pause)) {
    for (const { id, body } of records) {
      if (body.length < 2) continue
      try {
        const header = headerOf(id, readRecord(body, file.schema))
        if (header) elements.set(id, header)
        else elements.delete(id)
      } catch (error) {
        if (!(error instanceof RecordFault)) throw error
        unreadable++
      }
    }
  }
  return { elements, unreadable }
}

function headerOf(id: number, root: RecordObject): ElementHeader | null {
  const isPlaced =
    root.id('m_ownerViewId') === none && root.id('m_unplacedOwnerId') === none && root.id('m_familyId') === none
  const rules = root.part('m_viewRules').number('m_nVisibleViewFlags') & 0xffff
  // The class is spelled like this in the files.
  const category = root.id('m_categroryId')
  if (!isPlaced || !modelRules.has(rules) || category >= none) return null
  return { id, category, designOption: root.id('m_designOptionId'), box: boxOf(root.target('m_pBBox')) }
}

function boxOf(outline: RecordObject | null): ElementHeader['box'] {
  if (!outline) return null
  const [least, most] = outline.list('m_minmax').map((value) => vectorOf(value))
  return least && most && [...least, ...most].every(Number.isFinite) ? [least, most] : null
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
