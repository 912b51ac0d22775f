import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect } from 'react'

export type VirtualRows = Virtualizer<HTMLDivElement, Element>

interface VirtualRowsOptions {
  readonly count: number
  readonly scroller: RefObject<HTMLDivElement | null>
  /** Height of each row. */
  readonly rowPixels: number
  readonly paddingStartPixels?: number
  /** Number of rows rendered beyond the edges. */
  readonly overscan?: number
  /** A row that is rendered at every scroll position: the one with the keyboard focus. */
  readonly pinnedRow?: number
}

/** Virtualises a long list to the visible rows; all rows have the same height. */
export function useVirtualRows(options: VirtualRowsOptions): VirtualRows {
  const { count, scroller, rowPixels, paddingStartPixels = 0, overscan = 8, pinnedRow = -1 } = options
  // oxlint-disable-next-line react/incompatible-library -- its object changes in place; the compiler that minds is not in use
  const rows = useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPixels,
    paddingStart: paddingStartPixels,
    overscan,
    rangeExtractor(range) {
      const indexes = defaultRangeExtractor(range)
      if (pinnedRow < 0 || pinnedRow >= count || indexes.includes(pinnedRow)) return indexes
      return pinnedRow < (indexes[0] ?? 0) ? [pinnedRow, ...indexes] : [...indexes, pinnedRow]
    },
  })
  useEffect(() => rows.measure(), [rows, rowPixels])
  return rows
}

/** Returns the number of rows that fit on a page, less one as overlap. */
export function rowsPerPage(scroller: HTMLElement | null, rowPixels: number): number {
  return Math.max(1, Math.floor((scroller?.clientHeight ?? rowPixels) / rowPixels) - 1)
}
