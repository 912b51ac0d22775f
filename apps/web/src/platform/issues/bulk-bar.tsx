import { standardTopicValues, type TopicBulkChange, type UserReference } from '@kamar/contracts'
import { useQueries } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { type FormEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/api.js'
import { collaborationKeys as keys } from '../collaboration/collaboration-keys.js'
import { IconButton } from '../design/button.js'
import { classNames } from '../design/class-names.js'
import { DateField } from '../design/fields/date-field.js'
import { compactInputClass } from '../design/fields/text-field.js'
import { fieldText } from '../field-text.js'
import { ReportMenu } from './report-menu.js'
import { formatOption } from './issue-options.js'
import type { PickedIssue } from './use-bulk-change.js'

type Change = TopicBulkChange['change']

interface BulkBarProps {
  readonly selected: readonly PickedIssue[]
  readonly busy: boolean
  readonly onChange: (topics: readonly PickedIssue[], change: Change) => void
  readonly onClear: () => void
}

const fieldClass = classNames(compactInputClass, 'min-w-0 @xl:w-36')
/** Two fields share a row where both have space for their labels in each language, as on a phone. */
const cellClass = 'flex min-w-0 items-center gap-1 @max-xl:grow'
const narrowCellClass = classNames(cellClass, '*:grow @max-xl:basis-36')
const unassigned = 'nobody'

/** Renders what can be done with the selected issues: change them all, or export them. */
export function BulkBar({ selected, busy, onChange, onClear }: BulkBarProps) {
  const { t } = useTranslation()
  const set = (change: Change): void => onChange(selected, change)
  return (
    <div className="@container">
      <section
        aria-label={t('issuesPage.selected', { count: selected.length })}
        className="flex flex-wrap items-center gap-2 rounded-card bg-surface p-2.5"
      >
        <div className="flex grow items-center gap-1 @max-xl:-order-2 @xl:grow-0">
          <p className="ps-1 text-13 font-medium tabular-nums">
            {t('issuesPage.selected', { count: selected.length })}
          </p>
          <IconButton size="small" label={t('issuesPage.clear')} onClick={onClear}>
            <X />
          </IconButton>
        </div>
        <div className={narrowCellClass}>
          <StatusSelect disabled={busy} onChange={set} />
        </div>
        <div className={classNames(cellClass, '@max-xl:basis-44')}>
          <AssigneeSelect selected={selected} disabled={busy} onChange={set} />
        </div>
        <div className={narrowCellClass}>
          <DueField disabled={busy} onChange={set} />
        </div>
        <LabelForm disabled={busy} onChange={set} />
        <div className="ms-auto @max-xl:-order-1">
          <ReportMenu query={{}} selected={selected} isEmpty={false} />
        </div>
      </section>
    </div>
  )
}

interface BulkFieldProps {
  readonly disabled: boolean
  readonly onChange: (change: Change) => void
}

function StatusSelect({ disabled, onChange }: BulkFieldProps) {
  const { t } = useTranslation()
  return (
    <select
      aria-label={t('issuesPage.field.status')}
      className={fieldClass}
      disabled={disabled}
      value=""
      onChange={(event) => onChange({ status: event.currentTarget.value })}
    >
      <option value="" disabled>
        {t('issuesPage.field.status')}
      </option>
      {standardTopicValues.status.map((status) => (
        <option key={status} value={status}>
          {formatOption('status', status, t)}
        </option>
      ))}
    </select>
  )
}

function AssigneeSelect({
  selected,
  disabled,
  onChange,
}: BulkFieldProps & { readonly selected: readonly PickedIssue[] }) {
  const { t } = useTranslation()
  const members = useMembersOfAll(selected)
  return (
    <select
      aria-label={t('issuesPage.field.assignee')}
      className={fieldClass}
      disabled={disabled}
      value=""
      onChange={({ currentTarget: { value } }) => onChange({ assigneeId: value === unassigned ? null : value })}
    >
      <option value="" disabled>
        {t('issuesPage.field.assignee')}
      </option>
      <option value={unassigned}>{t('issuesPage.nobody')}</option>
      {members.map(({ id, name }) => (
        <option key={id} value={id ?? ''}>
          {name}
        </option>
      ))}
    </select>
  )
}

/** Returns the members of the projects of all selected issues: others would be refused. */
function useMembersOfAll(selected: readonly PickedIssue[]): readonly UserReference[] {
  const files = [...new Map(selected.map(({ file }) => [file.projectId, file.id])).values()]
  const results = useQueries({
    queries: files.map((fileId) => ({
      queryKey: keys.mentionable(fileId),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        api.call('mentionable', { parameters: { id: fileId } }, { signal }),
      staleTime: 60_000,
    })),
  })
  const lists = results.map(({ data }) => data ?? [])
  return (lists[0] ?? []).filter(({ id }) => lists.every((list) => list.some((member) => member.id === id)))
}

function DueField({ disabled, onChange }: BulkFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="sr-only">
        {t('issuesPage.setDue')}
      </label>
      <DateField
        id={id}
        className={fieldClass}
        disabled={disabled}
        value={null}
        onChange={(dueDate) => (dueDate === null ? undefined : onChange({ dueDate }))}
      />
    </>
  )
}

function LabelForm({ disabled, onChange }: BulkFieldProps) {
  const { t } = useTranslation()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const addLabel = fieldText(new FormData(event.currentTarget), 'label').trim()
    event.currentTarget.reset()
    if (addLabel !== '') onChange({ addLabel })
  }
  return (
    <form onSubmit={submit} className={classNames(cellClass, '@max-xl:basis-40 @max-xl:grow-3')}>
      <input
        name="label"
        maxLength={60}
        disabled={disabled}
        aria-label={t('issuesPage.addLabel')}
        placeholder={t('issuesPage.addLabel')}
        className={classNames(fieldClass, 'placeholder:text-13')}
      />
      <IconButton type="submit" size="small" label={t('issuesPage.add')} disabled={disabled}>
        <Plus />
      </IconButton>
    </form>
  )
}
