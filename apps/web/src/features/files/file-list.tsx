import type { FileRecord } from '@kamar/contracts'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../shared/design/checkbox.js'
import { classNames } from '../../shared/design/class-names.js'
import { useIsPhone } from '../../shared/use-media.js'
import type { SortKey } from './arrange-files.js'
import type { FileActions } from './file-actions.js'
import { columnsClass, FileRow } from './file-row.js'
import type { FileView } from './use-arrangement.js'
import type { FileSelection } from './use-file-selection.js'
import { useGridKeys } from './use-grid-keys.js'

const rowPixels = 44
const phoneRowPixels = 64

export interface FilesShownProps {
  readonly files: readonly FileRecord[]
  readonly view: FileView
  readonly selection: FileSelection
  readonly actions: FileActions
  /** A click or tap, not an arrow key: on a phone it opens the preview. */
  readonly onChoose: (id: string) => void
}

/** Rows of 44 pixels; only those on screen exist, so ten thousand scroll as smoothly as ten. */
export function FileList({ files, view, selection, actions, onChoose }: FilesShownProps) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const height = useIsPhone() ? phoneRowPixels : rowPixels
  const rows = useVirtualizer({
    count: files.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
  })
  useEffect(() => rows.measure(), [rows, height])
  const current = Math.max(
    0,
    files.findIndex(({ id }) => id === selection.selected?.id),
  )
  const at = (index: number): FileRecord | undefined => files[index]
  const onKeyDown = useGridKeys({
    count: files.length,
    current,
    columns: 1,
    page: Math.max(1, Math.floor((scroller.current?.clientHeight ?? height) / height) - 1),
    onMove(index) {
      const file = at(index)
      if (!file) return
      selection.select(file.id)
      rows.scrollToIndex(index)
      focusWhenDrawn(scroller, file.id)
    },
    onOpen: (index) => withFile(at(index), actions.view),
    onToggle: (index) => withFile(at(index), ({ id }) => selection.toggle(id, false)),
    onDelete: (index) => withFile(at(index), actions.remove),
  })
  return (
    <div ref={scroller} className="@container min-h-0 grow overflow-y-auto overscroll-contain">
      <div
        role="grid"
        aria-label={t('files.title')}
        aria-rowcount={files.length + 1}
        aria-multiselectable="true"
        onKeyDown={onKeyDown}
      >
        <ListHeader view={view} selection={selection} files={files} />
        <div role="rowgroup" className="relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const file = files[index]
            if (!file) return null
            return (
              <div
                key={file.id}
                role="presentation"
                className="absolute inset-x-0 top-0"
                style={{ height, transform: `translateY(${start}px)` }}
              >
                <FileRow
                  file={file}
                  rowIndex={index + 2}
                  isSelected={file.id === selection.selected?.id}
                  isChecked={selection.checked.has(file.id)}
                  isTabStop={index === current}
                  actions={actions}
                  onSelect={onChoose}
                  onToggle={selection.toggle}
                />
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

const withFile = (file: FileRecord | undefined, act: (file: FileRecord) => void): void => {
  if (file) act(file)
}

/** A row far away exists only after the list has scrolled to it. */
export function focusWhenDrawn(container: RefObject<HTMLElement | null>, id: string): void {
  requestAnimationFrame(() => {
    const row = container.current?.querySelector<HTMLElement>(`[data-file-id="${CSS.escape(id)}"]`)
    row?.focus({ preventScroll: true })
  })
}

type HeaderProps = Pick<FilesShownProps, 'view' | 'selection' | 'files'>

function ListHeader({ view, selection, files }: HeaderProps) {
  const { t } = useTranslation()
  const all = files.length > 0 && selection.checked.size >= files.length
  return (
    <div role="rowgroup" className="sticky top-0 z-10 border-b border-line bg-surface">
      <div role="row" aria-rowindex={1} className={classNames(columnsClass, 'h-9 text-12 text-muted')}>
        <div role="columnheader" className="flex items-center">
          <Checkbox
            aria-label={t('files.selectAll')}
            checked={all}
            mixed={selection.checked.size > 0 && !all}
            onChange={() => selection.checkAll(!all)}
          />
        </div>
        <div role="columnheader" className="col-span-2">
          <SortHeader view={view} sortKey="name" label={t('files.columnName')} />
        </div>
        <div role="columnheader" className="hidden @3xl:block">
          {t('files.type')}
        </div>
        <div role="columnheader" className="hidden @xl:block">
          {t('files.columnStatus')}
        </div>
        <div role="columnheader" className="hidden pe-3 text-end @xl:block">
          <SortHeader view={view} sortKey="size" label={t('files.columnSize')} />
        </div>
        <div role="columnheader" className="hidden @xl:block">
          <SortHeader view={view} sortKey="date" label={t('files.columnDate')} />
        </div>
        <div role="columnheader" className="text-end">
          <span className="sr-only">{t('files.columnActions')}</span>
        </div>
      </div>
    </div>
  )
}

function SortHeader({ view, sortKey, label }: { view: FileView; sortKey: SortKey; label: string }) {
  const isCurrent = view.sortKey === sortKey
  const Arrow = view.ascending ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      onClick={() => view.sortBy(sortKey)}
      className={classNames(
        '-mx-1 inline-flex h-7 items-center gap-1 rounded-control px-1 hover:text-text',
        isCurrent && 'font-medium text-text',
      )}
    >
      {label}
      {isCurrent ? <Arrow size={12} strokeWidth={2} aria-hidden="true" /> : null}
    </button>
  )
}
