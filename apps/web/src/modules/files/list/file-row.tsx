import type { FileRecord } from '@kamar/contracts'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../../platform/design/fields/checkbox.js'
import { classNames } from '../../../platform/design/class-names.js'
import { MiddleEllipsis } from '../../../platform/design/middle-ellipsis.js'
import { FileTypeIcon } from '../../../platform/files/file-type-icon.js'
import { StatusChip } from '../../../platform/files/status-chip.js'
import { Thumbnail } from '../../../platform/files/thumbnail.js'
import { ShownTime } from '../../../platform/format/shown-time.js'
import type { ListTimeStyle } from '../../../platform/format/time-formats.js'
import { useFormats } from '../../../platform/format/use-formats.js'
import type { FileActions } from '../actions/file-actions.js'
import { SharedMark } from './shared-mark.js'
import { MenuButton, RowActions } from './row-actions.js'

/** Returns the columns of the list, shared by the header and every row; the type column appears when there is space. */
export const columnsClass = (isTall: boolean): string =>
  classNames(
    'grid items-center gap-x-3 px-3 sm:px-4',
    isTall
      ? 'grid-cols-[1.75rem_2rem_minmax(0,1fr)_auto]'
      : 'grid-cols-[1.75rem_2rem_minmax(0,1fr)_8.5rem_4.75rem_6.75rem_7.5rem] @3xl:grid-cols-[1.75rem_2rem_minmax(0,1fr)_3.5rem_9.5rem_5rem_7rem_7.5rem] @5xl:grid-cols-[1.75rem_2rem_minmax(0,1fr)_3.5rem_9.5rem_5rem_10.5rem_7.5rem]',
  )

/** Common props of a row and a card of the grid. */
export interface FileItemProps {
  readonly file: FileRecord
  readonly isSelected: boolean
  readonly isChecked: boolean
  /** Whether the element is in the tab order. */
  readonly isTabStop: boolean
  readonly actions: FileActions
  readonly onToggle: (id: string, range: boolean) => void
}

export interface FileRowProps extends FileItemProps {
  readonly rowIndex: number
  readonly startPixels: number
  readonly heightPixels: number
  /** Three lines, as on a phone: the details are below the name. */
  readonly isTall: boolean
  /** Time format, with seconds if other files have the same minute. */
  readonly times: ListTimeStyle
}

/** Renders one file. The list handles clicks and keys for all of its rows. */
export const FileRow = memo(function FileRow(props: FileRowProps) {
  const { file, actions, isTall } = props
  const tabIndex = props.isTabStop ? 0 : -1
  return (
    <div
      role="row"
      data-file-id={file.id}
      tabIndex={tabIndex}
      aria-rowindex={props.rowIndex}
      aria-selected={props.isSelected}
      style={{ height: props.heightPixels, transform: `translateY(${props.startPixels}px)` }}
      className={classNames(
        columnsClass(isTall),
        'group absolute inset-x-0 top-0 cursor-default border-b pointer-coarse:select-none [-webkit-touch-callout:none] border-line/60 outline-offset-[-2px] transition-colors duration-140',
        props.isSelected ? 'bg-sunken shadow-[inset_2px_0_0_var(--accent)]' : 'hover:bg-page',
      )}
    >
      <div role="gridcell" className="flex items-center">
        <FileCheckbox {...props} tabIndex={tabIndex} />
      </div>
      <div role="gridcell">
        <Thumbnail file={file} className="size-8 rounded-control border border-line" />
      </div>
      <NameCell {...props} />
      {isTall ? null : <FactCells {...props} />}
      <div role="gridcell" className="flex justify-end">
        {isTall ? (
          <MenuButton file={file} actions={actions} tabIndex={tabIndex} className="size-9 pointer-coarse:size-11" />
        ) : (
          <div className="flex opacity-0 transition-opacity duration-140 group-focus-within:opacity-100 group-hover:opacity-100 group-aria-selected:opacity-100 [@media(hover:none)]:opacity-100">
            <RowActions file={file} actions={actions} tabIndex={tabIndex} />
          </div>
        )}
      </div>
    </div>
  )
})

type FileCheckboxProps = Pick<FileItemProps, 'file' | 'isChecked' | 'onToggle'> & { readonly tabIndex: number }

/** Renders the checkbox; with Shift it checks everything up to the previously checked file. */
export function FileCheckbox({ file, isChecked, onToggle, tabIndex }: FileCheckboxProps) {
  const { t } = useTranslation()
  return (
    <Checkbox
      aria-label={t('files.selectFile', { file: file.description })}
      checked={isChecked}
      tabIndex={tabIndex}
      onChange={(event) => onToggle(file.id, (event.nativeEvent as MouseEvent).shiftKey)}
    />
  )
}

type CellProps = Pick<FileRowProps, 'file' | 'isTall' | 'times'>

/** Renders the name; without columns also status, size and date below it. */
function NameCell({ file, isTall, times }: CellProps) {
  const formats = useFormats()
  return (
    <div role="gridcell" className="min-w-0">
      <div className="flex min-w-0 items-center gap-1.5">
        <MiddleEllipsis name={file.description} className="text-14" />
        <SharedMark file={file} />
      </div>
      {isTall ? (
        <>
          <div className="mt-1 flex min-w-0 items-center gap-2 text-12 text-muted">
            <StatusChip file={file} />
            <span className="shrink-0 tabular-nums">{formats.size(file.size)}</span>
          </div>
          <ShownTime
            value={file.updated_at}
            as="list"
            style={times}
            className="mt-0.5 block text-12 whitespace-nowrap text-muted tabular-nums"
          />
        </>
      ) : null}
    </div>
  )
}

function FactCells({ file, times }: CellProps) {
  const formats = useFormats()
  return (
    <>
      <div role="gridcell" className="hidden @3xl:block">
        <FileTypeIcon name={file.description} />
      </div>
      <div role="gridcell" className="min-w-0">
        <StatusChip file={file} />
      </div>
      <div role="gridcell" className="pe-3 text-end text-13 text-muted tabular-nums">
        {formats.size(file.size)}
      </div>
      <div role="gridcell" className="text-13 leading-tight text-muted tabular-nums">
        <ShownTime value={file.updated_at} as="list" style={times} />
      </div>
    </>
  )
}
