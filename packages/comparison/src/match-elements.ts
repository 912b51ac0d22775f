import { noParent } from '@kamar/view-package/read'
import { contentKey, isLasting, textsOf, type ElementTexts, type ModelVersion } from './element-keys.js'
import { Pairing, type Key } from './pairing.js'

export type { ModelVersion } from './element-keys.js'

/** Which element is which in two versions. */
export interface ElementMatch {
  /** Per element of the newer version its number in the older one, -1 for one that is new. */
  readonly before: Int32Array
  /** Per element of the older version its number in the newer one, -1 for one that is gone. */
  readonly after: Int32Array
  /** Whether most elements kept their ids; otherwise names were looked at too. */
  readonly idsKept: boolean
}

/** Both versions with their texts. */
export interface ComparedVersions {
  readonly older: ModelVersion & { readonly texts: ElementTexts }
  readonly newer: ModelVersion & { readonly texts: ElementTexts }
}

/** Reads the texts that matching and comparing need. */
export function withTexts(older: ModelVersion, newer: ModelVersion): ComparedVersions {
  return { older: { ...older, texts: textsOf(older) }, newer: { ...newer, texts: textsOf(newer) } }
}

type Side = ComparedVersions['older']

const idOf =
  ({ texts }: Side, counts: (id: string) => boolean) =>
  (element: number): Key => {
    const id = texts.ids[element]
    return counts(id) ? id : null
  }

const contentOf =
  (side: Side) =>
  (element: number): Key =>
    contentKey(side, element, side.texts.classes[element])

const contentAndNameOf =
  (side: Side) =>
  (element: number): Key => {
    const content = contentOf(side)(element)
    return content === null ? null : `${content}\n${side.texts.names[element]}`
  }

const contentAndIdOf =
  (side: Side) =>
  (element: number): Key => {
    const id = side.texts.ids[element]
    return id === '' ? null : `${id}\n${contentOf(side)(element)}\n${side.texts.classes[element]}`
  }

const nameOf =
  ({ texts }: Side) =>
  (element: number): Key =>
    texts.names[element] === '' ? null : `${texts.classes[element]}\n${texts.names[element]}`

/**
 * Finds every element's partner. Lasting ids come first, whatever became of the element; then what is the same thing in
 * the same place; then ids that were only counted. Names and places in the tree come last, and only where ids say
 * nothing: a new wall with the name of one that is gone is not that wall.
 */
export function matchElements({ older, newer }: ComparedVersions): ElementMatch {
  const pairing = new Pairing(older.tree.count, newer.tree.count)
  pairing.pairUnique(idOf(older, isLasting), idOf(newer, isLasting))
  const idsKept = areIdsKept({ older, newer }, pairing)
  pairing.pairInOrder(contentAndIdOf(older), contentAndIdOf(newer))
  pairing.pairInOrder(idOf(older, isLasting), idOf(newer, isLasting))
  pairing.pairInOrder(contentAndNameOf(older), contentAndNameOf(newer))
  pairing.pairInOrder(contentOf(older), contentOf(newer))
  const isCounted = (id: string): boolean => id !== '' && !isLasting(id)
  pairing.pairUnique(idOf(older, isCounted), idOf(newer, isCounted))
  const mayRename = (side: Side, element: number): boolean => !idsKept || side.texts.ids[element] === ''
  const named = (side: Side) => (element: number) => (mayRename(side, element) ? nameOf(side)(element) : null)
  pairing.pairUnique(named(older), named(newer))
  pairByParent({ older, newer }, pairing, named)
  return { before: pairing.before, after: pairing.after, idsKept }
}

function areIdsKept({ older, newer }: ComparedVersions, pairing: Pairing): boolean {
  const lasting = ({ texts }: Side): number => texts.ids.reduce((count, id) => count + (isLasting(id) ? 1 : 0), 0)
  const fewest = Math.min(lasting(older), lasting(newer))
  return fewest > 0 && pairing.count * 2 >= fewest
}

/** Pairs children of partners that have the same class and name; from the roots down, as parents stand first. */
function pairByParent(
  { older, newer }: ComparedVersions,
  pairing: Pairing,
  named: (side: Side) => (element: number) => Key,
): void {
  const waiting = new Map<string, number[]>()
  const olderName = named(older)
  for (let element = older.tree.count - 1; element >= 0; element--) {
    const name = pairing.after[element] < 0 ? olderName(element) : null
    if (name === null) continue
    const key = `${older.tree.parent[element]}\n${name}`
    const list = waiting.get(key)
    if (list === undefined) waiting.set(key, [element])
    else list.push(element)
  }
  if (waiting.size === 0) return
  const newerName = named(newer)
  for (let element = 0; element < newer.tree.count; element++) {
    const name = pairing.before[element] < 0 ? newerName(element) : null
    const parent = newer.tree.parent[element]
    const parentBefore = parent === noParent ? noParent : pairing.before[parent]
    if (name === null || parentBefore < 0) continue
    const partner = waiting.get(`${parentBefore}\n${name}`)?.pop()
    if (partner !== undefined) pairing.pair(partner, element)
  }
}
