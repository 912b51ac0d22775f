import { memo } from 'react'
import { classNames } from '../../../platform/design/class-names.js'
import { MiddleEllipsis } from '../../../platform/design/middle-ellipsis.js'
import { StatusChip } from '../../../platform/files/status-chip.js'
import { Thumbnail } from '../../../platform/files/thumbnail.js'
import { useFormats } from '../../../platform/format/use-formats.js'
import { FileCheckbox, type FileItemProps } from './file-row.js'
import { SharedMark } from './shared-mark.js'
import { MenuButton } from './row-actions.js'

const onHover = 'group-focus-within:opacity-100 group-hover:opacity-100 [@media(hover:none)]:opacity-100'

/** Renders a file of the grid: its thumbnail 4:3, name, status and size. */
export const FileCard = memo(function FileCard(props: FileItemProps) {
  const formats = useFormats()
  const { file, isSelected } = props
  const tabIndex = props.isTabStop ? 0 : -1
  return (
    <div
      role="gridcell"
      data-file-id={file.id}
      tabIndex={tabIndex}
      aria-selected={isSelected}
      className={classNames(
        'group relative flex min-w-0 cursor-default pointer-coarse:select-none [-webkit-touch-callout:none] flex-col overflow-hidden rounded-card border bg-surface transition-colors duration-140',
        isSelected ? 'border-accent ring-1 ring-accent' : 'border-line hover:border-edge',
      )}
    >
      <Thumbnail file={file} iconSize={40} className="aspect-4/3 w-full" />
      <div className={classNames('absolute start-2.5 top-2.5', onHover, !props.isChecked && 'opacity-0')}>
        <FileCheckbox {...props} tabIndex={tabIndex} />
      </div>
      <div className={classNames('absolute end-1 top-1 opacity-0', onHover)}>
        <MenuButton file={file} actions={props.actions} tabIndex={tabIndex} className="size-9 pointer-coarse:size-11" />
      </div>
      <div className="@container min-w-0 border-t border-line p-3">
        <div className="flex min-w-0 items-center gap-1.5">
          <MiddleEllipsis name={file.description} className="text-14 font-medium" />
          <SharedMark file={file} />
        </div>
        <div className="mt-2 flex min-w-0 items-center gap-2 text-12 text-muted">
          <StatusChip file={file} />
          <span className="hidden shrink-0 tabular-nums @[11rem]:block">{formats.size(file.size)}</span>
        </div>
      </div>
    </div>
  )
})
