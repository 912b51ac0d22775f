/** Rows of one kind that are painted. */
export interface PaintedRows {
  readonly count: number
  /** Order within a level, from 0 to `phaseCount` - 1. */
  readonly phase: number
  level(row: number): number
  isSeen(row: number): boolean
  /** Layer of a row; null for content that is not on a single one. */
  layer(row: number): number | null
  paint(row: number): void
}

/** Number of phases of a level. */
export const phaseCount = 5

/** Yields visible rows by level and phase, otherwise in the given order. Sorts by counting: drawings have millions. */
export function* inPaintOrder(
  tables: readonly PaintedRows[],
): Generator<{ readonly table: PaintedRows; readonly row: number }> {
  const starts = countRows(tables)
  const count = starts[starts.length - 1]
  const [tableNumbers, rows] = [new Uint16Array(count), new Uint32Array(count)]
  for (const [number, table] of tables.entries())
    for (let row = 0; row < table.count; row++) {
      if (!table.isSeen(row)) continue
      const at = starts[table.level(row) * phaseCount + table.phase]++
      tableNumbers[at] = number
      rows[at] = row
    }
  for (let at = 0; at < count; at++) yield { table: tables[tableNumbers[at]], row: rows[at] }
}

/** Returns the first position of each level and phase, and at the end the number of all visible rows. */
function countRows(tables: readonly PaintedRows[]): Uint32Array {
  let levels = 0
  for (const table of tables)
    for (let row = 0; row < table.count; row++) levels = Math.max(levels, table.level(row) + 1)
  const starts = new Uint32Array(levels * phaseCount + 1)
  for (const table of tables)
    for (let row = 0; row < table.count; row++)
      if (table.isSeen(row)) starts[table.level(row) * phaseCount + table.phase + 1]++
  for (let at = 1; at < starts.length; at++) starts[at] += starts[at - 1]
  return starts
}
