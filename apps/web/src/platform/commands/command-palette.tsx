import type { PaletteGroup } from '@kamar/extensions'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { classNames } from '../design/class-names.js'
import { ContentDialog } from '../design/dialog.js'
import { SearchInput } from '../design/fields/search-input.js'
import { runCommand } from './commands.js'
import { takePaletteTyping } from './palette-typing.js'
import { findCommands, type FoundCommand, noteCommand } from './found-commands.js'
import type { FoundItem } from './palette-items.js'
import { useShortcutText } from './shortcuts.js'
import { useCommandNames } from './use-command-names.js'

interface CommandPaletteProps {
  readonly typed: string
  readonly onTyped: (typed: string) => void
  /** Further matches for the typed text. */
  readonly items: readonly FoundItem[]
  readonly onClose: () => void
}

interface Row {
  readonly key: string
  readonly name: string
  readonly note: string
  readonly isDisabled: boolean
  readonly group: PaletteGroup
  readonly score: number
  readonly run: () => void
}

const maxCommands = 60
/** Groups in their order. */
const paletteGroups: readonly PaletteGroup[] = ['commands', 'elements', 'files', 'views', 'issues', 'places']
const listClass = 'mt-2 h-[70dvh] overflow-y-auto overscroll-contain sm:h-[min(26rem,60dvh)]'
const step: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }

/**
 * Renders all commands by name, and elements, files, views and issues: filtered by typing, chosen with the arrow keys, run with
 * Enter.
 */
export function CommandPalette(props: CommandPaletteProps) {
  const { t } = useTranslation()
  const [activeIndex, setActiveIndex] = useState(0)
  const id = useId()
  const rows = usePaletteRows(props)
  const current = Math.min(activeIndex, rows.length - 1)
  const hasGroups = rows.some(({ group }) => group !== 'commands')
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = step[event.key]
    const row = rows[current]
    if (by !== undefined) setActiveIndex(stepIndex(current, by, rows.length))
    else if (event.key === 'Enter' && row) {
      if (!row.isDisabled) row.run()
    } else return
    event.preventDefault()
  }
  return (
    <ContentDialog title={t('commands.palette')} width="narrow" onClose={props.onClose}>
      <PaletteField
        typed={props.typed}
        listId={`${id}-list`}
        activeId={rows[current] ? `${id}-${current}` : null}
        onKeyDown={onKeyDown}
        onTyped={(typed) => {
          props.onTyped(typed)
          setActiveIndex(0)
        }}
      />
      <p role="status" className="sr-only">
        {t('commands.results', { count: rows.length })}
      </p>
      {rows.length === 0 ? (
        <p className={classNames(listClass, 'pt-16 text-center text-14 text-muted')}>{t('commands.none')}</p>
      ) : (
        <div id={`${id}-list`} role="listbox" aria-label={t('commands.palette')} className={listClass}>
          {rows.map((row, index) => (
            <PaletteRow
              key={row.key}
              id={`${id}-${index}`}
              row={row}
              isChosen={index === current}
              heading={hasGroups && row.group !== rows[index - 1]?.group ? t(`commands.groups.${row.group}`) : null}
            />
          ))}
        </div>
      )}
      <p className="mt-3 text-12 text-muted [@media(hover:none)]:hidden">{t('commands.hint')}</p>
    </ContentDialog>
  )
}

/** Returns the commands and the other matches by groups, those with the best match first. */
function usePaletteRows({ typed, items, onClose }: CommandPaletteProps): readonly Row[] {
  const { t } = useTranslation()
  const shortcutText = useShortcutText()
  const names = useCommandNames()
  const leave = (action: () => void) => (): void => {
    onClose()
    afterFocusReturned(action)
  }
  const toRow = ({ id, name, unavailableReason, score }: FoundCommand): Row => ({
    key: id,
    name,
    note: unavailableReason ? t(`commands.why.${unavailableReason}`) : (shortcutText(id) ?? ''),
    isDisabled: unavailableReason !== null,
    group: 'commands',
    score,
    run: leave(() => {
      if (runCommand(id)) noteCommand(id)
    }),
  })
  const commands = findCommands(typed.trim(), names).slice(0, maxCommands).map(toRow)
  const itemRows = items.map(({ item: { run, ...item }, score }): Row => ({
    ...item,
    score,
    key: item.id,
    isDisabled: false,
    run: leave(run),
  }))
  return typed.trim() === '' ? commands : groupRows([...commands, ...itemRows])
}

/** Orders rows by group and score; a group stands where its best row does, and then in the order of the groups. */
function groupRows(rows: readonly Row[]): readonly Row[] {
  const best = new Map<PaletteGroup, number>()
  for (const { group, score } of rows) best.set(group, Math.max(Math.floor(score), best.get(group) ?? 0))
  const order = (group: PaletteGroup): number => paletteGroups.indexOf(group) - (best.get(group) ?? 0) * 100
  return rows.toSorted((one, other) => order(one.group) - order(other.group) || other.score - one.score)
}

interface PaletteFieldProps {
  readonly typed: string
  readonly listId: string
  readonly activeId: string | null
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onTyped: (typed: string) => void
}

function PaletteField({ typed, listId, activeId, onKeyDown, onTyped }: PaletteFieldProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const newestOnTyped = useRef(onTyped)
  useEffect(() => {
    // Deferred because an opening dialog first stores the focused element in order to restore it.
    const timer = setTimeout(() => {
      const text = takePaletteTyping()
      // At once, so that the next letter is typed behind these.
      if (text !== '') flushSync(() => newestOnTyped.current(text))
      field.current?.focus()
    })
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="pt-1">
      <SearchInput
        ref={field}
        role="combobox"
        aria-expanded={activeId !== null}
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={activeId ?? undefined}
        aria-label={t('commands.searchLabel')}
        placeholder={t('commands.placeholder')}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onKeyDown={onKeyDown}
        onChange={(event) => onTyped(event.currentTarget.value)}
      />
    </div>
  )
}

function stepIndex(current: number, by: number, count: number): number {
  if (count === 0) return 0
  if (Math.abs(by) === 1) return (current + by + count) % count
  return Math.max(0, Math.min(count - 1, current + by))
}

interface PaletteRowProps {
  readonly id: string
  readonly row: Row
  readonly isChosen: boolean
  readonly heading: string | null
}

function PaletteRow({ id, row, isChosen, heading }: PaletteRowProps): ReactNode {
  return (
    <>
      {heading ? (
        <p role="presentation" className="px-3 pt-3 pb-1 text-12 font-medium text-muted">
          {heading}
        </p>
      ) : null}
      <div
        ref={(element) => {
          if (isChosen) element?.scrollIntoView({ block: 'nearest' })
        }}
        id={id}
        role="option"
        aria-selected={isChosen}
        aria-disabled={row.isDisabled || undefined}
        // Keeps the focus in the field.
        onPointerDown={(event) => event.preventDefault()}
        onPointerUp={row.isDisabled ? undefined : row.run}
        className={classNames(
          'flex min-h-10 cursor-default items-center gap-4 rounded-control px-3 py-1.5 text-14',
          isChosen ? 'bg-accent-soft' : 'hover:bg-page',
          row.isDisabled && 'text-muted',
        )}
      >
        <span className="min-w-0 grow break-words">{row.name}</span>
        <span className="max-w-[50%] shrink-0 text-end text-12 text-muted">{row.note}</span>
      </div>
    </>
  )
}

/** Runs an action, deferred because a closing dialog restores the focus one task later; a command may then move it. */
function afterFocusReturned(action: () => void): void {
  setTimeout(() => setTimeout(action))
}
