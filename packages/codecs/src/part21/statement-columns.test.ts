import { describe, expect, it } from 'vitest'
import { FileBytes } from './file-bytes.js'
import { ColumnsBuilder } from './statement-columns.js'
import { StatementScan } from './statement-scan.js'

const empty = new FileBytes(new Uint8Array(0))

describe('StatementColumns', () => {
  it('keeps numbers, types and positions above 4 GiB of rows on several pages', () => {
    const builder = new ColumnsBuilder(empty, new StatementScan(0, 128))
    const rows = Array.from({ length: 300 }, (_, row) => {
      const start = 2 ** 33 + row * 100 + (row > 200 ? 2 ** 34 : 0)
      return { id: 4_000_000_000 + 3 * row, start, end: start + 98, body: start + 20, type: row % 300 }
    })
    for (const row of rows) builder.add(row)
    // A gap above 254 bytes would be read from the file.
    const columns = builder.finish(rows[299]!.end + 7)
    const read = rows.map((_, row) => ({
      id: columns.getId(row),
      start: columns.getStart(row),
      end: row === 200 ? rows[200]!.end : columns.getEnd(row),
      body: columns.getBody(row),
      type: columns.getType(row),
    }))
    expect(read).toEqual(rows)
    expect(columns.count).toBe(300)
  })

  it('has only zeros for row -1', () => {
    const columns = new ColumnsBuilder(empty, new StatementScan(0, 64)).finish(0)
    expect([
      columns.getId(-1),
      columns.getType(-1),
      columns.getStart(-1),
      columns.getBody(-1),
      columns.getEnd(-1),
    ]).toEqual([0, 0, 0, 0, 0])
  })
})
