import type { ModelTree } from '@kamar/view-package/read'
import type { KeyboardEvent } from 'react'
import { rowsPerPage } from '../../shared/use-virtual-rows.js'
import type { TreeRows } from './tree-rows.js'

export interface TreeKeyActions {
  readonly tree: ModelTree
  readonly rows: TreeRows
  /** Row that has the keyboard. */
  readonly current: number
  readonly rowPixels: number
  readonly isOpen: (element: number) => boolean
  readonly setOpen: (element: number, open: boolean) => void
  readonly moveTo: (row: number) => void
  readonly zoomTo: (element: number) => void
  readonly toggleShown: (element: number) => void
}

/** Keys of a tree: up and down, right opens or enters, left closes or leaves, Enter zooms, Space hides and shows. */
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
    Enter: () => actions.zoomTo(element),
    ' ': () => actions.toggleShown(element),
  }
  return (event) => {
    const act = keys[event.key]
    if (!act || event.altKey || event.ctrlKey || event.metaKey) return
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
