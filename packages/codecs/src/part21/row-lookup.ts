import type { StatementColumns } from './statement-columns.js'

// Direct tables have an entry for every number up to the largest; sparser numbering is hashed.
const maxDirectTableRatio = 8
const directTableFloor = 1 << 20
const directoryShift = 6
/** Runs of consecutive numbers must have this length on average: the search in a range of numbers is short then. */
const minRunLength = 64

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
  if (isAscending) return directoryLookup(columns, maxId)
  return runLookup(columns, maxId) ?? tableLookup(columns, maxId)
}

/**
 * Lookup in ascending numbers, as most programs write them: a sixteenth of a byte per number to find the block, and a
 * short search there.
 */
function directoryLookup(columns: StatementColumns, maxId: number): (id: number) => number {
  const directory = createDirectory(maxId, columns.blockCount, (block) => columns.getBlockId(block))
  return (id) => {
    if (!(id <= maxId)) return -1
    let block = directory[id >>> directoryShift]
    while (block > 0 && columns.getBlockId(block) > id) block--
    return columns.findInBlock(block, id)
  }
}

/**
 * Returns, for each range of numbers, the last block or run that begins at or before its last number; their first
 * numbers must rise.
 */
function createDirectory(maxId: number, count: number, firstIdOf: (item: number) => number): Uint32Array {
  const directory = new Uint32Array((maxId >>> directoryShift) + 1)
  for (let item = 0; item < count; item++) directory[firstIdOf(item) >>> directoryShift] = item
  for (let range = 1; range < directory.length; range++)
    directory[range] = Math.max(directory[range], directory[range - 1])
  return directory
}

/**
 * Lookup in runs of consecutive numbers that are not in order, as in files that were joined from several ones; null if
 * runs are short or overlap.
 */
function runLookup(columns: StatementColumns, maxId: number): ((id: number) => number) | null {
  const runs = listRuns(columns)
  if (runs === null) return null
  const firstIds = Uint32Array.from(runs, ({ firstId }) => firstId)
  const firstRows = Uint32Array.from(runs, ({ firstRow }) => firstRow)
  const lengths = Uint32Array.from(runs, ({ length }) => length)
  const directory = createDirectory(maxId, runs.length, (run) => firstIds[run])
  return (id) => {
    if (!(id <= maxId)) return -1
    let run = directory[id >>> directoryShift]
    while (run > 0 && firstIds[run] > id) run--
    const offset = id - firstIds[run]
    return offset >= 0 && offset < lengths[run] ? firstRows[run] + offset : -1
  }
}

interface Run {
  readonly firstId: number
  readonly firstRow: number
  readonly length: number
}

/** Lists the runs of consecutive numbers by number; null if they are short or overlap. */
function listRuns(columns: StatementColumns): Run[] | null {
  const maxRuns = Math.floor(columns.count / minRunLength)
  const runs: Run[] = []
  for (let firstRow = 0; firstRow < columns.count;) {
    if (runs.length === maxRuns) return null
    const firstId = columns.getId(firstRow)
    let length = 1
    while (firstRow + length < columns.count && columns.getId(firstRow + length) === firstId + length) length++
    runs.push({ firstId, firstRow, length })
    firstRow += length
  }
  runs.sort((one, other) => one.firstId - other.firstId)
  const overlaps = runs.some(({ firstId, length }, at) => firstId + length > (runs[at + 1]?.firstId ?? Infinity))
  return overlaps ? null : runs
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
