import type { DxfRecord } from '../groups/group-table.js'

const nameCode = 3
const entryCodes = [350, 360]

/** Returns the handle of an entry of a DICTIONARY; 0 without one. */
export function findDictionaryEntry({ groups }: DxfRecord, name: string): number {
  let isNamed = false
  for (let at = groups.from; at < groups.to; at++) {
    const code = groups.codeAt(at)
    if (code === nameCode) isNamed = groups.textAt(at) === name
    else if (isNamed && entryCodes.includes(code)) return groups.handleAt(at)
  }
  return 0
}

const [blockCode, entityCode, positionCode] = [330, 331, 5]

/**
 * Reads a SORTENTSTABLE: positions in the draw order, as handles, by the handles of entities. Empty if it is for another
 * block.
 */
export function readSortTable({ groups }: DxfRecord, blockHandle: number): ReadonlyMap<number, number> {
  const positions = new Map<number, number>()
  const part = groups.getPart('AcDbSortentsTable')
  if (part.readHandle(blockCode) !== blockHandle) return positions
  let entity = 0
  for (let at = part.from; at < part.to; at++)
    if (part.codeAt(at) === entityCode) entity = part.handleAt(at)
    else if (part.codeAt(at) === positionCode && entity !== 0) positions.set(entity, part.handleAt(at))
  return positions
}
