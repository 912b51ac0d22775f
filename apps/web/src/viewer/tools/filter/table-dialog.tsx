import type { QueryField, TableOrder, Viewer } from '@kamar/viewer'
import { ArrowDown, ArrowUp, Download, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../platform/design/button.js'
import { classNames } from '../../../platform/design/class-names.js'
import { ContentDialog } from '../../../platform/design/dialog.js'
import { saveFile } from '../../../platform/files/download/save-file.js'
import { useAsyncAction } from '../../../platform/use-async-action.js'
import { useVirtualRows } from '../../../platform/use-virtual-rows.js'
import { currentLanguage } from '../../../platform/i18n/index.js'
import { useIsCompact, useIsTouched } from '../../../platform/use-media.js'
import { numberText } from '../../kit/property-value.js'
import { FieldInput } from '../../kit/fields/field-input.js'
import { type FieldChoice, isSameField, formatLabel } from '../../kit/fields/use-fields.js'
import { useRevealInList } from '../../session/reveal/use-reveal-in-list.js'
import { type Cell, type Cells, useTable } from './use-table.js'

/** Touch needs larger rows. */
const rowHeights = { mouse: 32, finger: 44 } as const
const columnPixels = 160
/** Names are long and important; a phone must also show the columns beside them. */
const firstColumnPixels = { compact: 192, desktop: 320 } as const
const startColumns: readonly QueryField[] = [
  { set: '', property: 'name' },
  { set: '', property: 'class' },
  { set: '', property: 'storey' },
]

interface TableDialogProps {
  readonly viewer: Viewer
  readonly fields: readonly FieldChoice[]
  readonly elements: Uint32Array
  /** Columns after name, class and storey: those of a filter. */
  readonly columns: readonly QueryField[]
  readonly onClose: () => void
}

/** Shows elements as a table: selectable columns, sorting, export to CSV; a row leads to its element. */
export function TableDialog({ viewer, fields, elements, columns: further, onClose }: TableDialogProps) {
  const { t } = useTranslation()
  const reveal = useRevealInList(viewer)
  const [columns, setColumns] = useState(() => joinColumns(startColumns, further))
  const [order, setOrder] = useState<TableOrder | null>(null)
  const table = useTable(viewer, { elements, columns, order })
  const { busy, begin } = useAsyncAction()
  const save = async (): Promise<void> => {
    const headings = columns.map((field) => formatLabel(fields, field))
    const csv = await viewer.queries.csv(table.rows, columns, headings)
    saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), `${t('list.file')}.csv`)
  }
  const sortBy = (field: QueryField): void => {
    const isSame = order !== null && isSameField(order.field, field)
    setOrder({ field, descending: isSame && !order.descending })
  }
  const show = (element: number): void => {
    reveal([element])
    onClose()
  }
  return (
    <ContentDialog title={t('list.title', { count: elements.length })} onClose={onClose}>
      <div className="flex flex-wrap items-center gap-2 pb-3">
        <div className="min-w-52 grow basis-60">
          <FieldInput
            label={t('list.addColumn')}
            placeholder={t('list.addColumn')}
            fields={fields}
            value={null}
            onChange={(field) => setColumns(joinColumns(columns, field.property === '' ? [] : [field]))}
          />
        </div>
        <Button tone="primary" icon={<Download />} busy={busy} onClick={() => begin(save)}>
          {t('list.csv')}
        </Button>
      </div>
      <Table
        {...{ fields, columns, order, table }}
        onSort={sortBy}
        onRemove={(field) => setColumns(columns.filter((one) => one !== field))}
        onRow={show}
      />
    </ContentDialog>
  )
}

/** Adds columns that are not there yet. */
const joinColumns = (columns: readonly QueryField[], further: readonly QueryField[]): readonly QueryField[] =>
  further.reduce<readonly QueryField[]>(
    (all, field) => (all.some((one) => isSameField(one, field)) ? all : [...all, field]),
    columns,
  )

interface TableProps {
  readonly fields: readonly FieldChoice[]
  readonly columns: readonly QueryField[]
  readonly order: TableOrder | null
  readonly table: {
    readonly rows: Uint32Array
    readonly cells: Cells
    readonly want: (from: number, to: number) => void
  }
  readonly onSort: (field: QueryField) => void
  readonly onRemove: (field: QueryField) => void
  readonly onRow: (element: number) => void
}

function Table({ fields, columns, order, table, onSort, onRemove, onRow }: TableProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const rowPixels = useIsTouched() ? rowHeights.finger : rowHeights.mouse
  const list = useVirtualRows({ count: table.rows.length, scroller, rowPixels, overscan: 10 })
  const items = list.getVirtualItems()
  const [from, to] = [items[0]?.index ?? 0, (items.at(-1)?.index ?? 0) + 1]
  const { want } = table
  useEffect(() => want(from, to), [want, from, to])
  const firstPixels = useIsCompact() ? firstColumnPixels.compact : firstColumnPixels.desktop
  const width = firstPixels + (columns.length - 1) * columnPixels
  return (
    <div
      ref={scroller}
      role="table"
      aria-rowcount={table.rows.length + 1}
      className="h-[calc(100dvh-12rem)] overflow-auto overscroll-contain rounded-control border border-line sm:h-[60dvh]"
    >
      <div role="row" aria-rowindex={1} style={{ minWidth: width }} className="sticky top-0 z-10 flex bg-sunken">
        {columns.map((field, column) => (
          <Heading
            key={`${field.set}/${field.property}`}
            {...{ fields, field, order, onSort, onRemove }}
            className={columnClass(column)}
          />
        ))}
      </div>
      <div role="rowgroup" className="relative" style={{ height: list.getTotalSize(), minWidth: width }}>
        {items.map(({ index, start }) => (
          <div
            key={index}
            role="row"
            aria-rowindex={index + 2}
            style={{ height: rowPixels, transform: `translateY(${start}px)` }}
            className="absolute inset-x-0 top-0 flex items-center border-t border-line/60 text-13 hover:bg-page"
          >
            <RowCells
              {...{ columns, rowPixels }}
              cells={table.cells.get(index)}
              onOpen={() => onRow(table.rows[index] ?? 0)}
            />
          </div>
        ))}
      </div>
    </div>
  )
}

interface RowCellsProps {
  readonly columns: readonly QueryField[]
  /** Omitted while they are loading. */
  readonly cells: readonly Cell[] | undefined
  readonly rowPixels: number
  readonly onOpen: () => void
}

/** Renders the cells of one row; the first leads to the element. */
function RowCells({ columns, cells, rowPixels, onOpen }: RowCellsProps) {
  const { t } = useTranslation()
  return columns.map((field, column) => {
    const value = cells?.[column]
    const text = cellText(value)
    return (
      <span
        key={`${field.set}/${field.property}`}
        role="cell"
        title={text}
        className={classNames(
          columnClass(column),
          'truncate px-2',
          typeof value === 'number' && 'text-end tabular-nums',
        )}
      >
        {column === 0 ? (
          <button
            type="button"
            style={{ height: rowPixels }}
            className="w-full truncate text-start hover:underline"
            onClick={onOpen}
          >
            {text || t('tree.unnamed')}
          </button>
        ) : (
          text
        )}
      </span>
    )
  })
}

/** Formats a number for display; the exported table has its full precision. */
function cellText(value: Cell | undefined): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'number' ? numberText(value, currentLanguage()) : String(value)
}

const columnClass = (column: number): string =>
  column === 0 ? 'min-w-80 grow-[2] basis-0 max-[599px]:min-w-48 max-[599px]:grow' : 'min-w-40 grow basis-0'

interface HeadingProps extends Pick<TableProps, 'fields' | 'order' | 'onSort' | 'onRemove'> {
  readonly field: QueryField
  readonly className: string
}

function Heading({ fields, field, order, className, onSort, onRemove }: HeadingProps) {
  const { t } = useTranslation()
  const isSorted = order !== null && isSameField(order.field, field)
  const Arrow = order?.descending ? ArrowDown : ArrowUp
  const label = formatLabel(fields, field)
  return (
    <span
      role="columnheader"
      aria-sort={isSorted ? (order.descending ? 'descending' : 'ascending') : 'none'}
      className={classNames(className, 'flex h-9 items-center gap-1 px-2 text-12 font-medium pointer-coarse:h-11')}
    >
      <button
        type="button"
        title={label}
        onClick={() => onSort(field)}
        className="flex h-full min-w-0 grow items-center gap-1 text-start"
      >
        <span className="truncate">{label}</span>
        {isSorted ? <Arrow size={14} className="shrink-0" /> : null}
      </button>
      <button
        type="button"
        aria-label={t('list.removeColumn', { column: label })}
        onClick={() => onRemove(field)}
        className="inline-flex size-7 shrink-0 items-center justify-center rounded-control text-muted hover:text-text pointer-coarse:-me-2 pointer-coarse:size-11"
      >
        <X size={14} />
      </button>
    </span>
  )
}
