import { topicSorts, type TopicPage } from '@kamar/contracts'
import { ArrowDownUp, Funnel, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../../platform/design/button.js'
import { classNames } from '../../../../platform/design/class-names.js'
import { Menu, MenuChoice, MenuSeparator } from '../../../../platform/design/menu.js'
import { useFormats } from '../../../../platform/format/use-formats.js'
import { formatTopicOption } from '../topic-options.js'
import type { TopicFilter } from '../use-topics.js'

/** Debounce of the search text. */
const typingPauseMilliseconds = 250

interface TopicFiltersProps {
  readonly filter: TopicFilter
  /** Counts and filter values; undefined while loading. */
  readonly page: TopicPage | undefined
  readonly onFilter: (filter: TopicFilter) => void
}

/** Renders the topic filters: text, state and assignee, and all others behind a button. */
export function TopicFilters(props: TopicFiltersProps) {
  return (
    <div className="shrink-0 space-y-2 p-2.5">
      <div className="flex items-center gap-1">
        <TextFilter {...props} />
        <MoreFilters {...props} />
        <SortMenu {...props} />
      </div>
      <StateChips {...props} />
    </div>
  )
}

function TextFilter({ filter, onFilter }: TopicFiltersProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(filter.text ?? '')
  useEffect(() => {
    const timer = setTimeout(() => {
      const { text: before = '', ...others } = filter
      if (text.trim() !== before) onFilter(text.trim() === '' ? others : { ...others, text: text.trim() })
    }, typingPauseMilliseconds)
    return () => clearTimeout(timer)
  }, [text, filter, onFilter])
  return (
    <label className="flex h-9 min-w-0 pointer-coarse:h-11 grow items-center gap-2 rounded-control border border-edge bg-surface px-2.5 focus-within:outline-2 focus-within:outline-focus">
      <Search className="shrink-0 text-muted" />
      <input
        type="search"
        aria-label={t('topics.search')}
        placeholder={t('topics.search')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        className="w-full min-w-0 bg-transparent text-16 outline-none sm:text-14"
      />
    </label>
  )
}

type Chip = 'open' | 'closed' | 'mine' | 'overdue' | 'all'
const chips: readonly Chip[] = ['open', 'mine', 'overdue', 'closed', 'all']
/** Filter that each chip sets; the chips are mutually exclusive. */
const chipFilters: Readonly<Record<Chip, TopicFilter>> = {
  open: { state: 'open' },
  closed: { state: 'closed' },
  mine: { state: 'open', mine: 'assigned' },
  overdue: { overdue: 'true' },
  all: {},
}

function chosenChip({ state, mine, overdue }: TopicFilter): Chip {
  if (overdue === 'true') return 'overdue'
  if (mine !== undefined) return 'mine'
  return state ?? 'all'
}

function StateChips({ filter, page, onFilter }: TopicFiltersProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const activeChip = chosenChip(filter)
  const { state: _state, mine: _mine, overdue: _overdue, ...others } = filter
  return (
    <div role="group" aria-label={t('topics.show')} className="flex flex-wrap gap-1">
      {chips.map((chip) => (
        <button
          key={chip}
          type="button"
          aria-pressed={chip === activeChip}
          onClick={() => onFilter({ ...others, ...chipFilters[chip] })}
          className={classNames(
            'inline-flex min-h-7 shrink-0 items-center pointer-coarse:min-h-11 gap-1.5 rounded-full border px-2.5 text-12 transition-colors duration-140',
            chip === activeChip ? 'border-accent bg-accent-soft font-medium' : 'border-line text-muted hover:text-text',
          )}
        >
          {t(`topics.chip.${chip}`)}
          {page ? <span className="tabular-nums">{formats.number(page.counts[chip])}</span> : null}
        </button>
      ))}
    </div>
  )
}

const any = ''

function MoreFilters({ filter, page, onFilter }: TopicFiltersProps) {
  const { t } = useTranslation()
  const kinds = ['status', 'type', 'priority', 'label'] as const
  const active = kinds.some((kind) => filter[kind] !== undefined) || filter.assignee !== undefined
  const choose = (part: keyof TopicFilter) => (value: string) => {
    const { [part]: _, ...others } = filter
    onFilter(value === any ? others : { ...others, [part]: value })
  }
  return (
    <Menu
      trigger={
        <IconButton label={t('topics.filter')} isActive={active}>
          <Funnel />
        </IconButton>
      }
    >
      {kinds.map((kind) => {
        const facetValues = page?.facets[kind] ?? []
        if (facetValues.length === 0) return null
        const label = (value: string) => (kind === 'label' ? value : formatTopicOption(kind, value, t))
        return (
          <MenuChoice
            key={kind}
            label={t(`topics.${kind}`)}
            value={filter[kind] ?? any}
            onChoose={choose(kind)}
            choices={[
              { value: any, label: t('topics.any') },
              ...facetValues
                .filter(({ value }) => value !== '')
                .map(({ value, topics }) => ({ value, label: `${label(value)} (${topics})` })),
            ]}
          />
        )
      })}
      <MenuSeparator />
      <MenuChoice
        label={t('topics.assignee')}
        value={filter.assignee ?? any}
        onChoose={choose('assignee')}
        choices={[
          { value: any, label: t('topics.any') },
          { value: 'nobody', label: t('topics.nobody') },
          ...(page?.facets.assignee ?? []).flatMap(({ person: member, topics }) =>
            member.id === null ? [] : [{ value: member.id, label: `${member.name} (${topics})` }],
          ),
        ]}
      />
    </Menu>
  )
}

function SortMenu({ filter, onFilter }: TopicFiltersProps) {
  const { t } = useTranslation()
  return (
    <Menu
      trigger={
        <IconButton label={t('topics.sort')}>
          <ArrowDownUp />
        </IconButton>
      }
    >
      <MenuChoice
        label={t('topics.sort')}
        value={filter.sort ?? 'changed'}
        onChoose={(sort) =>
          onFilter({ ...filter, sort, order: sort === 'changed' || sort === 'created' ? 'desc' : 'asc' })
        }
        choices={topicSorts.map((value) => ({ value, label: t(`topics.sorted.${value}`) }))}
      />
    </Menu>
  )
}
