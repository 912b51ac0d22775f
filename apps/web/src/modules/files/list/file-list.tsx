import type { FileRecord } from '@kamar/contracts'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsCompact } from '../../../platform/use-media.js'
import { useVirtualRows } from '../../../platform/use-virtual-rows.js'
import { FileRow } from './file-row.js'
import { ListHeader } from './list-header.js'
import type { FileView } from '../use-arrangement.js'
import { useGridEvents } from './use-grid-events.js'
import type { PendingPages } from '../use-shown-files.js'
import type { FilesShownProps } from './files-shown.js'

const defaultRowPixels = 44
const compactRowPixels = 80

/** Returns the index of the selected file in the list; the first when none is. */
export function selectedIndex({ files, selection }: Pick<FilesShownProps, 'files' | 'selection'>): number {
  return Math.max(
    0,
    files.findIndex(({ id }) => id === selection.selected?.id),
  )
}

const nearEndFiles = 60

/** Requests more before the end is reached: once for every length of the list, and again after a cancelled query. */
export function useNearEnd(lastIndex: number, count: number, { onNearEnd, canLoadMore }: PendingPages): void {
  const isNear = lastIndex >= count - nearEndFiles
  useEffect(() => {
    if (isNear) onNearEnd()
    // oxlint-disable-next-line react/exhaustive-deps -- the length and the permission say when, the function is another one at every render
  }, [isNear, count, canLoadMore])
}

/** Provides the scroll container. Another order or search starts at the top, not at the previous scroll position. */
export function useListScroller({
  ascending,
  scope,
  search,
  sortKey,
  type,
}: FileView): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null)
  const listKey = [sortKey, ascending, type, scope, search.trim()].join('\n')
  const last = useRef(listKey)
  useEffect(() => {
    if (last.current === listKey) return
    last.current = listKey
    scroller.current?.scrollTo({ top: 0 })
  }, [listKey])
  return scroller
}

const toMinute = ({ updated_at: time }: FileRecord): number => Math.floor(Date.parse(time) / 60_000)

/** Finds minutes shared by several files: their times need seconds to be distinguished. */
function findAmbiguousMinutes(files: readonly FileRecord[]): ReadonlySet<number> {
  const minutes = new Set<number>()
  const ambiguousMinutes = new Set<number>()
  for (const minute of files.map(toMinute)) (minutes.has(minute) ? ambiguousMinutes : minutes).add(minute)
  return ambiguousMinutes
}

/** Renders rows of 44 pixels; only those on screen exist, so ten thousand scroll as smoothly as ten. */
export function FileList(props: FilesShownProps) {
  const { t } = useTranslation()
  const { files, view, selection, actions } = props
  const scroller = useListScroller(view)
  const isTall = useIsCompact()
  const ambiguousMinutes = useMemo(() => findAmbiguousMinutes(files), [files])
  const rowPixels = isTall ? compactRowPixels : defaultRowPixels
  const rows = useVirtualRows({ count: files.length, scroller, rowPixels })
  const current = selectedIndex(props)
  useNearEnd(Math.max(current, rows.getVirtualItems().at(-1)?.index ?? 0), files.length, props.pendingPages)
  const events = useGridEvents({
    ...props,
    count: files.length,
    current,
    columns: 1,
    rowPixels,
    scroller,
    scrollTo: (index) => rows.scrollToIndex(index),
  })
  return (
    <div ref={scroller} className="@container min-h-0 grow overflow-y-auto overscroll-contain pb-(--tray-inset)">
      <div
        role="grid"
        tabIndex={-1}
        aria-label={t('files.title')}
        aria-rowcount={files.length + 1}
        aria-multiselectable="true"
        className="outline-none"
        {...events}
      >
        <ListHeader {...{ view, selection, files, isTall }} />
        <div role="rowgroup" className="relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const file = files[index]
            if (!file) return null
            return (
              <FileRow
                key={file.id}
                file={file}
                rowIndex={index + 2}
                startPixels={start}
                heightPixels={rowPixels}
                isSelected={file.id === selection.selected?.id}
                isChecked={selection.checked.has(file.id)}
                isTall={isTall}
                times={
                  ambiguousMinutes.has(toMinute(file)) ? 'seconds' : ambiguousMinutes.size > 0 ? 'minutes' : 'ages'
                }
                isTabStop={index === current}
                actions={actions}
                onToggle={selection.toggle}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}
