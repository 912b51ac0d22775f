import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useElementWidth } from '../../shared/use-element-width.js'
import { FileCard } from './file-card.js'
import { type FilesShownProps, focusWhenDrawn } from './file-list.js'
import { useGridKeys } from './use-grid-keys.js'

const gapPixels = 16
const narrowestCardPixels = 200
/** Name, chip and paddings under the picture. */
const captionPixels = 78

/** Cards with pictures; the rows of cards on screen are the only ones that exist. */
export function FileGrid({ files, selection, actions, onChoose }: FilesShownProps) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const width = Math.max(0, useElementWidth(scroller) - 2 * gapPixels)
  const columns = Math.max(width < 420 ? 2 : 1, Math.floor((width + gapPixels) / (narrowestCardPixels + gapPixels)))
  const cardPixels = (width - (columns - 1) * gapPixels) / columns
  const rowPixels = Math.round((cardPixels * 3) / 4 + captionPixels + gapPixels)
  const rows = useVirtualizer({
    count: Math.ceil(files.length / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPixels,
    paddingStart: gapPixels,
    overscan: 2,
  })
  useEffect(() => rows.measure(), [rows, rowPixels])
  const current = Math.max(
    0,
    files.findIndex(({ id }) => id === selection.selected?.id),
  )
  const onFile =
    (act: (file: (typeof files)[number]) => void) =>
    (index: number): void => {
      const file = files[index]
      if (file) act(file)
    }
  const onKeyDown = useGridKeys({
    count: files.length,
    current,
    columns,
    page: 3,
    onMove(index) {
      const file = files[index]
      if (!file) return
      selection.select(file.id)
      rows.scrollToIndex(Math.floor(index / columns))
      focusWhenDrawn(scroller, file.id)
    },
    onOpen: onFile(actions.view),
    onToggle: onFile(({ id }) => selection.toggle(id, false)),
    onDelete: onFile(actions.remove),
  })
  return (
    <div ref={scroller} className="min-h-0 grow overflow-y-auto overscroll-contain">
      <div
        role="grid"
        aria-label={t('files.title')}
        aria-rowcount={Math.ceil(files.length / columns)}
        aria-multiselectable="true"
        onKeyDown={onKeyDown}
        className="relative"
        style={{ height: rows.getTotalSize() }}
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
                rowIndex={row.index + 1}
                isSelected={file.id === selection.selected?.id}
                isChecked={selection.checked.has(file.id)}
                isTabStop={row.index * columns + column === current}
                actions={actions}
                onSelect={onChoose}
                onToggle={selection.toggle}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
