import type { ModelTree } from '@kamar/package-format/read'
import { ChevronRight, Eye, EyeOff } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../../platform/design/class-names.js'
import { elementClass } from '../../session/use-tree.js'
import type { FormatClass } from '../../kit/classes/use-class-names.js'
import { formatElevation, isStorey, type StoreyElevations } from '../../kit/classes/storey-elevations.js'
import { ElementLabel } from './element-label.js'
import { getRowName } from './row-name.js'

const indentPixels = 14
/** Deeper levels are not indented further, as their names would leave the panel. */
const maxIndentDepth = 12

export interface TreeRowProps {
  readonly tree: ModelTree
  readonly formatClass: FormatClass
  readonly elevations: StoreyElevations
  readonly element: number
  readonly depth: number
  readonly startPixels: number
  readonly heightPixels: number
  readonly isOpen: boolean
  /** Position among its siblings, from 1, and their number. */
  readonly position: number
  readonly siblings: number
  /** Whether the row has the keyboard focus. */
  readonly isCurrent: boolean
  readonly isSelected: boolean
  readonly isShown: boolean
}

/** Returns the class; for a group the number of its elements, for a storey its elevation as well. */
function getNote({ tree, element, formatClass, elevations }: TreeRowProps): string {
  const name = tree.name(element)
  const isGroup = 'meaning' in tree && tree.children(element).length > 0
  const className = elementClass(tree, element)
  const elevation = isGroup || isStorey(tree, element) ? elevations.get(name) : undefined
  const kind = isGroup ? String(tree.children(element).length) : name ? formatClass(className).replace(/^Ifc/, '') : ''
  return [elevation === undefined ? '' : formatElevation(elevation), kind].filter(Boolean).join(' · ')
}

/** Returns the tree position for screen readers, which have only the visible rows. */
const placeInTree = ({ depth, position, siblings, isOpen }: TreeRowProps, hasChildren: boolean) => ({
  'aria-level': depth + 1,
  'aria-posinset': position,
  'aria-setsize': siblings,
  'aria-expanded': hasChildren ? isOpen : undefined,
})

/**
 * Renders one element. The tree handles mouse and keys for all of its rows; `data-part` identifies the clicked part.
 * Rows that stay visible while the tree scrolls are not re-rendered.
 */
export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { t } = useTranslation()
  const { tree, element, depth, isShown } = props
  const name = getRowName(tree, element, props.formatClass) || t('tree.unnamed')
  const note = getNote(props)
  const fileName = tree.name(element)
  const className = elementClass(tree, element)
  const hasChildren = tree.children(element).length > 0
  return (
    <div
      id={`tree-element-${element}`}
      data-element={element}
      role="treeitem"
      tabIndex={-1}
      aria-selected={props.isSelected}
      aria-label={note ? `${name}, ${note}` : name}
      {...placeInTree(props, hasChildren)}
      style={{
        height: props.heightPixels,
        transform: `translateY(${props.startPixels}px)`,
        paddingInlineStart: 4 + Math.min(depth, maxIndentDepth) * indentPixels,
      }}
      className={classNames(
        'group absolute inset-x-0 top-0 flex cursor-default items-center gap-1 pe-2 text-13 select-none',
        props.isSelected ? 'bg-accent-soft' : 'hover:bg-page',
        !isShown && 'text-muted',
        props.isCurrent && 'outline-offset-[-2px] outline-focus group-focus-visible/tree:outline-2',
      )}
    >
      <span
        aria-hidden="true"
        data-part={hasChildren ? 'arrow' : undefined}
        className="relative flex size-6 shrink-0 items-center justify-center text-muted pointer-coarse:before:absolute pointer-coarse:before:-inset-2.5"
      >
        {hasChildren ? (
          <ChevronRight className={classNames('transition-transform duration-140', props.isOpen && 'rotate-90')} />
        ) : null}
      </span>
      <ElementLabel name={name} tooltip={fileName || className || name} />
      <span
        aria-hidden="true"
        title={note ? className : undefined}
        className="ms-auto min-w-0 shrink-[999] truncate text-12 text-muted group-hover:hidden"
      >
        {note}
      </span>
      <EyeButton {...{ name, isShown }} />
    </div>
  )
})

/** Renders the button that hides and shows the element; the tree handles its clicks. */
function EyeButton({ name, isShown }: { readonly name: string; readonly isShown: boolean }) {
  const { t } = useTranslation()
  const EyeIcon = isShown ? Eye : EyeOff
  return (
    <button
      type="button"
      tabIndex={-1}
      data-part="eye"
      aria-label={t(isShown ? 'tree.hideNamed' : 'tree.showNamed', { name })}
      title={t(isShown ? 'tree.hide' : 'tree.show')}
      className={classNames(
        'size-6 shrink-0 pointer-coarse:size-11 items-center justify-center rounded-control text-muted hover:text-text',
        isShown ? 'ms-auto hidden group-hover:flex [@media(hover:none)]:ms-0 [@media(hover:none)]:flex' : 'flex',
      )}
    >
      <EyeIcon />
    </button>
  )
}
