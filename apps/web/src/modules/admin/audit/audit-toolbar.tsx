import { auditGroups } from '@kamar/contracts'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../platform/design/button.js'
import { classNames } from '../../../platform/design/class-names.js'
import { DateField } from '../../../platform/design/fields/date-field.js'
import { inputClass } from '../../../platform/design/fields/text-field.js'
import type { AuditNames } from '../../../platform/audit/audit-message.js'
import { auditRanges, type AuditView } from './audit-filter.js'
import { NameFilter } from './name-filter.js'
import type { AuditViewState } from './use-audit-view.js'

interface AuditToolbarProps {
  readonly state: AuditViewState
  /** Names of the filter's ids. */
  readonly names: AuditNames
}

/** Renders the filters by user, file, kind and time; the server filters. */
export function AuditToolbar({ names, state: { change, clear, isFiltered, view } }: AuditToolbarProps) {
  const { t } = useTranslation()
  // Resets the fields too, with typed text that was not sent yet.
  const [cleared, setCleared] = useState(0)
  const clearAll = (): void => {
    setCleared(cleared + 1)
    clear()
  }
  return (
    <div
      role="search"
      aria-label={t('audit.filter')}
      className="grid gap-2 p-4 sm:grid-cols-[repeat(4,minmax(0,1fr))_auto] sm:px-5"
    >
      <NameFilter
        key={`person ${cleared}`}
        label={t('audit.person')}
        placeholder={t('audit.personHint')}
        value={view.person}
        initialText={cleared === 0 ? view.person : ''}
        name={names[view.person]}
        onChange={(user) => change({ person: user })}
      />
      <NameFilter
        key={`file ${cleared}`}
        label={t('audit.file')}
        placeholder={t('audit.fileHint')}
        value={view.file}
        initialText={cleared === 0 ? view.file : ''}
        name={names[view.file]}
        onChange={(file) => change({ file })}
      />
      <Choices view={view} onChange={change} />
      {isFiltered ? (
        <Button tone="quiet" className="max-sm:order-last" onClick={clearAll}>
          {t('audit.clear')}
        </Button>
      ) : null}
      {view.range === 'own' ? <OwnRange view={view} onChange={change} /> : null}
    </div>
  )
}

interface ChoicesProps {
  readonly view: AuditView
  readonly onChange: (part: Partial<AuditView>) => void
}

function Choices({ onChange, view }: ChoicesProps) {
  const { t } = useTranslation()
  return (
    <>
      <select
        aria-label={t('audit.kind')}
        value={view.kind}
        onChange={(event) => onChange({ kind: event.currentTarget.value as AuditView['kind'] })}
        className={inputClass}
      >
        <option value="all">{t('audit.allKinds')}</option>
        {auditGroups.map((group) => (
          <option key={group} value={group}>
            {t(`audit.group.${group}`)}
          </option>
        ))}
      </select>
      <select
        aria-label={t('audit.range')}
        value={view.range}
        onChange={(event) => onChange({ range: event.currentTarget.value as AuditView['range'] })}
        className={inputClass}
      >
        {auditRanges.map((range) => (
          <option key={range} value={range}>
            {t(`audit.ranges.${range}`)}
          </option>
        ))}
      </select>
    </>
  )
}

function OwnRange({ onChange, view }: ChoicesProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-2 max-sm:flex-col sm:col-span-full sm:justify-end">
      {(['from', 'to'] as const).map((end) => (
        <div key={end} className="flex grow items-center gap-2 text-13 text-muted sm:grow-0">
          <label htmlFor={`${id}-${end}`} className="min-w-12 sm:min-w-0">
            {t(`audit.${end}`)}
          </label>
          <DateField
            id={`${id}-${end}`}
            className={classNames(inputClass, 'sm:w-40')}
            value={view[end] || null}
            onChange={(day) => onChange(toRange(view, end, day ?? ''))}
          />
        </div>
      ))}
    </div>
  )
}

/** Converts to a range; one that ends before it begins becomes the single day chosen last. */
function toRange(view: AuditView, end: 'from' | 'to', day: string): Partial<AuditView> {
  const range = { from: view.from, to: view.to, [end]: day }
  const isReversed = range.from !== '' && range.to !== '' && range.from > range.to
  return isReversed ? { from: day, to: day } : { [end]: day }
}
