import { useTranslation } from 'react-i18next'
import { useElementWidth } from '../../../platform/use-element-width.js'
import { useVirtualRows } from '../../../platform/use-virtual-rows.js'
import { FileCard } from './file-card.js'
import { selectedIndex, useNearEnd, useListScroller } from './file-list.js'
import { type FilesShownProps } from './files-shown.js'
import { useGridEvents } from './use-grid-events.js'

const gapPixels = 16
const narrowestCardPixels = 200
/** Width below which two narrower cards fit side by side. */
const narrowPixels = 420
/** Height of name, chip and paddings below the thumbnail. */
const captionPixels = 78

/** Computes the number of columns for a width, and the height of a row including its gap. */
export function gridShape(width: number): { columns: number; rowPixels: number } {
  const free = Math.max(0, width - 2 * gapPixels)
  const fitting = Math.floor((free + gapPixels) / (narrowestCardPixels + gapPixels))
  const columns = Math.max(free < narrowPixels ? 2 : 1, fitting)
  const cardPixels = (free - (columns - 1) * gapPixels) / columns
  return { columns, rowPixels: Math.round((cardPixels * 3) / 4 + captionPixels + gapPixels) }
}

/** Renders cards with thumbnails; only the rows of cards on screen exist. */
export function FileGrid(props: FilesShownProps) {
  const { t } = useTranslation()
  const { files, selection, actions } = props
  const scroller = useListScroller(props.view)
  const { columns, rowPixels } = gridShape(useElementWidth(scroller))
  const rowCount = Math.ceil(files.length / columns)
  const rows = useVirtualRows({ count: rowCount, scroller, rowPixels, paddingStartPixels: gapPixels, overscan: 2 })
  const current = selectedIndex(props)
  const lastOnScreen = ((rows.getVirtualItems().at(-1)?.index ?? 0) + 1) * columns
  useNearEnd(Math.max(current, lastOnScreen), files.length, props.pendingPages)
  const events = useGridEvents({
    ...props,
    count: files.length,
    current,
    columns,
    rowPixels,
    scroller,
    scrollTo: (index) => rows.scrollToIndex(Math.floor(index / columns)),
  })
  return (
    <div ref={scroller} className="min-h-0 grow overflow-y-auto overscroll-contain pb-(--tray-inset)">
      <div
        role="grid"
        tabIndex={-1}
        aria-label={t('files.title')}
        aria-rowcount={rowCount}
        aria-multiselectable="true"
        className="relative outline-none"
        style={{ height: rows.getTotalSize() }}
        {...events}
      >
        {rows.getVirtualItems().map((row) => (
          <div
            key={row.key}
            role="row"
            aria-rowindex={row.index + 1}
            className="absolute inset-x-4 top-0 grid gap-4"
            style={{
              height: rowPixels - gapPixels,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              transform: `translateY(${row.start}px)`,
            }}
          >
            {files.slice(row.index * columns, (row.index + 1) * columns).map((file, column) => (
              <FileCard
                key={file.id}
                file={file}
                isSelected={file.id === selection.selected?.id}
                isChecked={selection.checked.has(file.id)}
                isTabStop={row.index * columns + column === current}
                actions={actions}
                onToggle={selection.toggle}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
