import type { FileRecord } from '@kamar/contracts'
import { type KeyboardEvent, type MouseEvent, type RefObject, useMemo } from 'react'
import { rowsPerPage } from '../../../platform/use-virtual-rows.js'
import { useLongPress } from '../../../platform/use-long-press.js'
import { canChange, type FileActions } from '../actions/file-actions.js'
import type { FileSelection } from './use-file-selection.js'

interface GridShape {
  readonly count: number
  readonly current: number
  /** Columns of the grid: 1 in a list. */
  readonly columns: number
  /** Rows per page. */
  readonly page: number
}

/** Returns the index that a key moves to in a list or grid; null when it does not move. */
export function nextIndex(key: string, { count, current, columns, page }: GridShape): number | null {
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

interface Position {
  readonly x: number
  readonly y: number
}

export interface GridEventsOptions extends Omit<GridShape, 'page'> {
  readonly rowPixels: number
  readonly files: readonly FileRecord[]
  readonly scroller: RefObject<HTMLElement | null>
  readonly selection: FileSelection
  readonly actions: FileActions
  /** Handles a click or tap, but no arrow key: on a phone it opens the preview. */
  readonly onChoose: (id: string) => void
  readonly scrollTo: (index: number) => void
  readonly onRemoveChecked: () => void
}

/**
 * Provides one set of listeners for all rows or cards. A click selects, a double click opens; arrows, Home, End and
 * pages move, Enter opens, Space checks, Shift checks a range, Ctrl+A all, Escape none, Delete deletes, F2 renames. A
 * right click, a long press and the menu key open the menu. Ignores events of buttons and boxes inside.
 */
export function useGridEvents(options: GridEventsOptions) {
  const longPress = useLongPress(({ target, position }) => openMenu(options, target, position))
  const events = useMemo(() => {
    const { files, selection, actions } = options
    const fileAt = (target: EventTarget): FileRecord | undefined => {
      if (isOnControl(target) || !(target instanceof Element)) return undefined
      const id = target.closest<HTMLElement>('[data-file-id]')?.dataset['fileId']
      return files.find((file) => file.id === id)
    }
    const act = (file: FileRecord | undefined, action: (file: FileRecord) => void): void => {
      if (file) action(file)
    }
    return {
      onContextMenu(event: MouseEvent) {
        if (openMenu(options, event.target, { x: event.clientX, y: event.clientY })) event.preventDefault()
      },
      onClick: (event: MouseEvent) =>
        act(fileAt(event.target), ({ id }) => {
          if (event.shiftKey) selection.extendTo(id)
          else if (event.ctrlKey || event.metaKey) selection.toggle(id, false)
          else options.onChoose(id)
        }),
      // Shift selects a range of rows, not their text.
      onMouseDown: (event: MouseEvent) => (event.shiftKey ? event.preventDefault() : undefined),
      onDoubleClick: (event: MouseEvent) => act(fileAt(event.target), actions.view),
      onKeyDown(event: KeyboardEvent) {
        if (isOnControl(event.target)) return
        const current = files[options.current]
        const page = rowsPerPage(options.scroller.current, options.rowPixels)
        const next = nextIndex(event.key, { ...options, page })
        const keys: Readonly<Record<string, () => void>> = {
          Enter: () => act(current, actions.view),
          ' ': () => act(current, ({ id }) => selection.toggle(id, false)),
          Delete: () => removeChosen(options, current),
          F2: () => act(current && canChange(current) ? current : undefined, actions.rename),
          Escape: selection.clear,
          ...(event.ctrlKey || event.metaKey ? { a: () => selection.checkAll(true) } : {}),
        }
        const run = next === null ? keys[event.key] : () => moveTo(options, next, event)
        if (!run) return
        event.preventDefault()
        run()
      },
    }
  }, [options])
  return { ...events, ...longPress }
}

/** Opens the menu of the row or card at an event's target; returns false where there is none. */
function openMenu({ actions }: GridEventsOptions, target: EventTarget | null, position: Position): boolean {
  const opener = target instanceof Element ? target.closest<HTMLElement>('[data-file-id]') : null
  const fileId = opener?.dataset['fileId']
  if (!opener || fileId === undefined) return false
  actions.openMenu({ fileId, opener, position: positionIn(opener, position) })
  return true
}

/** Returns the menu position; the menu key has none, so that the menu opens at the start of the row. */
function positionIn(row: HTMLElement, { x, y }: Position): Position {
  if (x !== 0 || y !== 0) return { x, y }
  const { bottom, left } = row.getBoundingClientRect()
  return { x: left + 12, y: bottom }
}

const isOnControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button, input, label, a') !== null

/** Removes the checked files, else the current one. */
function removeChosen(
  { selection, actions, onRemoveChecked }: GridEventsOptions,
  current: FileRecord | undefined,
): void {
  if (selection.count > 0) onRemoveChecked()
  else if (current) actions.remove(current)
}

/** Moves to an index; with Shift checks everything on the way. */
function moveTo(options: GridEventsOptions, index: number, { shiftKey }: { readonly shiftKey: boolean }): void {
  const { files, selection, scroller, scrollTo } = options
  const file = files[index]
  if (!file) return
  if (shiftKey) selection.extendTo(file.id)
  else selection.select(file.id)
  scrollTo(index)
  // A distant row exists only after the list has scrolled to it.
  requestAnimationFrame(() => {
    const row = scroller.current?.querySelector<HTMLElement>(`[data-file-id="${CSS.escape(file.id)}"]`)
    row?.focus({ preventScroll: true })
  })
}
