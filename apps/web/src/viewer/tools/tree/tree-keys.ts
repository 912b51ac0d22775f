import type { ModelTree } from '@kamar/package-format/read'
import type { KeyboardEvent } from 'react'
import { rowsPerPage } from '../../../platform/use-virtual-rows.js'
import type { TreeRows } from './tree-rows.js'

/** Characters typed in quick succession. */
export interface TypedText {
  text: string
  atMilliseconds: number
  /** False after a mouse click: letters are then shortcuts of the page. */
  isActive: boolean
}

export const noInput = (): TypedText => ({ text: '', atMilliseconds: -Infinity, isActive: true })

/** A longer pause starts a new word. */
const typingPauseMilliseconds = 700

export interface TreeKeyActions {
  readonly tree: ModelTree
  readonly rows: TreeRows
  /** Row with the keyboard focus. */
  readonly current: number
  readonly rowPixels: number
  readonly isOpen: (element: number) => boolean
  readonly setOpen: (element: number, open: boolean) => void
  readonly openSiblings: (element: number) => void
  readonly getName: (element: number) => string
  readonly typed: TypedText
  readonly moveTo: (row: number) => void
  readonly zoomTo: (element: number) => void
  readonly toggleShown: (element: number) => void
}

/**
 * Returns the key handler of the tree: up and down move, right opens or enters, left closes or leaves, `*` opens the
 * whole level, Enter zooms, Space hides and shows, letters move to the next name with that prefix.
 */
export function treeKeyHandler(actions: TreeKeyActions): (event: KeyboardEvent<HTMLElement>) => void {
  const { rows, current } = actions
  const last = rows.elements.length - 1
  const element = rows.elements[current] ?? 0
  const keys: Readonly<Record<string, (page: number) => void>> = {
    ArrowDown: () => actions.moveTo(Math.min(last, current + 1)),
    ArrowUp: () => actions.moveTo(Math.max(0, current - 1)),
    PageDown: (page) => actions.moveTo(Math.min(last, current + page)),
    PageUp: (page) => actions.moveTo(Math.max(0, current - page)),
    Home: () => actions.moveTo(0),
    End: () => actions.moveTo(last),
    ArrowRight: () => openOrEnter(actions, element),
    ArrowLeft: () => closeOrLeave(actions, element),
    '*': () => actions.openSiblings(element),
    Enter: () => actions.zoomTo(element),
    ' ': () => actions.toggleShown(element),
  }
  return (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const typed = typedWith(actions.typed, event)
    const act = typed === null ? keys[event.key] : () => goToName(actions, typed)
    if (!act) return
    event.preventDefault()
    act(rowsPerPage(event.currentTarget, actions.rowPixels))
  }
}

function openOrEnter({ tree, isOpen, setOpen, moveTo, current }: TreeKeyActions, element: number): void {
  if (tree.children(element).length === 0) return
  if (isOpen(element)) moveTo(current + 1)
  else setOpen(element, true)
}

function closeOrLeave({ rows, isOpen, setOpen, moveTo, current }: TreeKeyActions, element: number): void {
  if (isOpen(element)) return setOpen(element, false)
  const depth = rows.depths[current] ?? 0
  for (let row = current - 1; row >= 0; row -= 1) {
    if ((rows.depths[row] ?? 0) < depth) return moveTo(row)
  }
}

/**
 * Returns the text typed so far; null when the key is not a character or not meant for the tree. A space continues a
 * word that was begun.
 */
function typedWith(typed: TypedText, { key, timeStamp }: KeyboardEvent): string | null {
  if (!typed.isActive || key.length !== 1 || key === '*') return null
  const isNew = timeStamp - typed.atMilliseconds > typingPauseMilliseconds
  const before = isNew ? '' : typed.text
  if (key === ' ' && before === '') return null
  typed.text = before + key.toLocaleLowerCase()
  typed.atMilliseconds = timeStamp
  return typed.text
}

/** Moves to the next row whose name has the prefix; repeating the same letter moves on. */
function goToName({ rows, current, getName, moveTo }: TreeKeyActions, typed: string): void {
  const first = typed.charAt(0)
  const isRepeated = typed === first.repeat(typed.length)
  const prefix = isRepeated ? first : typed
  const count = rows.elements.length
  for (let step = isRepeated ? 1 : 0; step < count + (isRepeated ? 1 : 0); step += 1) {
    const row = (current + step) % count
    if (
      getName(rows.elements[row] ?? 0)
        .toLocaleLowerCase()
        .startsWith(prefix)
    )
      return moveTo(row)
  }
}
