import { noParent } from '@kamar/package-format/read'
import { contentKey, isLasting, readElementTexts, type ElementTexts, type ModelVersion } from './element-keys.js'
import { Pairing, type Key } from './pairing.js'

export type { ModelVersion } from './element-keys.js'

/** Correspondence of elements between two versions. */
export interface ElementMatch {
  /** Element number in the older version per element of the newer one, -1 for an added one. */
  readonly before: Int32Array
  /** Element number in the newer version per element of the older one, -1 for a removed one. */
  readonly after: Int32Array
  /** Whether most elements kept their ids; otherwise names were compared too. */
  readonly areIdsStable: boolean
}

/** Both versions with their texts. */
export interface ComparedVersions {
  readonly older: ModelVersion & { readonly texts: ElementTexts }
  readonly newer: ModelVersion & { readonly texts: ElementTexts }
}

/** Reads the texts that matching and comparing need. */
export function withTexts(older: ModelVersion, newer: ModelVersion): ComparedVersions {
  return { older: { ...older, texts: readElementTexts(older) }, newer: { ...newer, texts: readElementTexts(newer) } }
}

type Side = ComparedVersions['older']

const createIdKey =
  ({ texts }: Side, counts: (id: string) => boolean) =>
  (element: number): Key => {
    const id = texts.ids[element]
    return counts(id) ? id : null
  }

const createContentKey =
  (side: Side) =>
  (element: number): Key =>
    contentKey(side, element, side.texts.classes[element])

const createContentAndNameKey =
  (side: Side) =>
  (element: number): Key => {
    const content = createContentKey(side)(element)
    return content === null ? null : `${content}\n${side.texts.names[element]}`
  }

const createContentAndIdKey =
  (side: Side) =>
  (element: number): Key => {
    const id = side.texts.ids[element]
    return id === '' ? null : `${id}\n${createContentKey(side)(element)}\n${side.texts.classes[element]}`
  }

const createNameKey =
  ({ texts }: Side) =>
  (element: number): Key =>
    texts.names[element] === '' ? null : `${texts.classes[element]}\n${texts.names[element]}`

/**
 * Matches every element with its partner. Stable ids come first, regardless of changes to the element; then equal
 * content at the same position; then renumbered ids. Names and tree positions come last, and only where ids carry no
 * information: a new wall with the name of a removed one is not that wall.
 */
export function matchElements({ older, newer }: ComparedVersions): ElementMatch {
  const pairing = new Pairing(older.tree.count, newer.tree.count)
  pairing.pairUnique(createIdKey(older, isLasting), createIdKey(newer, isLasting))
  const areIdsStable = haveStableIds({ older, newer }, pairing)
  pairing.pairInOrder(createContentAndIdKey(older), createContentAndIdKey(newer))
  pairing.pairInOrder(createIdKey(older, isLasting), createIdKey(newer, isLasting))
  pairing.pairInOrder(createContentAndNameKey(older), createContentAndNameKey(newer))
  pairing.pairInOrder(createContentKey(older), createContentKey(newer))
  const isCounted = (id: string): boolean => id !== '' && !isLasting(id)
  pairing.pairUnique(createIdKey(older, isCounted), createIdKey(newer, isCounted))
  const canMatchByName = (side: Side, element: number): boolean => !areIdsStable || side.texts.ids[element] === ''
  const createFallbackNameKey = (side: Side) => (element: number) =>
    canMatchByName(side, element) ? createNameKey(side)(element) : null
  pairing.pairUnique(createFallbackNameKey(older), createFallbackNameKey(newer))
  pairByParent({ older, newer }, pairing, createFallbackNameKey)
  return { before: pairing.before, after: pairing.after, areIdsStable }
}

function haveStableIds({ older, newer }: ComparedVersions, pairing: Pairing): boolean {
  const lasting = ({ texts }: Side): number => texts.ids.reduce((count, id) => count + (isLasting(id) ? 1 : 0), 0)
  const minCount = Math.min(lasting(older), lasting(newer))
  return minCount > 0 && pairing.count * 2 >= minCount
}

/** Pairs children of partners with the same class and name, from the roots down, as parents precede children. */
function pairByParent(
  { older, newer }: ComparedVersions,
  pairing: Pairing,
  createFallbackNameKey: (side: Side) => (element: number) => Key,
): void {
  const waiting = new Map<string, number[]>()
  const olderName = createFallbackNameKey(older)
  for (let element = older.tree.count - 1; element >= 0; element--) {
    const name = pairing.after[element] < 0 ? olderName(element) : null
    if (name === null) continue
    const key = `${older.tree.parent[element]}\n${name}`
    const list = waiting.get(key)
    if (list === undefined) waiting.set(key, [element])
    else list.push(element)
  }
  if (waiting.size === 0) return
  const newerName = createFallbackNameKey(newer)
  for (let element = 0; element < newer.tree.count; element++) {
    const name = pairing.before[element] < 0 ? newerName(element) : null
    const parent = newer.tree.parent[element]
    const parentBefore = parent === noParent ? noParent : pairing.before[parent]
    if (name === null || parentBefore < 0) continue
    const partner = waiting.get(`${parentBefore}\n${name}`)?.pop()
    if (partner !== undefined) pairing.pair(partner, element)
  }
}
