import { ArrowUp, ChevronRight, Pin, PinOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../platform/design/button.js'
import { CopyButton } from '../../../platform/design/copy-button.js'
import { Checkbox } from '../../../platform/design/fields/checkbox.js'
import { SearchInput } from '../../../platform/design/fields/search-input.js'
import { formatPropertyKey, type PropertyPreference, raiseSet, sortSets, togglePin } from './property-settings.js'

/** Property as a row of the list. */
export interface PropertyRow {
  readonly name: string
  /** Value as text: what the search looks in. */
  readonly text: string
  /** Value for copying; null where there is no single one. */
  readonly copy: string | null
  /** Whether the value only repeats the name. */
  readonly isEcho: boolean
  /** Content other than the text. */
  readonly content?: ReactNode
}

export interface PropertyGroup {
  readonly name: string
  readonly rows: readonly PropertyRow[]
}

interface PropertyListProps {
  readonly sets: readonly PropertyGroup[]
  readonly preference: PropertyPreference
}

/** Renders property sets with a search, pinned properties, the user's order of sets, and without empty values. */
export function PropertyList({ sets, preference }: PropertyListProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const { value: settings, set: change } = preference
  const echoes = sets.reduce((sum, { rows }) => sum + rows.filter(({ isEcho }) => isEcho).length, 0)
  const matches = filterRows(sets, text, settings.hidesEchoes)
  const sorted = sortSets(matches, settings)
  const pinned = matches.flatMap(({ name: set, rows }) =>
    rows.filter(({ name }) => settings.pinned.includes(formatPropertyKey(set, name))).map((row) => ({ set, row })),
  )
  const renderRow = (set: string, row: PropertyRow, index: number): ReactNode => {
    const key = formatPropertyKey(set, row.name)
    const isPinned = settings.pinned.includes(key)
    return <Row key={`${index} ${row.name}`} {...{ row, isPinned }} onPin={() => change(togglePin(settings, key))} />
  }
  const names = sorted.map(({ name }) => name)
  return (
    <>
      <div className="border-b border-line p-2">
        <SearchInput
          type="search"
          value={text}
          aria-label={t('properties.search')}
          placeholder={t('properties.search')}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {echoes > 0 ? (
          <Checkbox
            className="px-2 text-12"
            label={t('properties.hideEchoes', { count: echoes })}
            checked={settings.hidesEchoes}
            onChange={(event) => change({ ...settings, hidesEchoes: event.currentTarget.checked })}
          />
        ) : null}
      </div>
      {sorted.length === 0 ? <p className="px-4 py-3 text-13 text-muted">{t('properties.noMatch')}</p> : null}
      {pinned.length > 0 ? (
        <section aria-label={t('properties.pinned')} className="border-b border-line pb-2">
          <h4 className="px-4 pt-2 pb-1 text-13 font-semibold">{t('properties.pinned')}</h4>
          <dl>{pinned.map(({ set, row }, index) => renderRow(set, row, index))}</dl>
        </section>
      ) : null}
      {sorted.map(({ name, rows }, at) => (
        <SetSection
          key={name}
          name={name}
          count={rows.length}
          onRaise={at > 0 && text === '' ? () => change(raiseSet(settings, names, name)) : null}
        >
          {rows.map((row, index) => renderRow(name, row, index))}
        </SetSection>
      ))}
    </>
  )
}

/** Returns the sets with the rows that contain every word in their names or values; a set is found by its name too. */
function filterRows(sets: readonly PropertyGroup[], text: string, hidesEchoes: boolean): readonly PropertyGroup[] {
  const tokens = text.toLowerCase().split(/\s+/).filter(Boolean)
  return sets
    .map(({ name: set, rows }) => ({
      name: set,
      rows: rows.filter(({ name, text: value, isEcho }) => {
        const haystack = `${set} ${name} ${value}`.toLowerCase()
        return !(hidesEchoes && isEcho) && tokens.every((token) => haystack.includes(token))
      }),
    }))
    .filter(({ rows }) => rows.length > 0)
}

interface SetSectionProps {
  readonly name: string
  readonly count: number
  /** Null where it cannot move up. */
  readonly onRaise: (() => void) | null
  readonly children: ReactNode
}

function SetSection({ name, count, onRaise, children }: SetSectionProps) {
  const { t } = useTranslation()
  return (
    <div className="group/section relative border-b border-line">
      <details open className="group/set">
        <summary className="flex h-9 list-none items-center gap-1 px-2 text-13 font-semibold outline-offset-[-2px] hover:bg-page [&::-webkit-details-marker]:hidden">
          <ChevronRight className="shrink-0 text-muted transition-transform duration-140 group-open/set:rotate-90" />
          <span className="min-w-0 truncate" title={name}>
            {name}
          </span>
          <span className="ms-auto pe-2 text-12 font-normal text-muted tabular-nums">{count}</span>
        </summary>
        <dl className="pb-2">{children}</dl>
      </details>
      {onRaise === null ? null : (
        <IconButton
          size="small"
          label={t('properties.raiseSet', { name })}
          onClick={onRaise}
          className="absolute! end-8 top-1 bg-surface opacity-0 group-focus-within/section:opacity-100 group-hover/section:opacity-100"
        >
          <ArrowUp />
        </IconButton>
      )}
    </div>
  )
}

interface RowProps {
  readonly row: PropertyRow
  readonly isPinned: boolean
  readonly onPin: () => void
}

function Row({ row, isPinned, onPin }: RowProps) {
  const { t } = useTranslation()
  const { name, text, copy, content } = row
  return (
    <div className="group/row relative grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-3 px-4 py-1 text-13 hover:bg-page">
      <dt className="wrap-anywhere text-muted">{name}</dt>
      <dd className="wrap-anywhere tabular-nums">
        {content ?? text}
        <span className="absolute end-1 top-0 flex opacity-0 group-hover/row:opacity-100 group-focus-within/row:opacity-100">
          <IconButton
            size="small"
            label={t(isPinned ? 'properties.unpin' : 'properties.pin', { name })}
            onClick={onPin}
            className="bg-surface"
          >
            {isPinned ? <PinOff /> : <Pin />}
          </IconButton>
          {copy === null ? null : (
            <CopyButton label={t('properties.copyValue', { name })} text={copy} className="bg-surface" />
          )}
        </span>
      </dd>
    </div>
  )
}
