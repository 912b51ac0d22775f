import { mixHash } from '@kamar/package-format/read'
import { Pairing, type Key } from '../pairing.js'
import { pairNearest } from './nearest-entities.js'
import type { SheetContent } from './sheet-content.js'

/** Correspondence of entities between two versions of a sheet. */
export interface EntityMatch {
  /** Entity number in the older version per entity of the newer one, -1 for an added one. */
  readonly before: Int32Array
  /** Entity number in the newer version per entity of the older one, -1 for a removed one. */
  readonly after: Int32Array
  /** Whether handles identify the same entities in both; otherwise entities were matched by appearance and position. */
  readonly areHandlesStable: boolean
}

/** Grid size, in steps, within which sizes count as equal. */
const coarseSteps = 256

type KeyOf = (entity: number) => Key

/** Matching keys of the entities of one version. */
interface Keys {
  readonly content: SheetContent
  /** Handles are unique in a file; a handle that occurs twice is ignored. */
  readonly handle: KeyOf
  /** Appearance, including the position. */
  readonly fingerprint: KeyOf
  /** Content, independent of the position. */
  readonly shape: KeyOf
  /** Content at its position. */
  readonly shapeAtAnchor: KeyOf
  /** Name, for entities without drawn content. */
  readonly name: KeyOf
}

/**
 * Matches every entity with its partner: by handle and appearance, by handle, by appearance and position; without
 * stable handles also by shape at any position, and finally by proximity and similarity on the same layer.
 */
export function matchEntities(older: SheetContent, newer: SheetContent): EntityMatch {
  const coarse = coarseSteps * Math.max(older.version.info.step, newer.version.info.step)
  const [old, now] = [createKeys(older, coarse), createKeys(newer, coarse)]
  const areHandlesStable = haveStableHandles(old, now)
  const pairing = new Pairing(older.count, newer.count)
  if (areHandlesStable) {
    const typed = ({ content, handle }: Keys): KeyOf => both(handle, (entity) => content.types[entity])
    pairing.pairUnique(typed(old), typed(now))
  } else pairing.pairInOrder(both(old.handle, old.fingerprint), both(now.handle, now.fingerprint))
  pairing.pairInOrder(old.fingerprint, now.fingerprint)
  pairing.pairInOrder(old.shapeAtAnchor, now.shapeAtAnchor)
  const canMove =
    ({ content }: Keys) =>
    (entity: number): boolean =>
      !areHandlesStable || content.handles[entity] === ''
  const [oldMoves, nowMoves] = [canMove(old), canMove(now)]
  pairing.pairInOrder(when(oldMoves, old.name), when(nowMoves, now.name))
  pairByShape({ old, now, oldMoves, nowMoves }, pairing)
  pairNearest({ older, newer, oldMoves, nowMoves }, pairing)
  return { before: pairing.before, after: pairing.after, areHandlesStable }
}

const when =
  (isMeant: (entity: number) => boolean, keyOf: KeyOf): KeyOf =>
  (entity) =>
    isMeant(entity) ? keyOf(entity) : null

const both =
  (one: KeyOf, other: KeyOf): KeyOf =>
  (entity) => {
    const [a, b] = [one(entity), other(entity)]
    return a === null || b === null ? null : `${a}\n${b}`
  }

function createKeys(content: SheetContent, coarse: number): Keys {
  const { handles, types, layers, names, version } = content
  const { fingerprints } = version
  const shapes = Array.from({ length: content.count }, (_, entity) => shapeKey(content, entity, coarse))
  return {
    content,
    handle: (entity) => handles[entity] || null,
    fingerprint: (entity) =>
      fingerprints === null || !content.isDrawn(entity)
        ? null
        : fingerprints[entity * 2] * 2 ** 21 + (fingerprints[entity * 2 + 1] & 0x1fffff),
    shape: (entity) => shapes[entity],
    shapeAtAnchor: (entity) => {
      if (shapes[entity] === null) return null
      const [x, y] = [0, 1].map((axis) => Math.round(content.anchor[entity * 2 + axis] / coarse))
      return `${shapes[entity]} ${x} ${y}`
    },
    name: (entity) => (content.isDrawn(entity) ? null : `${types[entity]}\n${layers[entity]}\n${names[entity]}`),
  }
}

/** Combines type, layer, name, texts, numbers of parts and size; null for an entity without drawn content. */
function shapeKey(content: SheetContent, entity: number, coarse: number): Key {
  if (!content.isDrawn(entity)) return null
  const { box, lines, linesByEntity, fillsByEntity } = content
  let [high, low] = [1, 2]
  const mix = (value: number): void => {
    high = mixHash(high, value)
    low = mixHash(low, value)
  }
  const mixText = (text: string): void => {
    for (let at = 0; at < text.length; at++) mix(text.charCodeAt(at))
    mix(0xffff)
  }
  for (const text of [content.types[entity], content.layers[entity], content.names[entity]]) mixText(text)
  for (const text of content.listStrings(entity)) mixText(text)
  for (let at = 0; at < linesByEntity.getCount(entity); at++) {
    const line = linesByEntity.at(entity, at)
    mix(lines.start[line + 1] - lines.start[line])
  }
  mix(fillsByEntity.getCount(entity))
  for (let axis = 0; axis < 2; axis++) mix(Math.round((box[entity * 4 + 2 + axis] - box[entity * 4 + axis]) / coarse))
  return (high >>> 0) * 2 ** 21 + (low & 0x1fffff)
}

/**
 * Returns whether handles are stable: most entities with the same handle are equal, or at least as many as can be
 * matched by appearance while nearly all have the same type, i.e. nearly everything was edited.
 */
function haveStableHandles(old: Keys, now: Keys): boolean {
  const entityByHandle = new Map<Key, number>()
  for (let entity = 0; entity < old.content.count; entity++) {
    const handle = old.handle(entity)
    if (handle !== null) entityByHandle.set(handle, entity)
  }
  let [pairs, ofType, alike] = [0, 0, 0]
  for (let entity = 0; entity < now.content.count; entity++) {
    const handle = now.handle(entity)
    const partner = handle === null ? undefined : entityByHandle.get(handle)
    if (partner === undefined) continue
    pairs++
    if (old.content.types[partner] !== now.content.types[entity]) continue
    ofType++
    if (isAlike(old, now, [partner, entity])) alike++
  }
  if (pairs === 0) return false
  return alike * 2 >= pairs || (ofType * 10 >= pairs * 9 && alike >= countSharedFingerprints(old, now))
}

const isAlike = (old: Keys, now: Keys, [before, after]: readonly [number, number]): boolean =>
  (old.fingerprint(before) !== null && old.fingerprint(before) === now.fingerprint(after)) ||
  old.shape(before) === now.shape(after)

/** Counts the entities of the newer version with the appearance and position of an older one. */
function countSharedFingerprints(old: Keys, now: Keys): number {
  const counts = new Map<Key, number>()
  for (let entity = 0; entity < old.content.count; entity++) {
    const key = old.fingerprint(entity) ?? old.shapeAtAnchor(entity)
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  let shared = 0
  for (let entity = 0; entity < now.content.count; entity++) {
    const key = now.fingerprint(entity) ?? now.shapeAtAnchor(entity)
    const left = counts.get(key) ?? 0
    if (left === 0) continue
    counts.set(key, left - 1)
    shared++
  }
  return shared
}

interface Movers {
  readonly old: Keys
  readonly now: Keys
  readonly oldMoves: (entity: number) => boolean
  readonly nowMoves: (entity: number) => boolean
}

/** Maximum number of distances computed for entities of one shape; above it they are paired in order. */
const maxDistances = 10_000

/** Pairs entities of the same shape at different positions: in order if their numbers are equal, else by distance. */
function pairByShape({ old, now, oldMoves, nowMoves }: Movers, pairing: Pairing): void {
  const waiting = groupByKey(pairing.after, when(oldMoves, old.shape))
  for (const [shape, after] of groupByKey(pairing.before, when(nowMoves, now.shape))) {
    const before = waiting.get(shape)
    if (before === undefined) continue
    const isOrdered = before.length === after.length || before.length * after.length > maxDistances
    if (isOrdered) after.slice(0, before.length).forEach((entity, at) => pairing.pair(before[at], entity))
    else pairByDistance({ old: old.content, now: now.content, before, after }, pairing)
  }
}

function groupByKey(partners: Int32Array, keyOf: KeyOf): Map<Key, number[]> {
  const lists = new Map<Key, number[]>()
  for (let entity = 0; entity < partners.length; entity++) {
    const key = partners[entity] < 0 ? keyOf(entity) : null
    if (key === null) continue
    const list = lists.get(key)
    if (list === undefined) lists.set(key, [entity])
    else list.push(entity)
  }
  return lists
}

interface SameShapes {
  readonly old: SheetContent
  readonly now: SheetContent
  readonly before: readonly number[]
  readonly after: readonly number[]
}

function pairByDistance({ old, now, before, after }: SameShapes, pairing: Pairing): void {
  const candidates = before.flatMap((one) =>
    after.map((other) => ({
      one,
      other,
      distance: Math.hypot(
        old.anchor[one * 2] - now.anchor[other * 2],
        old.anchor[one * 2 + 1] - now.anchor[other * 2 + 1],
      ),
    })),
  )
  candidates.sort((a, b) => a.distance - b.distance)
  for (const { one, other } of candidates)
    if (pairing.after[one] < 0 && pairing.before[other] < 0) pairing.pair(one, other)
}
