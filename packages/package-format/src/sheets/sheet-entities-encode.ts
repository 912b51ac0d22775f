import { encodeContainer } from '../container/container-encode.js'
import { StringTableBuilder, stringTableSections } from '../container/string-table.js'
import { encodeDeltas, encodeVarints } from '../container/varints.js'

/** Input of `encodeSheetEntities`. */
export interface SheetEntitiesInput {
  readonly layer: ArrayLike<number>
  readonly handles: readonly string[]
  readonly types: readonly string[]
  readonly names: readonly string[]
  /** Numbers of the property sets of each entity. */
  readonly sets: readonly ArrayLike<number>[]
  /** First set of each block, then the number of sets; empty without sets. */
  readonly blockStart: ArrayLike<number>
}

/** Handles of DWG and DXF: numbers in upper-case hexadecimal without leading zeros, encoded as numbers. */
const isHandle = (text: string): boolean => /^(0|[1-9A-F][0-9A-F]{0,7})$/.test(text)

/** Encodes `entities.bin` (before brotli). */
export function encodeSheetEntities(entities: SheetEntitiesInput): Uint8Array {
  const [types, names, handles] = [new StringTableBuilder(), new StringTableBuilder(), new StringTableBuilder()]
  const handle = entities.handles.map((text) => (isHandle(text) ? parseInt(text, 16) | 0 : handles.indexOf(text)))
  const type = entities.types.map((text) => types.indexOf(text))
  const name = entities.names.map((text) => names.indexOf(text))
  const sets = entities.sets.flatMap((own) => Array.from(own))
  const meta = {
    entities: handle.length,
    types: types.texts.length,
    names: names.texts.length,
    handleTexts: handles.texts.length,
    blocks: entities.blockStart.length,
  }
  return encodeContainer(meta, [
    { name: 'layer', data: encodeVarints(entities.layer) },
    { name: 'type', data: encodeVarints(type) },
    { name: 'name', data: encodeVarints(name) },
    { name: 'handle.number', data: Uint8Array.from(entities.handles, (text) => (isHandle(text) ? 1 : 0)) },
    { name: 'handle', data: encodeDeltas(handle) },
    { name: 'sets', data: encodeVarints(entities.sets.map(({ length }) => length)) },
    { name: 'set', data: encodeDeltas(sets) },
    { name: 'block', data: encodeDeltas(entities.blockStart) },
    ...stringTableSections('types', types.texts),
    ...stringTableSections('names', names.texts),
    ...stringTableSections('handles', handles.texts),
  ])
}
