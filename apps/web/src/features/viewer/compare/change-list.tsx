import { type ChangeKind, changedPart, type ElementChange } from '@kamar/comparison'
import type { TFunction } from 'i18next'
import { type KeyboardEvent, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../../shared/design/class-names.js'
import { useFormats } from '../../../shared/format/use-formats.js'
import { useVirtualRows } from '../../../shared/use-virtual-rows.js'
import { elementClass, elementName } from '../use-tree.js'
import type { PackageComparison } from './compare-packages.js'
import { changeKinds, kindLooks, type ShownKinds } from './compared-kinds.js'

const rowPixels = 48

interface ChangeListProps {
  readonly result: PackageComparison
  readonly shown: ShownKinds
  readonly selected: readonly number[]
  readonly onChoose: (change: ElementChange) => void
}

type Row = { readonly kind: ChangeKind; readonly count: number } | ElementChange

/** Everything that changed, by kind; only the rows on screen are drawn. Arrow keys go from change to change. */
export function ChangeList({ result, shown, selected, onChoose }: ChangeListProps) {
  const { t } = useTranslation()
  const { changes } = result.comparison
  const list = useMemo(() => rowsOf(changes, shown), [changes, shown])
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualRows({ count: list.length, scroller, rowPixels })
  if (list.length === 0) {
    const text = t(changes.length === 0 ? 'compare.nothing' : 'compare.noneShown')
    return <p className="border-t border-line p-4 text-13 text-pretty text-muted">{text}</p>
  }
  return (
    <div ref={scroller} className="min-h-24 grow overflow-y-auto overscroll-contain border-t border-line">
      <ul aria-label={t('compare.list')} className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const row = list[index]
          if (!row) return null
          return (
            <li
              key={index}
              className="absolute inset-x-0 top-0"
              style={{ height: rowPixels, transform: `translateY(${start}px)` }}
            >
              {'count' in row ? (
                <KindHead {...row} />
              ) : (
                <ChangeRow change={row} result={result} selected={selected} onChoose={onChoose} />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function rowsOf(changes: readonly ElementChange[], shown: ShownKinds): readonly Row[] {
  return changeKinds.flatMap((kind): Row[] => {
    const ofKind = shown.has(kind) ? changes.filter((change) => change.kind === kind) : []
    return ofKind.length === 0 ? [] : [{ kind, count: ofKind.length }, ...ofKind]
  })
}

/** To the next or the previous change; the browser scrolls it into the picture, and the list draws what follows. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const buttons = [...(event.currentTarget.closest('ul')?.querySelectorAll('button') ?? [])]
  const next = buttons[buttons.indexOf(event.currentTarget) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

function KindHead({ kind, count }: { kind: ChangeKind; count: number }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { swatch, text } = kindLooks[kind]
  return (
    <h3 className="flex size-full items-center gap-2 bg-page px-4 text-13">
      <span aria-hidden="true" className={classNames('size-3 shrink-0 rounded-[3px] border border-edge', swatch)} />
      {t(text)}
      <span className="ms-auto font-normal text-muted tabular-nums">{formats.number(count)}</span>
    </h3>
  )
}

interface ChangeRowProps {
  readonly change: ElementChange
  readonly result: PackageComparison
  readonly selected: readonly number[]
  readonly onChoose: (change: ElementChange) => void
}

function ChangeRow({ change, result, selected, onChoose }: ChangeRowProps) {
  const { t } = useTranslation()
  const { icon: Icon, text } = kindLooks[change.kind]
  const isGone = change.after < 0
  const { tree } = isGone ? result.older : result.newer
  const element = isGone ? change.before : change.after
  const what = change.kind === 'changed' ? partsText(change.parts, t) : elementClass(tree, element)
  return (
    <button
      type="button"
      aria-current={!isGone && selected.includes(element) ? 'true' : undefined}
      onClick={() => onChoose(change)}
      onKeyDown={moveFocus}
      className="flex size-full items-center gap-3 px-4 text-start outline-offset-[-2px] hover:bg-page aria-[current=true]:bg-accent-soft"
    >
      <Icon size={16} strokeWidth={1.5} aria-label={t(text)} role="img" className="shrink-0 text-muted" />
      <span className="min-w-0 grow">
        <span className="block truncate text-13">{elementName(tree, element) || t('tree.unnamed')}</span>
        <span className="block truncate text-12 text-muted">{what}</span>
      </span>
    </button>
  )
}

/** What of an element changed, in words. */
export function partsText(parts: number, t: TFunction): string {
  const names = (Object.keys(changedPart) as (keyof typeof changedPart)[]).filter(
    (name) => (parts & changedPart[name]) !== 0,
  )
  return names.map((name) => t(`compare.${name}`)).join(', ')
}
