import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../../platform/design/class-names.js'
import { numberFormat } from '../../../platform/format/number.js'
import { currentLanguage } from '../../../platform/i18n/index.js'
import { useIsTouched } from '../../../platform/use-media.js'
import { useVirtualRows } from '../../../platform/use-virtual-rows.js'
import type { ComboboxOption } from './combobox-props.js'

interface ComboboxListProps {
  readonly id: string
  readonly label: string
  readonly options: readonly ComboboxOption[]
  /** Index of the active option; that of the free text follows the options. */
  readonly active: number
  readonly free: { readonly text: string; readonly note: string } | null
  readonly onChoose: (index: number) => void
}

/** Row of the list: a heading, or an entry by its index. */
type Row = { readonly heading: string } | { readonly index: number }

/** Touch needs larger rows. */
const rowHeights = { mouse: 32, finger: 44 } as const
const maxRows = 10

/** Renders the entries of a combobox, of thousands only those on screen. */
export function ComboboxList({ id, label, options, active, free, onChoose }: ComboboxListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const rowPixels = useIsTouched() ? rowHeights.finger : rowHeights.mouse
  const rows = useMemo(() => listRows(options, free !== null), [options, free])
  const activeRow = rows.findIndex((row) => 'index' in row && row.index === active)
  const list = useVirtualRows({ count: rows.length, scroller, rowPixels, overscan: 6, pinnedRow: activeRow })
  useEffect(() => {
    if (activeRow >= 0) list.scrollToIndex(activeRow, { align: 'auto' })
  }, [list, activeRow])
  const count = options.length + (free === null ? 0 : 1)
  const height = Math.min(rows.length, maxRows) * rowPixels
  return (
    <div
      ref={scroller}
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      style={{ height }}
      className="max-h-[min(var(--radix-popover-content-available-height),60dvh)] overflow-y-auto overscroll-contain"
    >
      <div role="presentation" className="relative" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index: at, start }) => {
          const row = rows[at]
          const style = { height: rowPixels, transform: `translateY(${start}px)` }
          if (row === undefined) return null
          if ('heading' in row) return <Heading key={`heading ${at}`} text={row.heading} style={style} />
          const { index } = row
          const option = options[index] ?? { id: '', label: `“${free?.text ?? ''}”`, note: free?.note ?? '' }
          return (
            <Entry
              key={`${option.id} ${index}`}
              id={`${id}-${index}`}
              option={option}
              isActive={index === active}
              position={{ index, count }}
              style={style}
              onChoose={() => onChoose(index)}
            />
          )
        })}
      </div>
    </div>
  )
}

function listRows(options: readonly ComboboxOption[], hasFree: boolean): readonly Row[] {
  const rows: Row[] = []
  options.forEach(({ group }, index) => {
    if (group !== undefined && group !== options[index - 1]?.group) rows.push({ heading: group })
    rows.push({ index })
  })
  return hasFree ? [...rows, { index: options.length }] : rows
}

interface RowStyle {
  readonly height: number
  readonly transform: string
}

function Heading({ text, style }: { readonly text: string; readonly style: RowStyle }) {
  return (
    <p
      role="presentation"
      title={text}
      style={style}
      className="absolute inset-x-0 top-0 truncate px-3 pt-2 text-12 font-medium text-muted"
    >
      {text}
    </p>
  )
}

interface EntryProps {
  readonly id: string
  readonly option: ComboboxOption
  readonly isActive: boolean
  readonly position: { readonly index: number; readonly count: number }
  readonly style: RowStyle
  readonly onChoose: () => void
}

function Entry({ id, option, isActive, position, style, onChoose }: EntryProps) {
  const { t } = useTranslation()
  const { label, note, count, group } = option
  const counted = count === undefined ? '' : t('fields.elements', { count })
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus and handles the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-posinset={position.index + 1}
      aria-setsize={position.count}
      // Headings are no options, so screen readers hear the group with each of them.
      aria-label={[label, note, group, counted].filter(Boolean).join(', ')}
      title={label}
      style={style}
      // Keeps the focus in the field.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={classNames(
        'absolute inset-x-0 top-0 flex cursor-default items-center gap-3 px-3 text-14 select-none',
        isActive ? 'bg-accent-soft' : 'hover:bg-page',
      )}
    >
      <span className="min-w-0 grow truncate">{label}</span>
      {note ? <span className="min-w-0 shrink truncate text-12 text-muted">{note}</span> : null}
      {count === undefined ? null : (
        <span className="shrink-0 text-12 text-muted tabular-nums">
          {numberFormat(currentLanguage(), {}).format(count)}
        </span>
      )}
    </div>
  )
}
