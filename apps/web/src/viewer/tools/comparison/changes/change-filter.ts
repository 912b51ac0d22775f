import { changedPart, type ElementChange } from '@kamar/comparison'
import { type ModelTree, noParent } from '@kamar/package-format/read'
import { elementClass, elementName } from '../../../session/use-tree.js'
import type { PackageComparison } from '../compare-packages.js'
import { changeKinds, type ShownKinds } from '../compared-kinds.js'

/** Part of an element that changed. */
export type ChangePart = Extract<keyof typeof changedPart, 'placement' | 'shape' | 'properties' | 'identity'>

/** Parts by which changes are filtered, in the order of their buttons. */
export const filterParts = ['placement', 'shape', 'properties', 'identity'] as const satisfies readonly ChangePart[]

/** Narrows the changes; null in a field: all of them. */
export interface ChangeFilter {
  readonly part: ChangePart | null
  readonly className: string | null
  readonly storey: string | null
}

/** All changes. */
export const noFilter: ChangeFilter = { part: null, className: null, storey: null }

const storeyClass = /storey|^level$|^geschoss$/i

/** Returns the name of the storey above an element; '' if there is none. */
function findStorey(tree: ModelTree, element: number): string {
  for (let at = element; at !== noParent; at = tree.parent[at] ?? noParent)
    if (storeyClass.test(elementClass(tree, at))) return elementName(tree, at)
  return ''
}

/** Returns the version that has the element of a change, and its number there. */
function getElement(
  { newer, older }: PackageComparison,
  { before, after }: ElementChange,
): readonly [ModelTree, number] {
  return after < 0 ? [older.tree, before] : [newer.tree, after]
}

/** Returns whether a change passes the filter. */
export function matchesFilter(result: PackageComparison, change: ElementChange, filter: ChangeFilter): boolean {
  const { part, className, storey } = filter
  if (part !== null && (change.parts & changedPart[part]) === 0) return false
  const [tree, element] = getElement(result, change)
  if (className !== null && elementClass(tree, element) !== className) return false
  return storey === null || findStorey(tree, element) === storey
}

/** Lists the changes of the visible kinds that pass the filter, in the order of the list. */
export function listMatches(
  result: PackageComparison,
  { shownKinds, filter }: { readonly shownKinds: ShownKinds; readonly filter: ChangeFilter },
): readonly ElementChange[] {
  const { changes } = result.comparison
  return changeKinds.flatMap((kind) =>
    shownKinds.has(kind)
      ? changes.filter((change) => change.kind === kind && matchesFilter(result, change, filter))
      : [],
  )
}

/** Number of changes that have a value. */
export interface ValueCount {
  readonly value: string
  readonly count: number
}

function countValues(values: readonly string[]): readonly ValueCount[] {
  const counts = new Map<string, number>()
  for (const value of values) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].map(([value, count]) => ({ value, count })).toSorted((a, b) => b.count - a.count)
}

/** Counts the classes of changes, the most frequent first. */
export const countClasses = (result: PackageComparison, changes: readonly ElementChange[]): readonly ValueCount[] =>
  countValues(changes.map((change) => elementClass(...getElement(result, change))))

/** Counts the storeys of changes, the most frequent first. */
export const countStoreys = (result: PackageComparison, changes: readonly ElementChange[]): readonly ValueCount[] =>
  countValues(changes.map((change) => findStorey(...getElement(result, change))))

/** Counts the changes of a part. */
export const countPart = (changes: readonly ElementChange[], part: ChangePart): number =>
  changes.filter(({ parts }) => (parts & changedPart[part]) !== 0).length
