import type { ChangeCounts, ChangeKind } from '../compare-models.js'
import { compareLayers, type LayerChange } from './compare-layers.js'
import { EntityComparer, sheetPart, type TextChange } from './entity-differences.js'
import { matchEntities } from './match-entities.js'
import { SheetContent, type SheetVersion } from './sheet-content.js'

/** Left, bottom, right, top in sheet units. */
export type SheetBox = readonly [number, number, number, number]

/** One entity that differs between two versions of a sheet. */
export interface SheetChange {
  readonly kind: ChangeKind
  /** Number of the entity in the older version, -1 for an added one. */
  readonly before: number
  /** Number of the entity in the newer version, -1 for a removed one. */
  readonly after: number
  /** `sheetPart` bits; 0 unless `kind` is `changed`. */
  readonly parts: number
  /** Bounding box of the entity in the version or versions that have it; null when none of it is drawn. */
  readonly box: SheetBox | null
  /** Type and layer in the newer version, for a removed entity in the older one. */
  readonly type: string
  readonly layer: string
  readonly name: string
  readonly handle: string
  /** Previous layer of a changed entity, if it was a different one. */
  readonly layerBefore: string | null
  /** Texts of an added or removed entity, in order; '' on a changed one. */
  readonly text: string
  /** Differing texts of a changed entity. */
  readonly texts: readonly TextChange[]
}

/** Number of changes of each kind in a layer or a type. */
export interface CountedChanges {
  readonly name: string
  readonly counts: Readonly<Record<ChangeKind, number>>
}

/** Changes of a sheet from one version to another. */
export interface SheetComparison {
  /** In the newer version's order; removed ones follow in the older version's order. */
  readonly changes: readonly SheetChange[]
  readonly counts: ChangeCounts
  /** Index into `entityKinds` per entity of each version. */
  readonly olderKinds: Uint8Array
  readonly newerKinds: Uint8Array
  /** Layers and types with changes, most changes first. */
  readonly byLayer: readonly CountedChanges[]
  readonly byType: readonly CountedChanges[]
  /** Layers that were added, removed or changed. */
  readonly layers: readonly LayerChange[]
  readonly areHandlesStable: boolean
  /** Whether both are drawn in the same unit. */
  readonly hasSameUnit: boolean
}

/** Meaning of the numbers in `olderKinds` and `newerKinds`. */
export const entityKinds = ['same', 'added', 'removed', 'changed'] as const satisfies readonly (ChangeKind | 'same')[]

/** Maximum length of a reported text of an entity. */
const maxCharacters = 200

/**
 * Compares two versions of a sheet entity by entity. Either may be null: then all entities of the other were added or
 * removed.
 */
export function compareSheets(older: SheetVersion | null, newer: SheetVersion | null): SheetComparison {
  const [old, now] = [older && new SheetContent(older), newer && new SheetContent(newer)]
  const counts = { older: old?.count ?? 0, newer: now?.count ?? 0 }
  const changes =
    old && now
      ? computeChanges(old, now)
      : { list: listAllAs(old, 'removed').concat(listAllAs(now, 'added')), areHandlesStable: true }
  const kinds = computeKinds(changes.list, counts)
  const hasSameUnit = !older || !newer || older.info.millimetresPerUnit === newer.info.millimetresPerUnit
  return {
    changes: changes.list,
    counts: countKinds(changes.list, counts.newer),
    olderKinds: kinds.older,
    newerKinds: kinds.newer,
    byLayer: countBy(changes.list, ({ layer }) => layer),
    byType: countBy(changes.list, ({ type }) => type),
    layers: older && newer ? compareLayers(older.info, newer.info) : [],
    areHandlesStable: changes.areHandlesStable,
    hasSameUnit,
  }
}

/** Computes the differences between two versions, in the newer one's order. */
function computeChanges(old: SheetContent, now: SheetContent): { list: SheetChange[]; areHandlesStable: boolean } {
  const match = matchEntities(old, now)
  const comparer = new EntityComparer(old, now)
  const list: SheetChange[] = []
  match.before.forEach((before, after) => {
    if (before < 0) return void list.push(createSingleChange(now, after, 'added'))
    const parts = comparer.computeDifferences(before, after)
    if (parts !== 0) list.push(changedIn(comparer, { before, after, parts }))
  })
  match.after.forEach((after, before) => {
    if (after < 0) list.push(createSingleChange(old, before, 'removed'))
  })
  return { list, areHandlesStable: match.areHandlesStable }
}

function listAllAs(content: SheetContent | null, kind: 'added' | 'removed'): SheetChange[] {
  return content === null
    ? []
    : Array.from({ length: content.count }, (_, entity) => createSingleChange(content, entity, kind))
}

function computeKinds(
  changes: readonly SheetChange[],
  counts: { readonly older: number; readonly newer: number },
): { readonly older: Uint8Array; readonly newer: Uint8Array } {
  const kinds = { older: new Uint8Array(counts.older), newer: new Uint8Array(counts.newer) }
  for (const { kind, before, after } of changes) {
    if (before >= 0) kinds.older[before] = entityKinds.indexOf(kind)
    if (after >= 0) kinds.newer[after] = entityKinds.indexOf(kind)
  }
  return kinds
}

/** Returns the comparison of versions with identical files, without reading them. */
export function sameSheet(entities: number): SheetComparison {
  return {
    changes: [],
    counts: { added: 0, removed: 0, changed: 0, same: entities },
    olderKinds: new Uint8Array(entities),
    newerKinds: new Uint8Array(entities),
    byLayer: [],
    byType: [],
    layers: [],
    areHandlesStable: true,
    hasSameUnit: true,
  }
}

function createSingleChange(content: SheetContent, entity: number, kind: ChangeKind): SheetChange {
  return {
    kind,
    before: kind === 'removed' ? entity : -1,
    after: kind === 'removed' ? -1 : entity,
    parts: 0,
    box: findBox(content, entity),
    ...getAttributes(content, entity),
    layerBefore: null,
    text: content.listStrings(entity).join(' ').slice(0, maxCharacters),
    texts: [],
  }
}

interface ChangedPair {
  readonly before: number
  readonly after: number
  readonly parts: number
}

function changedIn(comparer: EntityComparer, { before, after, parts }: ChangedPair): SheetChange {
  const { older, newer } = comparer
  const boxes = [findBox(older, before), findBox(newer, after)]
  const layerBefore = older.layers[before]
  return {
    kind: 'changed',
    before,
    after,
    parts,
    box: boxes.reduce((one, other) => (one && other ? around(one, other) : (one ?? other))),
    ...getAttributes(newer, after),
    layerBefore: layerBefore === newer.layers[after] ? null : layerBefore,
    text: '',
    texts: (parts & sheetPart.text) === 0 ? [] : comparer.textChanges(before, after),
  }
}

const getAttributes = ({ types, layers, names, handles }: SheetContent, entity: number) => ({
  type: types[entity],
  layer: layers[entity],
  name: names[entity],
  handle: handles[entity],
})

function findBox({ box }: SheetContent, entity: number): SheetBox | null {
  const at = entity * 4
  return box[at] > box[at + 2] ? null : [box[at], box[at + 1], box[at + 2], box[at + 3]]
}

const around = (one: SheetBox, other: SheetBox): SheetBox => [
  Math.min(one[0], other[0]),
  Math.min(one[1], other[1]),
  Math.max(one[2], other[2]),
  Math.max(one[3], other[3]),
]

function countKinds(changes: readonly SheetChange[], newerCount: number): ChangeCounts {
  const counts = { added: 0, removed: 0, changed: 0 }
  for (const { kind } of changes) counts[kind]++
  return { ...counts, same: newerCount - counts.added - counts.changed }
}

function countBy(changes: readonly SheetChange[], getName: (change: SheetChange) => string): readonly CountedChanges[] {
  const countsByName = new Map<string, Record<ChangeKind, number>>()
  for (const change of changes) {
    const name = getName(change)
    const counts = countsByName.get(name) ?? { added: 0, removed: 0, changed: 0 }
    counts[change.kind]++
    countsByName.set(name, counts)
  }
  const sum = ({ counts }: CountedChanges): number => counts.added + counts.removed + counts.changed
  return [...countsByName].map(([name, counts]) => ({ name, counts })).sort((one, other) => sum(other) - sum(one))
}
