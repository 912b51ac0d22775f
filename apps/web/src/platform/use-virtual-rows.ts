import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'

/** A rendered row. */
export interface VirtualRow {
  readonly index: number
  readonly key: number
  /** Position in the list, pixels from its top. */
  readonly start: number
}

export interface VirtualRows {
  /** Height of the list. */
  readonly getTotalSize: () => number
  readonly getVirtualItems: () => readonly VirtualRow[]
  /** First and last row on screen; null before the list is laid out. */
  readonly range: RowRange | null
  /** Scrolls as little as needed to show a row, or to its centre. */
  readonly scrollToIndex: (index: number, options?: { readonly align: 'auto' | 'center' }) => void
}

interface RowRange {
  readonly startIndex: number
  readonly endIndex: number
}

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

/** Position and height of the visible part, as the browser states them. */
interface Viewport {
  readonly top: number
  readonly height: number
}

/** Browsers cut elements at 17 to 33 million pixels; longer lists are scrolled in proportion. */
export const maxListPixels = 15_000_000

/** Row heights and scroll positions of a list. The rows have one height, so none needs a position of its own. */
class RowGeometry {
  readonly count: number
  readonly #rowPixels: number
  readonly #padding: number

  constructor(count: number, rowPixels: number, paddingPixels: number) {
    this.count = count
    this.#rowPixels = rowPixels
    this.#padding = paddingPixels
  }

  get #rowsPixels(): number {
    return this.#padding + this.count * this.#rowPixels
  }
  get listPixels(): number {
    return Math.min(maxListPixels, this.#rowsPixels)
  }
  get isScaled(): boolean {
    return this.#rowsPixels > maxListPixels
  }

  /** Returns the number of pixels of rows for each pixel scrolled. */
  getScale(height: number): number {
    return this.isScaled ? (this.#rowsPixels - height) / (maxListPixels - height) : 1
  }

  getRange({ top, height }: Viewport): RowRange | null {
    if (height === 0 || this.count === 0) return null
    const offset = top * this.getScale(height) - this.#padding
    const last = this.count - 1
    const startIndex = Math.min(last, Math.max(0, Math.floor(offset / this.#rowPixels)))
    const endIndex = Math.ceil((offset + height) / this.#rowPixels) - 1
    return { startIndex, endIndex: Math.min(last, Math.max(startIndex, endIndex)) }
  }

  getStart(index: number, { top, height }: Viewport): number {
    const start = this.#padding + index * this.#rowPixels
    if (!this.isScaled) return start
    // A pinned row far away must not make the list longer.
    const scaled = start + top - top * this.getScale(height)
    return Math.min(maxListPixels - this.#rowPixels, Math.max(-this.#rowPixels, scaled))
  }

  /** Returns the scroll position that shows a row. */
  getTop(index: number, align: 'auto' | 'center', { top, height }: Viewport): number {
    const scale = this.getScale(height)
    const start = this.#padding + index * this.#rowPixels
    const end = start + this.#rowPixels
    const offset = top * scale
    if (align === 'center') return Math.max(0, (start + end - height) / 2) / scale
    if (start < offset) return start / scale
    return end > offset + height ? (end - height) / scale : top
  }
}

const readViewport = ({ scrollTop, clientHeight }: HTMLElement): Viewport => ({ top: scrollTop, height: clientHeight })

/** Virtualises a long list to the visible rows; all rows have the same height. */
export function useVirtualRows(options: VirtualRowsOptions): VirtualRows {
  const { count, scroller, rowPixels, paddingStartPixels = 0, overscan = 8, pinnedRow = -1 } = options
  const geometry = useMemo(
    () => new RowGeometry(count, rowPixels, paddingStartPixels),
    [count, rowPixels, paddingStartPixels],
  )
  const [element, setElement] = useState<HTMLDivElement | null>(null)
  const [viewport, setViewport] = useState<Viewport>({ top: 0, height: 0 })
  // oxlint-disable-next-line react/set-state-in-effect, react-hooks/exhaustive-deps -- a list may be laid out later than its component; the same element changes nothing
  useLayoutEffect(() => setElement(scroller.current))
  useLayoutEffect(() => {
    if (!element) return undefined
    const update = (): void => {
      const next = readViewport(element)
      setViewport((current) => (showsSame(geometry, current, next) ? current : next))
    }
    update()
    const resize = new ResizeObserver(update)
    resize.observe(element)
    element.addEventListener('scroll', update, { passive: true })
    return () => {
      resize.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [element, geometry])
  const range = geometry.getRange(viewport)
  return {
    range,
    getTotalSize: () => geometry.listPixels,
    getVirtualItems: () =>
      listIndexes(range, { count, overscan, pinnedRow }).map((index) => ({
        index,
        key: index,
        start: geometry.getStart(index, viewport),
      })),
    scrollToIndex(index, { align } = { align: 'auto' }) {
      if (!element) return
      const current = readViewport(element)
      const top = geometry.getTop(index, align, current)
      if (top !== current.top) element.scrollTo({ top })
    },
  }
}

/** Returns whether two scroll positions show the same rows at the same places of the list. */
function showsSame(geometry: RowGeometry, one: Viewport, other: Viewport): boolean {
  if (geometry.isScaled || one.height !== other.height) return one.top === other.top && one.height === other.height
  const [a, b] = [geometry.getRange(one), geometry.getRange(other)]
  return a?.startIndex === b?.startIndex && a?.endIndex === b?.endIndex
}

function listIndexes(
  range: RowRange | null,
  { count, overscan, pinnedRow }: { readonly count: number; readonly overscan: number; readonly pinnedRow: number },
): number[] {
  if (range === null) return []
  const first = Math.max(0, range.startIndex - overscan)
  const last = Math.min(count - 1, range.endIndex + overscan)
  const indexes = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  if (pinnedRow < 0 || pinnedRow >= count || (pinnedRow >= first && pinnedRow <= last)) return indexes
  return pinnedRow < first ? [pinnedRow, ...indexes] : [...indexes, pinnedRow]
}

/** Returns the number of rows that fit on a page, less one as overlap. */
export function rowsPerPage(scroller: HTMLElement | null, rowPixels: number): number {
  return Math.max(1, Math.floor((scroller?.clientHeight ?? rowPixels) / rowPixels) - 1)
}
