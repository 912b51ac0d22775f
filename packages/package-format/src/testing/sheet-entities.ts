import type { SheetEntities } from '../sheets/sheet.js'

/** Entities of a test, each property as a list. */
export interface EntityLists {
  readonly layer: readonly number[]
  readonly handles: readonly string[]
  readonly types: readonly string[]
  readonly names: readonly string[]
  readonly sets: readonly (readonly number[])[]
  readonly blockStart: readonly number[]
}

/** Creates entities from lists of their properties. */
export const createSheetEntities = ({
  layer,
  handles,
  types,
  names,
  sets,
  blockStart,
}: EntityLists): SheetEntities => ({
  count: layer.length,
  layer: Uint32Array.from(layer),
  blockStart: Uint32Array.from(blockStart),
  handle: (entity) => handles[entity],
  type: (entity) => types[entity],
  name: (entity) => names[entity],
  sets: (entity) => Uint32Array.from(sets[entity]),
})
