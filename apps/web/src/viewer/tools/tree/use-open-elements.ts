import type { ModelTree } from '@kamar/package-format/read'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { VirtualRows } from '../../../platform/use-virtual-rows.js'
import {
  allOpen,
  listAncestors,
  openAtFirst,
  getSiblings,
  type OpenMarks,
  type TreeRows,
  visibleRows,
} from './tree-rows.js'

export interface OpenElements {
  readonly rows: TreeRows
  readonly isOpen: (element: number) => boolean
  readonly setOpen: (element: number, open: boolean) => void
  readonly openSiblings: (element: number) => void
  readonly openAll: () => void
  readonly closeAll: () => void
}

/**
 * Returns the open elements of the tree. The ancestors of a newly selected element are opened once; the user may close
 * them again.
 */
export function useOpenElements(tree: ModelTree, selected: number | null): OpenElements {
  const [open, setOpen] = useState(() => openAtFirst(tree))
  const [revealed, setRevealed] = useState<number | null>(null)
  // Sets state during rendering, as React recommends: it re-renders before the tree is painted without the element.
  if (selected !== revealed) {
    setRevealed(selected)
    if (selected !== null) setOpen(withAll(open, listAncestors(tree, selected)))
  }
  const rows = useMemo(() => visibleRows(tree, open), [tree, open])
  return {
    rows,
    isOpen: (element) => open[element] === 1,
    setOpen(element, isOpen) {
      const next = open.slice()
      next[element] = isOpen ? 1 : 0
      setOpen(next)
    },
    openSiblings: (element) =>
      setOpen(
        withAll(
          open,
          getSiblings(tree, element).filter((one) => tree.children(one).length > 0),
        ),
      ),
    openAll: () => setOpen(allOpen(tree)),
    closeAll: () => setOpen(new Uint8Array(tree.count)),
  }
}

function withAll(open: OpenMarks, elements: ArrayLike<number>): OpenMarks {
  const next = open.slice()
  let isChanged = false
  for (let at = 0; at < elements.length; at += 1) {
    const element = elements[at] ?? 0
    isChanged ||= next[element] !== 1
    next[element] = 1
  }
  return isChanged ? next : open
}

/** Scrolls to an element when it is selected; a visible element stays in place, as the pointer may be on it. */
export function useScrollToSelected(list: VirtualRows, rows: TreeRows, selected: number | null): void {
  const revealed = useRef<number | null>(null)
  useEffect(() => {
    // A tree that opens with a selection has no height in its first render.
    if (selected === revealed.current || list.range === null) return
    revealed.current = selected
    const row = selected === null ? -1 : rows.elements.indexOf(selected)
    const { startIndex, endIndex } = list.range
    if (row >= 0 && (row <= startIndex || row >= endIndex)) list.scrollToIndex(row, { align: 'center' })
  }, [list, rows, selected])
}
