import type { ModelTree } from '@kamar/view-package/read'
import type { Viewer } from '@kamar/viewer'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../shared/design/button.js'
import { Skeleton } from '../../shared/design/skeleton.js'
import { allOpen, ancestorsOf, openAtFirst, visibleRows } from './tree-rows.js'
import { TreeRow } from './tree-row.js'
import { treeKeyHandler } from './use-tree-keys.js'
import type { Framing } from './use-framing.js'
import type { ViewerFacts } from './use-viewer-state.js'

const rowPixels = 28

interface TreePanelProps {
  /** Whether a tree is on its way. */
  readonly loading: boolean
  readonly viewer: Viewer | null
  readonly tree: ModelTree | null
  readonly facts: ViewerFacts
  readonly framing: Framing
}

/** The model by its own structure; a hundred thousand elements scroll like ten. */
export function TreePanel({ loading, viewer, tree, facts, framing }: TreePanelProps) {
  const { t } = useTranslation()
  if (viewer && tree) return <LoadedTree {...{ viewer, tree, facts, framing }} />
  return (
    <div className="space-y-2 p-3">
      <p role="status" className="text-13 text-pretty text-muted">
        {t('tree.waiting')}
      </p>
      {(loading ? [70, 55, 60, 45] : []).map((width) => (
        <div key={width} style={{ width: `${width}%` }}>
          <Skeleton className="h-4" />
        </div>
      ))}
    </div>
  )
}

interface LoadedTreeProps extends Omit<TreePanelProps, 'loading'> {
  readonly viewer: Viewer
  readonly tree: ModelTree
}

function LoadedTree({ viewer, tree, facts, framing }: LoadedTreeProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<ReadonlySet<number>>(() => openAtFirst(tree))
  const rows = useMemo(() => visibleRows(tree, open), [tree, open])
  const scroller = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({
    count: rows.elements.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPixels,
    overscan: 12,
  })
  const selected = useMemo(() => new Set(facts.selected), [facts.selected])
  const focused = facts.selected.at(-1) ?? rows.elements[0] ?? 0
  const current = Math.max(0, rows.elements.indexOf(focused))
  useRevealSelection({ tree, focused, hasSelection: facts.selected.length > 0, setOpen, rows, list })

  const setOneOpen = (element: number, isOpen: boolean): void => {
    const next = new Set(open)
    if (isOpen) next.add(element)
    else next.delete(element)
    setOpen(next)
  }
  const toggleShown = (element: number): void => {
    if (viewer.visibility.isVisible(element)) viewer.visibility.hide([element])
    else viewer.visibility.show([element])
  }
  const zoomTo = (element: number): void => framing.fit([element])
  const onKeyDown = treeKeyHandler({
    tree,
    rows,
    current,
    page: Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowPixels) / rowPixels) - 1),
    isOpen: (element) => open.has(element),
    setOpen: setOneOpen,
    moveTo: (row) => viewer.selection.set([rows.elements[row] ?? 0]),
    zoomTo,
    toggleShown,
  })
  return (
    <>
      <TreeActions count={tree.count} onExpand={() => setOpen(allOpen(tree))} onCollapse={() => setOpen(new Set())} />
      <div
        ref={scroller}
        role="tree"
        tabIndex={0}
        aria-label={t('tree.title')}
        aria-multiselectable="true"
        aria-activedescendant={`tree-element-${focused}`}
        onKeyDown={onKeyDown}
        className="min-h-0 grow overflow-y-auto overscroll-contain outline-offset-[-2px]"
      >
        <div role="presentation" className="relative" style={{ height: list.getTotalSize() }}>
          {list.getVirtualItems().map(({ index, start }) => {
            const element = rows.elements[index] ?? 0
            return (
              <div
                key={element}
                role="presentation"
                className="absolute inset-x-0 top-0"
                style={{ height: rowPixels, transform: `translateY(${start}px)` }}
              >
                <TreeRow
                  tree={tree}
                  element={element}
                  depth={rows.depths[index] ?? 0}
                  isOpen={open.has(element)}
                  isSelected={selected.has(element)}
                  isShown={viewer.visibility.isVisible(element)}
                  onToggleOpen={(id) => setOneOpen(id, !open.has(id))}
                  onToggleShown={toggleShown}
                  onSelect={(id, several) => (several ? viewer.selection.toggle(id) : viewer.selection.set([id]))}
                  onZoom={zoomTo}
                />
              </div>
            )
          })}
        </div>
      </div>
    </>
  )
}

interface TreeActionsProps {
  readonly count: number
  readonly onExpand: () => void
  readonly onCollapse: () => void
}

function TreeActions({ count, onExpand, onCollapse }: TreeActionsProps) {
  const { t } = useTranslation()
  return (
    <div className="flex shrink-0 items-center gap-0.5 border-b border-line py-1 ps-3 pe-2">
      <p className="grow text-12 text-muted tabular-nums">{t('report.elements', { count })}</p>
      <IconButton size="small" label={t('tree.expandAll')} onClick={onExpand}>
        <ChevronsUpDown size={16} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
      <IconButton size="small" label={t('tree.collapseAll')} onClick={onCollapse}>
        <ChevronsDownUp size={16} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

interface RevealOptions {
  readonly tree: ModelTree
  readonly focused: number
  readonly hasSelection: boolean
  readonly setOpen: (change: (open: ReadonlySet<number>) => ReadonlySet<number>) => void
  readonly rows: { readonly elements: Uint32Array }
  readonly list: {
    readonly range: { readonly startIndex: number; readonly endIndex: number } | null
    scrollToIndex(index: number, options: { align: 'center' }): void
  }
}

/** What was picked in the model is opened in the tree and scrolled to. */
function useRevealSelection({ tree, focused, hasSelection, setOpen, rows, list }: RevealOptions): void {
  const pending = useRef<number | null>(null)
  useEffect(() => {
    if (!hasSelection) return
    pending.current = focused
    const above = ancestorsOf(tree, focused)
    setOpen((open) => (above.every((element) => open.has(element)) ? open : new Set([...open, ...above])))
  }, [tree, focused, hasSelection, setOpen])
  useEffect(() => {
    if (pending.current === null) return
    const row = rows.elements.indexOf(pending.current)
    if (row < 0) return
    pending.current = null
    const { startIndex, endIndex } = list.range ?? { startIndex: 0, endIndex: -1 }
    // What is in view stays where it is: the pointer may be on it.
    if (row <= startIndex || row >= endIndex) list.scrollToIndex(row, { align: 'center' })
  })
}
