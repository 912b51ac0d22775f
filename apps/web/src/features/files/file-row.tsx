import type { FileRecord } from '@kamar/contracts'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../shared/design/checkbox.js'
import { classNames } from '../../shared/design/class-names.js'
import { MiddleEllipsis } from '../../shared/design/middle-ellipsis.js'
import { FileTypeIcon } from '../../shared/files/file-type-icon.js'
import { StatusChip } from '../../shared/files/status-chip.js'
import { Thumbnail } from '../../shared/files/thumbnail.js'
import { useFormats } from '../../shared/format/use-formats.js'
import type { FileActions } from './file-actions.js'
import { RowActions, RowMenu } from './row-actions.js'

/** Columns of the list: the header and every row share them. Type, size and date come with the room for them. */
export const columnsClass =
  'grid grid-cols-[1.75rem_2rem_minmax(0,1fr)_auto] items-center gap-x-3 px-3 sm:px-4 @xl:grid-cols-[1.75rem_2rem_minmax(0,1fr)_8.5rem_4.75rem_6.75rem_4rem] @3xl:grid-cols-[1.75rem_2rem_minmax(0,1fr)_3.5rem_9.5rem_5rem_7rem_4rem]'

export interface FileRowProps {
  readonly file: FileRecord
  readonly rowIndex: number
  readonly isSelected: boolean
  readonly isChecked: boolean
  /** Whether Tab stops here. */
  readonly isTabStop: boolean
  readonly actions: FileActions
  readonly onSelect: (id: string) => void
  readonly onToggle: (id: string, range: boolean) => void
}

export const FileRow = memo(function FileRow(props: FileRowProps) {
  const { t } = useTranslation()
  const { file, actions, isTabStop } = props
  const tabIndex = isTabStop ? 0 : -1
  return (
    <div
      role="row"
      data-file-id={file.id}
      tabIndex={tabIndex}
      aria-rowindex={props.rowIndex}
      aria-selected={props.isSelected}
      onClick={() => props.onSelect(file.id)}
      onDoubleClick={() => actions.view(file)}
      className={classNames(
        columnsClass,
        'group h-full cursor-default border-b border-line/60 outline-offset-[-2px] transition-colors duration-140',
        props.isSelected ? 'bg-sunken shadow-[inset_2px_0_0_var(--accent)]' : 'hover:bg-page',
      )}
    >
      <div role="gridcell" className="flex items-center" onClick={(event) => event.stopPropagation()}>
        <Checkbox
          aria-label={t('files.selectFile', { file: file.description })}
          checked={props.isChecked}
          tabIndex={tabIndex}
          onChange={(event) => props.onToggle(file.id, (event.nativeEvent as MouseEvent).shiftKey)}
        />
      </div>
      <div role="gridcell">
        <Thumbnail file={file} className="size-8 rounded-control border border-line" />
      </div>
      <NameCell file={file} />
      <FactCells file={file} />
      <div
        role="gridcell"
        onClick={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
        className="flex justify-end"
      >
        <div className="@xl:hidden">
          <RowMenu file={file} actions={actions} tabIndex={tabIndex} />
        </div>
        <div className="hidden opacity-0 transition-opacity duration-140 group-hover:opacity-100 group-focus-within:opacity-100 group-aria-selected:opacity-100 @xl:flex [@media(hover:none)]:opacity-100">
          <RowActions file={file} actions={actions} tabIndex={tabIndex} />
        </div>
      </div>
    </div>
  )
})

/** The name; where there are no columns, status and size stand under it. */
function NameCell({ file }: { file: FileRecord }) {
  const formats = useFormats()
  return (
    <div role="gridcell" className="min-w-0">
      <MiddleEllipsis name={file.description} className="text-14" />
      <div className="mt-1 flex min-w-0 items-center gap-2 text-12 text-muted @xl:hidden">
        <span className="shrink-0">
          <StatusChip file={file} />
        </span>
        <span className="truncate tabular-nums">
          {formats.size(file.size)} · {formats.date(file.updated_at)}
        </span>
      </div>
    </div>
  )
}

function FactCells({ file }: { file: FileRecord }) {
  const formats = useFormats()
  return (
    <>
      <div role="gridcell" className="hidden @3xl:block">
        <FileTypeIcon name={file.description} />
      </div>
      <div role="gridcell" className="hidden min-w-0 @xl:block">
        <StatusChip file={file} />
      </div>
      <div role="gridcell" className="hidden pe-3 text-end text-13 text-muted tabular-nums @xl:block">
        {formats.size(file.size)}
      </div>
      <div role="gridcell" className="hidden text-13 whitespace-nowrap text-muted tabular-nums @xl:block">
        {formats.date(file.updated_at)}
      </div>
    </>
  )
}
