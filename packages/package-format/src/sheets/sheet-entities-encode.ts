import { encodeContainer } from '../container/container-encode.js'
import { StringTableBuilder, stringTableSections } from '../container/string-table.js'
import { encodeDeltas, encodeVarints } from '../container/varints.js'
import type { SheetEntities } from './sheet.js'

/** Handles of DWG and DXF: numbers in upper-case hexadecimal without leading zeros, encoded as numbers. */
const isHandle = (text: string): boolean => /^(0|[1-9A-F][0-9A-F]{0,7})$/.test(text)

/** Parses a handle that is a number; null for others, which are stored as texts. */
export const parseSheetHandle = (text: string): number | null => (isHandle(text) ? parseInt(text, 16) : null)

/** Formats the number of a handle. */
export const formatSheetHandle = (handle: number): string => handle.toString(16).toUpperCase()

/** Encodes `entities.bin` (before brotli). */
export function encodeSheetEntities(entities: SheetEntities): Uint8Array {
  const { count, layer, blockStart } = entities
  const [types, names, handles] = [new StringTableBuilder(), new StringTableBuilder(), new StringTableBuilder()]
  const isNumber = new Uint8Array(count)
  const [handle, type, name, setCounts] = [1, 2, 3, 4].map(() => new Uint32Array(count))
  for (let entity = 0; entity < count; entity++) {
    const text = entities.handle(entity)
    const number = parseSheetHandle(text)
    isNumber[entity] = number === null ? 0 : 1
    handle[entity] = number ?? handles.indexOf(text)
    type[entity] = types.indexOf(entities.type(entity))
    name[entity] = names.indexOf(entities.name(entity))
    setCounts[entity] = entities.sets(entity).length
  }
  const meta = {
    entities: count,
    types: types.texts.length,
    names: names.texts.length,
    handleTexts: handles.texts.length,
    blocks: blockStart.length,
  }
  return encodeContainer(meta, [
    { name: 'layer', data: encodeVarints(layer) },
    { name: 'type', data: encodeVarints(type) },
    { name: 'name', data: encodeVarints(name) },
    { name: 'handle.number', data: isNumber },
    { name: 'handle', data: encodeDeltas(handle) },
    { name: 'sets', data: encodeVarints(setCounts) },
    { name: 'set', data: encodeDeltas(listSets(entities, setCounts)) },
    { name: 'block', data: encodeDeltas(blockStart) },
    ...stringTableSections('types', types.texts),
    ...stringTableSections('names', names.texts),
    ...stringTableSections('handles', handles.texts),
  ])
}

function listSets(entities: SheetEntities, counts: Uint32Array): Uint32Array {
  const all = new Uint32Array(counts.reduce((sum, count) => sum + count, 0))
  let at = 0
  for (let entity = 0; entity < counts.length; entity++) {
    all.set(entities.sets(entity), at)
    at += counts[entity]
  }
  return all
}
