import type { FolderRecord } from '@kamar/contracts'
import { ChevronRight, Folder } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { classNames } from '../design/class-names.js'
import { findPathIds, type FolderRow, toFolderRows } from './folder-rows.js'

/** Indentation of deeper levels stays the same, so that names keep some width on a phone. */
const maxIndentedLevels = 8

interface FolderTreeProps {
  readonly label: string
  /** All folders of a project, the top first. */
  readonly folders: readonly FolderRecord[]
  /** Name of the top, which has none of its own. */
  readonly topName: string
  readonly chosenId: string | null
  /** Folder that is shown when the tree opens; the tree is open down to it. */
  readonly initialId: string | null
  readonly isDisabled: (folder: FolderRecord) => boolean
  /** Text after the name of a folder. */
  readonly getNote: (folder: FolderRecord) => string | null
  readonly onChoose: (folder: FolderRecord) => void
}

/** Renders the folders of a project as a tree from which one is chosen, with the mouse or the keyboard. */
export function FolderTree(props: FolderTreeProps) {
  const { folders, label, chosenId, initialId } = props
  const tree = useRef<HTMLDivElement>(null)
  const open = useOpenFolders(folders, initialId)
  const [activeId, setActiveId] = useState(initialId)
  const activeRow = findActiveRow(open.rows, [activeId, chosenId])
  useEffect(() => {
    // The initial folder may be below many others.
    tree.current?.querySelector('[tabindex="0"]')?.scrollIntoView({ block: 'nearest' })
  }, [])
  const activate = (row: FolderRow | undefined): void => {
    if (!row) return
    setActiveId(row.folder.id)
    tree.current?.querySelector<HTMLElement>(`[data-folder="${row.folder.id}"]`)?.focus()
  }
  const choose = (row: FolderRow): void => {
    if (!props.isDisabled(row.folder)) props.onChoose(row.folder)
  }
  const handleClick = ({ target }: MouseEvent): void => {
    const row = findClickedRow(target, open.rows)
    if (!row) return
    activate(row)
    const isArrow = target instanceof Element && target.closest('[data-arrow]') !== null
    if (isArrow) open.toggle(row)
    else choose(row)
  }
  const handleKey = (event: KeyboardEvent): void => {
    // Alt+Left goes back in the browser.
    if (!activeRow || event.altKey || event.ctrlKey || event.metaKey) return
    const action = findKeyAction(event.key, { rows: open.rows, row: activeRow })
    if (!action) return
    event.preventDefault()
    if (action === 'choose') choose(activeRow)
    else if (action === 'toggle') open.toggle(activeRow)
    else activate(action)
  }
  return (
    <div
      ref={tree}
      role="tree"
      aria-label={label}
      tabIndex={-1}
      onClick={handleClick}
      onKeyDown={handleKey}
      className="max-h-80 overflow-y-auto overscroll-contain rounded-control border border-line p-1"
    >
      {open.rows.map((row) => (
        <TreeRow
          key={row.folder.id}
          row={row}
          name={row.folder.parentId === null ? props.topName : row.folder.name}
          note={props.getNote(row.folder)}
          isActive={row === activeRow}
          isChosen={row.folder.id === chosenId}
          isDisabled={props.isDisabled(row.folder)}
        />
      ))}
    </div>
  )
}

function useOpenFolders(folders: readonly FolderRecord[], initialId: string | null) {
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(() => {
    const tops = folders.filter(({ parentId }) => parentId === null)
    return new Set([...tops.map(({ id }) => id), ...findPathIds(folders, initialId)])
  })
  const toggle = ({ folder: { id }, isOpen }: FolderRow): void =>
    setOpenIds((ids) => (isOpen ? new Set([...ids].filter((other) => other !== id)) : new Set([...ids, id])))
  return { rows: toFolderRows(folders, openIds), toggle }
}

const findActiveRow = (rows: readonly FolderRow[], ids: readonly (string | null)[]): FolderRow | undefined =>
  ids.map((id) => rows.find(({ folder }) => folder.id === id)).find((row) => row !== undefined) ?? rows[0]

function findClickedRow(target: EventTarget, rows: readonly FolderRow[]): FolderRow | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-folder]') : null
  return rows.find(({ folder }) => folder.id === element?.dataset['folder'])
}

interface TreePosition {
  readonly rows: readonly FolderRow[]
  readonly row: FolderRow
}

/** Finds what a key does: choose or toggle the active row, or move on to another one. */
function findKeyAction(key: string, position: TreePosition): FolderRow | 'choose' | 'toggle' | undefined {
  const { row } = position
  if (key === 'Enter' || key === ' ') return 'choose'
  if (key === 'ArrowRight' && row.hasSubfolders && !row.isOpen) return 'toggle'
  if (key === 'ArrowLeft' && row.isOpen) return 'toggle'
  return findNextRow(key, position)
}

function findNextRow(key: string, { row, rows }: TreePosition): FolderRow | undefined {
  const index = rows.indexOf(row)
  switch (key) {
    case 'ArrowDown':
      return rows[index + 1] ?? row
    case 'ArrowUp':
      return rows[index - 1] ?? row
    case 'ArrowRight':
      return row.isOpen ? rows[index + 1] : row
    case 'ArrowLeft':
      return rows.find(({ folder }) => folder.id === row.folder.parentId) ?? row
    case 'Home':
      return rows[0]
    case 'End':
      return rows.at(-1)
    default:
      return undefined
  }
}

interface TreeRowProps {
  readonly row: FolderRow
  readonly name: string
  readonly note: string | null
  readonly isActive: boolean
  readonly isChosen: boolean
  readonly isDisabled: boolean
}

function TreeRow({ row, name, note, isActive, isChosen, isDisabled }: TreeRowProps) {
  const { folder, level } = row
  return (
    <div
      role="treeitem"
      aria-label={note === null ? name : `${name}, ${note}`}
      aria-level={level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.hasSubfolders ? row.isOpen : undefined}
      aria-selected={isChosen}
      aria-disabled={isDisabled || undefined}
      tabIndex={isActive ? 0 : -1}
      data-folder={folder.id}
      style={{ paddingInlineStart: `${Math.min(level, maxIndentedLevels) - 1}rem` }}
      className={classNames(
        'flex min-h-9 items-center rounded-control pe-2 text-14 pointer-coarse:min-h-11',
        'focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus',
        isDisabled ? 'cursor-default' : 'cursor-pointer hover:bg-sunken',
        isChosen && 'bg-accent-soft font-medium hover:bg-accent-soft',
      )}
    >
      <span
        data-arrow={row.hasSubfolders ? '' : undefined}
        aria-hidden="true"
        className="flex size-9 shrink-0 cursor-pointer items-center justify-center text-muted pointer-coarse:size-11"
      >
        {row.hasSubfolders ? <ChevronRight className={classNames(row.isOpen && 'rotate-90')} /> : null}
      </span>
      <span className={classNames('flex min-w-0 items-center gap-2', isDisabled && 'opacity-50')}>
        <Folder className="shrink-0 text-muted" />
        <span className="min-w-0 py-1 wrap-anywhere">{name}</span>
        {note === null ? null : <span className="shrink-0 text-12 text-muted">{note}</span>}
      </span>
    </div>
  )
}
