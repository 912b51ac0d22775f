import { noParent, type Fingerprints } from '@kamar/package-format/read'
import {
  matchElements,
  withTexts,
  type ComparedVersions,
  type ElementMatch,
  type ModelVersion,
} from './match-elements.js'

/** Bits of `ElementChange.parts`: the changed parts of an element. */
export const changedPart = { shape: 1, placement: 2, properties: 4, identity: 8, parent: 16 } as const

/** Kind of a change of an element. */
export type ChangeKind = 'added' | 'removed' | 'changed'

/** One element that differs between the versions. */
export interface ElementChange {
  readonly kind: ChangeKind
  /** Element number in the older version, -1 for an added one. */
  readonly before: number
  /** Element number in the newer version, -1 for a removed one. */
  readonly after: number
  /** `changedPart` bits; 0 unless `kind` is `changed`. */
  readonly parts: number
}

/** Number of elements of each kind; those of `same` are not listed. */
export type ChangeCounts = Readonly<Record<ChangeKind | 'same', number>>

/** Changes from one version to another. */
export interface ModelComparison {
  /** In the newer version's order; removed ones follow in the older version's order. */
  readonly changes: readonly ElementChange[]
  readonly counts: ChangeCounts
  /** Element number in the older version per element of the newer one, -1 for an added one. */
  readonly before: Int32Array
  /** Whether most elements kept their ids; otherwise they were matched by content and name. */
  readonly areIdsStable: boolean
}

/** Maximum movement or growth that counts as rounding. */
export const toleranceMillimetres = 1

/**
 * Compares two versions by their trees and fingerprints. Throws `RangeError` when a tree and its fingerprints do not
 * match.
 */
export function compareModels(older: ModelVersion, newer: ModelVersion): ModelComparison {
  for (const { fingerprints, tree } of [older, newer]) {
    if (fingerprints.count !== tree.count) throw new RangeError('fingerprints of another tree')
  }
  const versions = withTexts(older, newer)
  const match = matchElements(versions)
  const { after, before, areIdsStable } = match
  const changes: ElementChange[] = []
  before.forEach((partner, element) => {
    if (partner < 0) changes.push({ kind: 'added', before: -1, after: element, parts: 0 })
    else {
      const pair = { before: partner, after: element }
      const parts =
        changedParts(versions, partner, element) | (hasOtherParent(versions, match, pair) ? changedPart.parent : 0)
      if (parts !== 0) changes.push({ kind: 'changed', before: partner, after: element, parts })
    }
  })
  after.forEach((partner, element) => {
    if (partner < 0) changes.push({ kind: 'removed', before: element, after: -1, parts: 0 })
  })
  return { changes, counts: countChanges(changes, newer.tree.count), before, areIdsStable }
}

function countChanges(changes: readonly ElementChange[], newerCount: number): ChangeCounts {
  const counts = { added: 0, removed: 0, changed: 0 }
  for (const { kind } of changes) counts[kind]++
  return { ...counts, same: newerCount - counts.added - counts.changed }
}

function changedParts({ older, newer }: ComparedVersions, before: number, after: number): number {
  const [old, now] = [older.fingerprints, newer.fingerprints]
  const isReshaped = old.shape[before] !== now.shape[after]
  const isMoved =
    old.shape[before] !== 0 &&
    now.shape[after] !== 0 &&
    (old.orientation[before] !== now.orientation[after] || hasMoved(old, before, now, after))
  const isRenamed =
    older.texts.names[before] !== newer.texts.names[after] || older.texts.classes[before] !== newer.texts.classes[after]
  return (
    (isReshaped ? changedPart.shape : 0) |
    (isMoved ? changedPart.placement : 0) |
    (old.properties[before] === now.properties[after] ? 0 : changedPart.properties) |
    (isRenamed ? changedPart.identity : 0)
  )
}

/**
 * Returns whether the parent changed. Where both parents have no partner, one may have replaced the other, which is not
 * reported for each child.
 */
function hasOtherParent(
  { older, newer }: ComparedVersions,
  match: ElementMatch,
  { before, after }: Pick<ElementChange, 'before' | 'after'>,
): boolean {
  const [old, now] = [older.tree.parent[before], newer.tree.parent[after]]
  if (old === noParent || now === noParent) return old !== now
  return match.before[now] !== old && (match.before[now] >= 0 || match.after[old] >= 0)
}

/** Returns whether both ends of the box moved equally along an axis; a single moved end is growth. */
function hasMoved(old: Fingerprints, before: number, now: Fingerprints, after: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const minShift = now.box[after * 6 + axis] - old.box[before * 6 + axis]
    const maxShift = now.box[after * 6 + 3 + axis] - old.box[before * 6 + 3 + axis]
    const both = Math.sign(minShift) === Math.sign(maxShift) ? Math.min(Math.abs(minShift), Math.abs(maxShift)) : 0
    if (both > toleranceMillimetres) return true
  }
  return false
}
