import type { ViewerState } from '@kamar/extensions'
import type { ModelTree } from '@kamar/package-format/read'
import type { Viewer } from '@kamar/viewer'
import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../platform/design/button.js'
import { classNames } from '../../../platform/design/class-names.js'
import { Skeleton } from '../../../platform/design/skeleton.js'
import { inputClass } from '../../../platform/design/fields/text-field.js'
import { useIsTouched } from '../../../platform/use-media.js'
import { useVirtualRows } from '../../../platform/use-virtual-rows.js'
import { type GroupedTree, type TreeOrder, treeOrders } from './grouped-tree.js'
import { useTreeOrder } from './use-tree-order.js'
import { noInput, treeKeyHandler, type TypedText } from './tree-keys.js'
import { TreeRow } from './tree-row.js'
import { findRow, getSiblings } from './tree-rows.js'
import { type OpenElements, useOpenElements, useScrollToSelected } from './use-open-elements.js'
import type { Reveal } from '../../session/reveal/use-reveal.js'
import { useRevealInList } from '../../session/reveal/use-reveal-in-list.js'
import { sortStoreys, type StoreyElevations, useStoreyElevations } from '../../kit/classes/storey-elevations.js'
import { type FormatClass, useClassNames } from '../../kit/classes/use-class-names.js'
import { getRowName } from './row-name.js'

/** Touch needs higher rows. */
const rowHeights = { mouse: 28, finger: 44 } as const

interface TreePanelProps {
  /** Whether a tree is loading. */
  readonly loading: boolean
  /** Whether the document could not be loaded, so that no tree will follow. */
  readonly failed?: boolean
  readonly viewer: Viewer | null
  readonly tree: ModelTree | null
  readonly viewerState: ViewerState
}

/** Renders the model tree, virtualised for millions of elements. */
export function TreePanel({ loading, failed = false, viewer, tree, viewerState }: TreePanelProps) {
  const { t } = useTranslation()
  const [order, setOrder] = useState<TreeOrder>('structure')
  const grouped = useTreeOrder(viewer, tree, order)
  const elevations = useStoreyElevations(viewer, tree)
  const sorted = useMemo(() => (tree ? sortStoreys(tree, elevations) : null), [tree, elevations])
  if (viewer && tree) {
    return (
      <>
        <OrderChoice order={order} onOrder={setOrder} />
        <LoadedTree
          key={grouped ? order : 'structure'}
          {...{ viewer, viewerState, elevations }}
          tree={grouped ?? sorted ?? tree}
        />
      </>
    )
  }
  return (
    <div className="space-y-2 p-3">
      <p role="status" className="text-13 text-pretty text-muted">
        {t(failed ? 'tree.failed' : 'tree.waiting')}
      </p>
      {(loading ? [70, 55, 60, 45] : []).map((width) => (
        <div key={width} style={{ width: `${width}%` }}>
          <Skeleton className="h-4" />
        </div>
      ))}
    </div>
  )
}

function OrderChoice({ order, onOrder }: { order: TreeOrder; onOrder: (order: TreeOrder) => void }) {
  const { t } = useTranslation()
  return (
    <div className="shrink-0 px-2 pt-2">
      <select
        aria-label={t('treeBy.title')}
        value={order}
        onChange={(event) => onOrder(event.currentTarget.value as TreeOrder)}
        className={classNames(inputClass, 'px-2')}
      >
        {treeOrders.map((one) => (
          <option key={one} value={one}>
            {t(`treeBy.${one}`)}
          </option>
        ))}
      </select>
    </div>
  )
}

interface LoadedTreeProps extends Omit<TreePanelProps, 'loading' | 'failed'> {
  readonly viewer: Viewer
  readonly elevations: StoreyElevations
  readonly tree: ModelTree | GroupedTree
}

/** Returns the model's elements that a row represents. */
const getMeaning = (tree: ModelTree | GroupedTree, element: number): Iterable<number> =>
  'meaning' in tree ? tree.meaning(element) : [element]

function LoadedTree(props: LoadedTreeProps) {
  const { t } = useTranslation()
  const { viewer, tree, viewerState, elevations } = props
  const reveal = useRevealInList(viewer)
  const formatClass = useClassNames()
  const [group, setGroup] = useState<number | null>(null)
  const last = viewerState.selected.at(-1) ?? null
  // A chosen group keeps the keyboard focus while its own elements are selected.
  const selectedElement = group !== null && last !== null && tree.parent[last] === group ? group : last
  const open = useOpenElements(tree, selectedElement)
  const { rows } = open
  const scroller = useRef<HTMLDivElement>(null)
  const [typed] = useState(noInput)
  const rowPixels = useIsTouched() ? rowHeights.finger : rowHeights.mouse
  const current = findRow(tree, rows, selectedElement)
  const list = useVirtualRows({ count: rows.elements.length, scroller, rowPixels, overscan: 12, pinnedRow: current })
  useScrollToSelected(list, rows, selectedElement)
  const selected = useMemo(() => new Set(viewerState.selected), [viewerState.selected])
  const focused = rows.elements[current] ?? 0
  const counts = useElementCounts(viewer, tree)
  const events = treeEvents({ ...props, formatClass, onGroup: setGroup, onReveal: reveal }, open, {
    current,
    rowPixels,
    typed,
  })
  return (
    <>
      <TreeActions {...counts} open={open} />
      <div
        ref={scroller}
        role="tree"
        tabIndex={0}
        aria-label={t('tree.title')}
        aria-multiselectable="true"
        aria-activedescendant={`tree-element-${focused}`}
        className="group/tree min-h-0 grow overflow-y-auto overscroll-contain outline-offset-[-2px]"
        {...events}
      >
        <div role="presentation" className="relative" style={{ height: list.getTotalSize() }}>
          {list.getVirtualItems().map(({ index, start }) => {
            const element = rows.elements[index] ?? 0
            return (
              <TreeRow
                key={element}
                {...{ tree, formatClass, elevations, element }}
                depth={rows.depths[index] ?? 0}
                startPixels={start}
                heightPixels={rowPixels}
                isOpen={open.isOpen(element)}
                {...findTreePosition(tree, element)}
                isCurrent={index === current}
                isSelected={selected.has(element) || (element === group && element === selectedElement)}
                isShown={isAnyVisible(viewer, getMeaning(tree, element))}
              />
            )
          })}
        </div>
      </div>
    </>
  )
}

/** Finds the position among all siblings, which must be stated because only visible rows are rendered. */
function findTreePosition(tree: ModelTree | GroupedTree, element: number): { position: number; siblings: number } {
  const siblings = getSiblings(tree, element)
  return { position: siblings.indexOf(element) + 1, siblings: siblings.length }
}

/** Position of the keyboard focus. */
interface TreePosition {
  readonly current: number
  readonly rowPixels: number
  readonly typed: TypedText
}

interface TreeEventProps extends Pick<LoadedTreeProps, 'viewer' | 'tree'> {
  readonly formatClass: FormatClass
  readonly onGroup: (element: number | null) => void
  readonly onReveal: Reveal
}

/** Returns the mouse and key handlers of all rows. */
function treeEvents(
  { viewer, tree, formatClass, onGroup, onReveal }: TreeEventProps,
  open: OpenElements,
  { current, rowPixels, typed }: TreePosition,
) {
  const toggleShown = (element: number): void => {
    const elements = [...getMeaning(tree, element)]
    viewer.undoable(() => {
      if (isAnyVisible(viewer, elements)) viewer.visibility.hide(elements)
      else viewer.visibility.show(elements)
    })
  }
  const zoomTo = (element: number): void => {
    viewer.fitToView(getMeaning(tree, element))
  }
  const select = (element: number, several: boolean): void => {
    const elements = [...getMeaning(tree, element)]
    onGroup(elements[0] === element ? null : element)
    if (!several) onReveal(elements)
    else if (elements.length === 1) viewer.selection.toggle(elements[0] ?? element)
    else viewer.selection.add(elements)
  }
  return {
    // The tree keeps the focus, not the clicked row.
    onMouseDown(event: MouseEvent<HTMLElement>) {
      // The H key then hides the clicked element.
      typed.isActive = false
      event.preventDefault()
      event.currentTarget.focus({ preventScroll: true })
    },
    onClick(event: MouseEvent) {
      const target = findRowPart(event)
      if (!target) return
      const { element, part } = target
      if (part === 'arrow') open.setOpen(element, !open.isOpen(element))
      else if (part === 'eye') toggleShown(element)
      else select(element, event.shiftKey || event.ctrlKey || event.metaKey)
    },
    onDoubleClick(event: MouseEvent) {
      const target = findRowPart(event)
      if (target?.part === 'row') zoomTo(target.element)
    },
    onBlur() {
      typed.isActive = true
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      typed.isActive ||= /^(Arrow|Home|End|Page)/.test(event.key)
      treeKeyHandler({
        ...open,
        tree,
        current,
        rowPixels,
        typed,
        getName: (element) => getRowName(tree, element, formatClass),
        moveTo: (row) => select(open.rows.elements[row] ?? 0, false),
        zoomTo,
        toggleShown,
      })(event)
    },
  }
}

function isAnyVisible({ visibility }: Viewer, elements: Iterable<number>): boolean {
  for (const element of elements) if (visibility.isVisible(element)) return true
  return false
}

function findRowPart({ target }: MouseEvent): { element: number; part: string } | null {
  if (!(target instanceof Element)) return null
  const row = target.closest<HTMLElement>('[data-element]')
  if (!row) return null
  const part = target.closest<HTMLElement>('[data-part]')?.dataset['part'] ?? 'row'
  return { element: Number(row.dataset['element']), part }
}

/** Counts the elements of the tree, and those with geometry, which searches, lists and filters count. */
function useElementCounts({ model }: Viewer, tree: ModelTree | GroupedTree): { count: number; withShape: number } {
  const shapes = model?.shapes
  const withShape = useMemo(() => {
    let sum = 0
    for (const shape of shapes ?? []) sum += shape
    return sum
  }, [shapes])
  return { count: 'meaning' in tree ? tree.grouped : tree.count, withShape }
}

interface TreeActionsProps {
  readonly count: number
  readonly withShape: number
  readonly open: OpenElements
}

function TreeActions({ count, withShape, open }: TreeActionsProps) {
  const { t } = useTranslation()
  return (
    <div className="flex shrink-0 items-center gap-0.5 border-b border-line py-1 ps-3 pe-2">
      <p className="grow text-12 text-muted tabular-nums">
        {t('tree.count', { count })}
        {withShape > 0 && withShape < count ? (
          <span className="block" title={t('tree.withShapeHint')}>
            {t('tree.withShape', { count: withShape })}
          </span>
        ) : null}
      </p>
      <IconButton size="small" label={t('tree.expandAll')} onClick={open.openAll}>
        <ChevronsUpDown />
      </IconButton>
      <IconButton size="small" label={t('tree.collapseAll')} onClick={open.closeAll}>
        <ChevronsDownUp />
      </IconButton>
    </div>
  )
}
