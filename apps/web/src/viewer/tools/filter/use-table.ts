import type { QueryField, TableOrder, Viewer } from '@kamar/viewer'
import { useCallback, useEffect, useState } from 'react'

/** Value of a cell. */
export type Cell = string | number | boolean | null

/** Cells of the loaded rows, by row. */
export type Cells = ReadonlyMap<number, readonly Cell[]>

interface TableQuery {
  readonly elements: Uint32Array
  readonly columns: readonly QueryField[]
  readonly order: TableOrder | null
}

/** Rows are requested in pages: those on screen and some around them. */
const pageRows = 100
const noCells: Cells = new Map()

/** Provides a table's rows in order, and the cells requested so far. */
export function useTable(viewer: Viewer, { elements, columns, order }: TableQuery) {
  const rows = useRows(viewer, elements, order)
  const [loaded, setLoaded] = useState({ rows, columns, cells: noCells })
  const cells = loaded.rows === rows && loaded.columns === columns ? loaded.cells : noCells
  const [page, setPage] = useState(0)
  const want = useCallback((from: number) => setPage(Math.floor(from / pageRows)), [])
  useEffect(() => {
    let isCurrent = true
    const start = Math.max(0, page * pageRows - pageRows)
    const pageElements = rows.slice(start, start + pageRows * 3)
    viewer.queries.cells(pageElements, columns).then(
      (byColumn) => {
        if (!isCurrent) return
        const filled = new Map(
          Array.from(pageElements, (_, at) => [start + at, byColumn.map((column) => column[at] ?? null)] as const),
        )
        setLoaded({ rows, columns, cells: filled })
      },
      () => null,
    )
    return () => {
      isCurrent = false
    }
  }, [viewer, rows, columns, page])
  return { rows, cells, want }
}

function useRows(viewer: Viewer, elements: Uint32Array, order: TableOrder | null): Uint32Array {
  const [sorted, setSorted] = useState<{ readonly of: TableOrder; readonly rows: Uint32Array } | null>(null)
  useEffect(() => {
    if (order === null) return undefined
    let isCurrent = true
    viewer.queries.order(elements, order).then(
      (rows) => (isCurrent ? setSorted({ of: order, rows }) : undefined),
      () => null,
    )
    return () => {
      isCurrent = false
    }
  }, [viewer, elements, order])
  return sorted !== null && sorted.of === order ? sorted.rows : elements
}
