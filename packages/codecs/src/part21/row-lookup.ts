import type { StatementColumns } from './statement-columns.js'

// Direct tables have an entry for every number up to the largest; sparser numbering is hashed.
const maxDirectTableRatio = 8
const directTableFloor = 1 << 20
const directoryShift = 6

/** Properties of a file's statement numbers. */
export interface NumberTraits {
  readonly maxId: number
  /** Whether every number is larger than the one before. */
  readonly isAscending: boolean
}

/** Creates a function that finds the row of a statement number, or -1. */
export function createRowLookup(
  columns: StatementColumns,
  { maxId, isAscending }: NumberTraits,
): (id: number) => number {
  if (columns.count === 0) return () => -1
  if (maxId > columns.count * maxDirectTableRatio + directTableFloor) return hashedLookup(columns)
  return isAscending ? directoryLookup(columns, maxId) : tableLookup(columns, maxId)
}

/**
 * Lookup in ascending numbers, as most programs write them: a sixteenth of a byte per number to find the block, and a
 * short search there.
 */
function directoryLookup(columns: StatementColumns, maxId: number): (id: number) => number {
  const { blockCount } = columns
  // The last block that begins at or before the last number of each range of numbers.
  const directory = new Uint32Array((maxId >>> directoryShift) + 1)
  for (let block = 0; block < blockCount; block++) directory[columns.getBlockId(block) >>> directoryShift] = block
  for (let range = 1; range < directory.length; range++)
    directory[range] = Math.max(directory[range], directory[range - 1])
  return (id) => {
    if (!(id <= maxId)) return -1
    let block = directory[id >>> directoryShift]
    while (block > 0 && columns.getBlockId(block) > id) block--
    return columns.findInBlock(block, id)
  }
}

function tableLookup(columns: StatementColumns, maxId: number): (id: number) => number {
  const table = new Int32Array(maxId + 1).fill(-1)
  columns.fillTable(table)
  return (id) => (id <= maxId ? table[id] : -1)
}

function hashedLookup(columns: StatementColumns): (id: number) => number {
  const bits = Math.max(4, Math.ceil(Math.log2(columns.count + 1)) + 1)
  const mask = 2 ** bits - 1
  const slots = new Int32Array(mask + 1).fill(-1)
  const findSlot = (id: number) => {
    let slot = (Math.imul(id, 0x9e37_79b1) >>> (32 - bits)) & mask
    while (slots[slot] >= 0 && columns.getId(slots[slot]) !== id) slot = (slot + 1) & mask
    return slot
  }
  for (let row = 0; row < columns.count; row++) slots[findSlot(columns.getId(row))] = row
  return (id) => slots[findSlot(id)]
}
