import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../platform/design/button.js'
import { compactInputClass } from '../../../../platform/design/fields/text-field.js'
import { useFormats } from '../../../../platform/format/use-formats.js'
import { useClassNames } from '../../../kit/classes/use-class-names.js'
import {
  type ChangeFilter,
  countClasses,
  countPart,
  countStoreys,
  filterParts,
  listMatches,
  noFilter,
  type ValueCount,
} from './change-filter.js'
import type { PackageComparison } from '../compare-packages.js'
import type { ShownKinds } from '../compared-kinds.js'

/** Classes that are buttons: one click each. Rarer ones are found with the storey or the part of the change. */
const maxClasses = 6

interface ChangeFiltersProps {
  readonly result: PackageComparison
  readonly shownKinds: ShownKinds
  readonly filter: ChangeFilter
  readonly onFilter: (filter: ChangeFilter) => void
}

/** Renders the filter of the changes: what changed, class and storey, with the number of changes behind each. */
export function ChangeFilters({ result, shownKinds, filter, onFilter }: ChangeFiltersProps) {
  const { t } = useTranslation()
  const formatClass = useClassNames()
  const listWithout = (field: keyof ChangeFilter) =>
    listMatches(result, { shownKinds, filter: { ...filter, [field]: null } })
  const ofParts = listWithout('part')
  const parts = filterParts
    .map((part) => ({ part, count: countPart(ofParts, part) }))
    .filter(({ part, count }) => count > 0 || filter.part === part)
  const classes = countClasses(result, listWithout('className'))
  const visible = classes.slice(0, maxClasses)
  const storeys = countStoreys(result, listWithout('storey'))
  const isActive = filter.part !== null || filter.className !== null || filter.storey !== null
  if (parts.length + classes.length + storeys.length < 2 && !isActive) return null
  return (
    <div role="group" aria-label={t('compare.filter.title')} className="shrink-0 space-y-2 px-3 pb-3">
      <div className="flex flex-wrap gap-1 empty:hidden">
        {parts.map(({ part, count }) => (
          <FilterButton
            key={part}
            isOn={filter.part === part}
            count={count}
            onClick={() => onFilter({ ...filter, part: filter.part === part ? null : part })}
          >
            {t(`compare.filter.${part}`)}
          </FilterButton>
        ))}
      </div>
      {classes.length > 1 || filter.className !== null ? (
        <div className="flex flex-wrap gap-1">
          {visible.map(({ value, count }) => (
            <FilterButton
              key={value}
              isOn={filter.className === value}
              count={count}
              title={value}
              onClick={() => onFilter({ ...filter, className: filter.className === value ? null : value })}
            >
              {formatClass(value)}
            </FilterButton>
          ))}
        </div>
      ) : null}
      {storeys.length > 1 || filter.storey !== null ? (
        <StoreyChoice storeys={storeys} value={filter.storey} onChoose={(storey) => onFilter({ ...filter, storey })} />
      ) : null}
      {isActive ? (
        <Button size="small" onClick={() => onFilter(noFilter)}>
          {t('compare.filter.clear')}
        </Button>
      ) : null}
    </div>
  )
}

interface StoreyChoiceProps {
  readonly storeys: readonly ValueCount[]
  readonly value: string | null
  readonly onChoose: (storey: string | null) => void
}

function StoreyChoice({ storeys, value, onChoose }: StoreyChoiceProps) {
  const { t } = useTranslation()
  return (
    <select
      aria-label={t('filter.builtIn.storey')}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChoose(currentTarget.value === '' ? null : currentTarget.value)}
      className={compactInputClass}
    >
      <option value="">{t('compare.filter.allStoreys')}</option>
      {storeys.map(({ value: storey, count }) => (
        <option key={storey} value={storey}>{`${storey} (${count})`}</option>
      ))}
    </select>
  )
}

interface FilterButtonProps {
  readonly isOn: boolean
  readonly count: number
  /** The class as the file states it. */
  readonly title?: string
  readonly onClick: () => void
  readonly children: ReactNode
}

function FilterButton({ isOn, count, children, ...button }: FilterButtonProps) {
  const formats = useFormats()
  return (
    <button
      type="button"
      aria-pressed={isOn}
      {...button}
      className="inline-flex min-h-8 items-center gap-1.5 rounded-full border border-line px-2.5 text-12 text-muted hover:border-edge aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-text pointer-coarse:min-h-11"
    >
      {children}
      <span className="tabular-nums">{formats.number(count)}</span>
    </button>
  )
}
