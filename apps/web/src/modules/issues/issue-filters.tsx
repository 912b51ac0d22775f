import type { AllTopicsPage } from '@kamar/contracts'
import { Columns3, ListFilter, Rows3 } from 'lucide-react'
import { type Dispatch, type SetStateAction, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../platform/design/button.js'
import { DelayedSearchInput } from '../../platform/design/fields/delayed-search-input.js'
import { compactInputClass } from '../../platform/design/fields/text-field.js'
import { useFormats } from '../../platform/format/use-formats.js'
import { useIsNarrow } from '../../platform/use-media.js'
import {
  issueStates,
  type IssueTab,
  issueTabs,
  type IssueView,
  type ValueFilter,
  valueFilters,
} from './use-issue-view.js'
import { formatOption } from '../../platform/issues/issue-options.js'

interface IssueFiltersProps {
  readonly view: IssueView
  /** Undefined until loaded. */
  readonly page: AllTopicsPage | undefined
  readonly onChange: Dispatch<SetStateAction<IssueView>>
}

/** Renders tabs, search, filters and the choice of the layout. */
export function IssueFilters(props: IssueFiltersProps) {
  const { t } = useTranslation()
  const { view, page, onChange } = props
  const formats = useFormats()
  const isNarrow = useIsNarrow()
  const [isExpanded, setExpanded] = useState(false)
  const filterCount = Object.keys(view.values).length + (view.state === 'open' ? 0 : 1)
  return (
    <div className="mb-4 space-y-3">
      <div className="flex flex-wrap items-center gap-3">
        <Tabs {...props} />
        <div className="min-w-48 grow">
          <DelayedSearchInput
            label={t('issuesPage.search')}
            text={view.text}
            onText={(text) => onChange((current) => ({ ...current, text }))}
          />
        </div>
        <LayoutChoice {...props} />
      </div>
      {isNarrow ? (
        <Button size="small" icon={<ListFilter />} aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
          {t('issuesPage.filters')}
          {filterCount === 0 ? null : <span className="text-muted tabular-nums">{formats.number(filterCount)}</span>}
        </Button>
      ) : null}
      {isNarrow && !isExpanded ? null : (
        <div className="grid grid-cols-2 gap-2 sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]">
          {view.tab === 'overdue' || view.layout === 'board' ? null : <StateSelect {...props} />}
          {valueFilters.map((name) => (
            <ValueSelect key={name} name={name} {...props} />
          ))}
        </div>
      )}
      <p role="status" className="text-13 text-muted">
        {page ? t('issuesPage.total', { count: page.total }) : ''}
      </p>
    </div>
  )
}

function LayoutChoice({ view, onChange }: IssueFiltersProps) {
  const { t } = useTranslation()
  return (
    <div role="group" aria-label={t('issuesPage.view')} className="flex">
      <IconButton
        label={t('issuesPage.table')}
        isActive={view.layout === 'table'}
        onClick={() => onChange({ ...view, layout: 'table' })}
      >
        <Rows3 />
      </IconButton>
      <IconButton
        label={t('issuesPage.board')}
        isActive={view.layout === 'board'}
        onClick={() => onChange({ ...view, layout: 'board' })}
      >
        <Columns3 />
      </IconButton>
    </div>
  )
}

function Tabs({ view, page, onChange }: IssueFiltersProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const count = (tab: IssueTab): number | undefined => (tab === 'all' ? page?.counts.open : page?.counts[tab])
  return (
    <div role="group" aria-label={t('issuesPage.tabs')} className="flex flex-wrap gap-1.5">
      {issueTabs.map((tab) => (
        <button
          key={tab}
          type="button"
          aria-pressed={view.tab === tab}
          onClick={() => onChange({ ...view, tab })}
          className="flex min-h-8 items-center gap-1.5 rounded-full border border-line px-3 text-13 font-medium pointer-coarse:min-h-11 hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft"
        >
          {t(`issuesPage.tab.${tab}`)}
          <span className="text-muted tabular-nums">{formats.number(count(tab) ?? 0)}</span>
        </button>
      ))}
    </div>
  )
}

function StateSelect({ view, onChange }: IssueFiltersProps) {
  const { t } = useTranslation()
  return (
    <label className="min-w-0 text-12 text-muted">
      <span className="mb-1 block">{t('issuesPage.state.label')}</span>
      <select
        className={compactInputClass}
        value={view.state}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...view, state: issueStates.find((state) => state === value) ?? 'open' })
        }
      >
        {issueStates.map((state) => (
          <option key={state} value={state}>
            {t(`issuesPage.state.${state}`)}
          </option>
        ))}
      </select>
    </label>
  )
}

interface Option {
  readonly value: string
  readonly text: string
}

function ValueSelect({ name, view, page, onChange }: IssueFiltersProps & { readonly name: ValueFilter }) {
  const { t } = useTranslation()
  const value = view.values[name] ?? ''
  const options = useOptions(name, page)
  const set = (next: string): void => {
    const { [name]: _, ...others } = view.values
    onChange({ ...view, values: next === '' ? others : { ...others, [name]: next } })
  }
  const label = name === 'file' || name === 'project' ? t(`issuesPage.${name}`) : t(`issuesPage.field.${name}`)
  return (
    <label className="min-w-0 text-12 text-muted">
      <span className="mb-1 block">{label}</span>
      <select className={compactInputClass} value={value} onChange={(event) => set(event.currentTarget.value)}>
        <option value="">{t(name === 'assignee' ? 'issuesPage.anyone' : 'issuesPage.any')}</option>
        {withCurrent(options, value).map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Adds a value from the address that no topic has. */
function withCurrent(options: readonly Option[], value: string): readonly Option[] {
  const isListed = value === '' || options.some((option) => option.value === value)
  return isListed ? options : [...options, { value, text: value }]
}

function useOptions(name: ValueFilter, page: AllTopicsPage | undefined): readonly Option[] {
  const { t } = useTranslation()
  if (!page) return []
  const { facets } = page
  const withCount = (text: string, topics: number): string => `${text} (${topics})`
  if (name === 'assignee') {
    const members = facets.assignee.flatMap(({ person: member, topics }) =>
      member.id === null ? [] : [{ value: member.id, text: withCount(member.name, topics) }],
    )
    return [{ value: 'nobody', text: t('issuesPage.nobody') }, ...members]
  }
  if (name === 'file' || name === 'project')
    return facets[name].map((facet) => ({ value: facet.id, text: withCount(facet.name, facet.topics) }))
  const translate = (word: string): string => (name === 'label' ? word : formatOption(name, word, t))
  return facets[name].map(({ topics, value }) => ({ value, text: withCount(translate(value), topics) }))
}
