import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect } from 'react'

export type VirtualRows = Virtualizer<HTMLDivElement, Element>

interface VirtualRowsOptions {
  readonly count: number
  readonly scroller: RefObject<HTMLDivElement | null>
  /** Height of every row. */
  readonly rowPixels: number
  readonly paddingStartPixels?: number
  /** Rows that are drawn beyond the edges. */
  readonly overscan?: number
}

/** The rows of a long list that are on screen; all rows are equally high. */
export function useVirtualRows(options: VirtualRowsOptions): VirtualRows {
  const { count, scroller, rowPixels, paddingStartPixels = 0, overscan = 8 } = options
  // oxlint-disable-next-line react/incompatible-library -- its object changes in place; the compiler that minds is not in use
  const rows = useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPixels,
    paddingStart: paddingStartPixels,
    overscan,
  })
  useEffect(() => rows.measure(), [rows, rowPixels])
  return rows
}

/** Rows that fit on a page, less one for keeping one's place. */
export function rowsPerPage(scroller: HTMLElement | null, rowPixels: number): number {
  return Math.max(1, Math.floor((scroller?.clientHeight ?? rowPixels) / rowPixels) - 1)
}
