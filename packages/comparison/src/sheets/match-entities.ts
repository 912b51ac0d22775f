import { mixHash } from '@kamar/view-package/read'
import { Pairing, type Key } from '../pairing.js'
import { pairNearest } from './nearest-entities.js'
import type { SheetContent } from './sheet-content.js'

/** Which entity is which in two versions of a sheet. */
export interface EntityMatch {
  /** Per entity of the newer version its number in the older one, -1 for one that is new. */
  readonly before: Int32Array
  /** Per entity of the older version its number in the newer one, -1 for one that is gone. */
  readonly after: Int32Array
  /** Whether handles mean the same in both; otherwise entities were matched by what they look like and where they are. */
  readonly areHandlesStable: boolean
}

/** Steps of the grid within which sizes are taken as equal. */
const coarseSteps = 256

type KeyOf = (entity: number) => Key

/** What entities are told apart by, on one side. */
interface Keys {
  readonly content: SheetContent
  /** Two different things have the same handle in no file; a handle that occurs twice is none. */
  readonly handle: KeyOf
  /** What it looks like, where it is. */
  readonly print: KeyOf
  /** What it is made of, wherever it is. */
  readonly shape: KeyOf
  /** The same at its place. */
  readonly shapeAtAnchor: KeyOf
  /** Of what shows nothing. */
  readonly name: KeyOf
}

/**
 * Finds every entity's partner: by handle and look, by handle, by look and place; where handles say nothing also by shape
 * wherever it stands, and at last by what is near and similar on the same layer.
 */
export function matchEntities(older: SheetContent, newer: SheetContent): EntityMatch {
  const coarse = coarseSteps * Math.max(older.version.info.step, newer.version.info.step)
  const [old, now] = [createKeys(older, coarse), createKeys(newer, coarse)]
  const areHandlesStable = haveStableHandles(old, now)
  const pairing = new Pairing(older.count, newer.count)
  if (areHandlesStable) {
    const typed = ({ content, handle }: Keys): KeyOf => both(handle, (entity) => content.types[entity])
    pairing.pairUnique(typed(old), typed(now))
  } else pairing.pairInOrder(both(old.handle, old.print), both(now.handle, now.print))
  pairing.pairInOrder(old.print, now.print)
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
    print: (entity) =>
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

/** Type, layer, name, texts, numbers of parts and size; null for what shows nothing. */
function shapeKey(content: SheetContent, entity: number, coarse: number): Key {
  if (!content.isDrawn(entity)) return null
  const { box, lines, linesOf, fillsOf } = content
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
  for (let at = 0; at < linesOf.getCount(entity); at++) {
    const line = linesOf.at(entity, at)
    mix(lines.start[line + 1] - lines.start[line])
  }
  mix(fillsOf.getCount(entity))
  for (let axis = 0; axis < 2; axis++) mix(Math.round((box[entity * 4 + 2 + axis] - box[entity * 4 + axis]) / coarse))
  return (high >>> 0) * 2 ** 21 + (low & 0x1fffff)
}

/**
 * Handles are kept when most things of the same handle are the same thing, or when as many are as could be found by what
 * they look like and nearly all have the same type: somebody has then changed nearly everything.
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
  (old.print(before) !== null && old.print(before) === now.print(after)) || old.shape(before) === now.shape(after)

/** How many entities of the newer version look like one of the older and stand where it stood. */
function countSharedFingerprints(old: Keys, now: Keys): number {
  const counts = new Map<Key, number>()
  for (let entity = 0; entity < old.content.count; entity++) {
    const key = old.print(entity) ?? old.shapeAtAnchor(entity)
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  let shared = 0
  for (let entity = 0; entity < now.content.count; entity++) {
    const key = now.print(entity) ?? now.shapeAtAnchor(entity)
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

/** As many things of one shape are compared with as many others by their distance; more are taken in their order. */
const maxDistances = 10_000

/** Pairs what has the same shape in another place: in its order where there are as many as before, else the nearest. */
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
