import { type KeyboardEvent, useCallback } from 'react'

interface GridKeysOptions {
  readonly count: number
  readonly current: number
  /** Cells beside each other: 1 in a list. */
  readonly columns: number
  /** Rows that a page holds. */
  readonly page: number
  readonly onMove: (index: number) => void
  readonly onOpen: (index: number) => void
  readonly onToggle: (index: number) => void
  readonly onDelete: (index: number) => void
}

/** Where a key leads from a place in a list or grid; null when it leads nowhere. */
export function nextIndex(key: string, { count, current, columns, page }: Omit<GridKeysOptions, `on${string}`>) {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: columns,
    ArrowUp: -columns,
    ArrowRight: columns > 1 ? 1 : 0,
    ArrowLeft: columns > 1 ? -1 : 0,
    PageDown: page * columns,
    PageUp: -page * columns,
    Home: -count,
    End: count,
  }
  const step = steps[key] ?? 0
  if (step === 0 || count === 0) return null
  return Math.max(0, Math.min(count - 1, current + step))
}

/** Arrows, Home, End and pages move; Enter opens, Space checks, Delete deletes. Keys inside a button stay its own. */
export function useGridKeys(options: GridKeysOptions): (event: KeyboardEvent<HTMLElement>) => void {
  return useCallback(
    (event) => {
      if (event.target instanceof Element && event.target.closest('button, input, a')) return
      const moved = nextIndex(event.key, options)
      const acts: Readonly<Record<string, (index: number) => void>> = {
        Enter: options.onOpen,
        ' ': options.onToggle,
        Delete: options.onDelete,
      }
      const act = acts[event.key]
      if (moved === null && !act) return
      event.preventDefault()
      if (moved !== null) options.onMove(moved)
      else act?.(options.current)
    },
    [options],
  )
}
