import type { ChangeKind } from '@kamar/comparison'
import { type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../../../platform/design/class-names.js'
import { useFormats } from '../../../../platform/format/use-formats.js'
import type { VirtualRows } from '../../../../platform/use-virtual-rows.js'
import { kindAppearances } from '../compared-kinds.js'

/** Height of each row of a list of changes. */
export const changeRowPixels = 48

interface ChangeRowsProps<Row> {
  readonly rows: readonly Row[]
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly virtual: VirtualRows
  readonly className: string
  /** Renders the content of a row: a `ChangeHeading` or a `ChangeButton`. */
  readonly renderRow: (row: Row) => ReactNode
}

/** Renders a list of changes, virtualised to the visible rows. */
export function ChangeRows<Row>({ rows, scroller, virtual, className, renderRow }: ChangeRowsProps<Row>) {
  const { t } = useTranslation()
  return (
    <div
      ref={scroller}
      className={classNames('grow overflow-y-auto overscroll-contain border-t border-line', className)}
    >
      <ul aria-label={t('compare.list')} className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          if (!row) return null
          return (
            <li
              key={index}
              className="absolute inset-x-0 top-0"
              style={{ height: changeRowPixels, transform: `translateY(${start}px)` }}
            >
              {renderRow(row)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

interface ChangeHeadingProps {
  /** Kind whose own label and colour replace `heading`. */
  readonly kind: ChangeKind | null
  readonly heading?: string
  readonly count: number
}

/** Renders a heading: what the rows below it are, and how many. */
export function ChangeHeading({ kind, heading, count }: ChangeHeadingProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <h3 className="flex size-full items-center gap-2 bg-page px-4 text-13">
      {kind === null ? null : (
        <span
          aria-hidden="true"
          className={classNames('size-3 shrink-0 rounded-[3px] border border-edge', kindAppearances[kind].swatch)}
        />
      )}
      <span className="min-w-0 truncate">{kind === null ? heading : t(kindAppearances[kind].text)}</span>
      <span className="ms-auto font-normal text-muted tabular-nums">{formats.number(count)}</span>
    </h3>
  )
}

interface ChangeButtonProps {
  readonly kind: ChangeKind
  readonly name: string
  readonly description: string
  /** Shown on hover. */
  readonly hint?: string
  readonly isChosen: boolean
  readonly onChoose: () => void
  /** Shown before the icon of the kind. */
  readonly mark?: ReactNode
}

/** Renders a change that can be selected by click; arrow keys move from change to change. */
export function ChangeButton({ kind, name, description, hint, isChosen, onChoose, mark }: ChangeButtonProps) {
  const { t } = useTranslation()
  const { icon: Icon, text } = kindAppearances[kind]
  return (
    <button
      type="button"
      aria-current={isChosen ? 'true' : undefined}
      title={hint}
      onClick={onChoose}
      onKeyDown={moveFocus}
      className="flex size-full items-center gap-3 px-4 text-start outline-offset-[-2px] hover:bg-page aria-[current=true]:bg-accent-soft"
    >
      {mark}
      <Icon aria-label={t(text)} role="img" className="shrink-0 text-muted" />
      <span className="min-w-0 grow">
        <span className="block truncate text-13">{name}</span>
        <span className="block truncate text-12 text-muted">{description}</span>
      </span>
    </button>
  )
}

/**
 * Moves the focus to the next or previous change. The browser scrolls it into view, and the list renders the rows that
 * follow.
 */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const buttons = [...(event.currentTarget.closest('ul')?.querySelectorAll('button') ?? [])]
  const next = buttons[buttons.indexOf(event.currentTarget) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
