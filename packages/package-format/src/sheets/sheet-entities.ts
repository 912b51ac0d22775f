import { decodeContainer } from '../container/container-decode.js'
import { malformed } from '../container/container-layout.js'
import { readStringTable } from '../container/string-table.js'
import { decodeDeltas, decodeVarints } from '../container/varints.js'
import { holdBelow, toStarts } from './sheet-columns.js'
import type { SheetEntities } from './sheet.js'

/** Decodes `entities.bin`. */
export function decodeSheetEntities(bytes: Uint8Array, layers: number): SheetEntities {
  const container = decodeContainer(bytes)
  const count = container.count('entities')
  const layer = decodeVarints(container.column('layer', 'u8'), count)
  holdBelow(layer, Math.max(1, layers), 'layer')
  const types = readStringTable(container, 'types', container.count('types'))
  const names = readStringTable(container, 'names', container.count('names'))
  const texts = readStringTable(container, 'handles', container.count('handleTexts'))
  const type = decodeVarints(container.column('type', 'u8'), count)
  const name = decodeVarints(container.column('name', 'u8'), count)
  const isNumber = container.exactColumn('handle.number', 'u8', count)
  const handle = decodeDeltas(container.column('handle', 'u8'), count)
  const starts = toStarts(decodeVarints(container.column('sets', 'u8'), count))
  const sets = Uint32Array.from(decodeDeltas(container.column('set', 'u8'), starts[count]))
  const blockStart = Uint32Array.from(decodeDeltas(container.column('block', 'u8'), container.count('blocks')))
  if (blockStart.length > 0) holdBelow(sets, Math.max(1, blockStart[blockStart.length - 1]), 'set')
  else if (sets.length > 0) throw malformed('sets without blocks')
  return {
    count,
    layer,
    blockStart,
    handle: (entity) =>
      isNumber[entity] === 1 ? (handle[entity] >>> 0).toString(16).toUpperCase() : texts.text(handle[entity] ?? 0),
    type: (entity) => types.text(type[entity] ?? 0),
    name: (entity) => names.text(name[entity] ?? 0),
    sets: (entity) => sets.subarray(starts[entity], starts[entity + 1]),
  }
}
