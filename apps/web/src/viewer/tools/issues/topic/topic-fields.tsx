import { collaborationLimits, type UserReference } from '@kamar/contracts'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateField } from '../../../../platform/design/fields/date-field.js'
import { compactInputClass } from '../../../../platform/design/fields/text-field.js'
import type { Mentionable } from '../comments/mentions.js'
import { formatTopicOption, listTopicOptions } from '../topic-options.js'

/** Fields of a topic other than its texts. */
export interface TopicFieldValues {
  readonly status: string
  readonly type: string
  readonly priority: string
  readonly assigneeId: string | null
  readonly dueDate: string | null
  readonly labels: readonly string[]
}

interface TopicFieldsProps {
  readonly values: TopicFieldValues
  /** Assignee, who may no longer be a member. */
  readonly assignee: UserReference | null
  readonly members: readonly Mentionable[]
  readonly disabled: boolean
  /** Hides the status, as a new topic is always open. */
  readonly withoutStatus?: boolean
  readonly onChange: (change: Partial<TopicFieldValues>) => void
}

/** Renders status, type, priority, assignee, due date and labels. */
export function TopicFields(props: TopicFieldsProps) {
  const { t } = useTranslation()
  const { values, members, disabled, onChange } = props
  const dueId = useId()
  return (
    <div className="grid grid-cols-2 gap-2.5">
      {props.withoutStatus ? null : <WordField kind="status" {...props} />}
      <WordField kind="priority" {...props} />
      <WordField kind="type" {...props} />
      <Field label={t('topics.assignee')}>
        <select
          className={compactInputClass}
          disabled={disabled}
          value={values.assigneeId ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ assigneeId: value === '' ? null : value })}
        >
          <option value="">{t('topics.nobody')}</option>
          {withAssignee(members, props.assignee).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <div className="min-w-0 text-12 text-muted">
        <label htmlFor={dueId} className="mb-1 block">
          {t('topics.due')}
        </label>
        <DateField
          id={dueId}
          className={compactInputClass}
          disabled={disabled}
          value={values.dueDate}
          onChange={(dueDate) => onChange({ dueDate })}
        />
      </div>
      <LabelsField key={values.labels.join()} {...props} />
    </div>
  )
}

function withAssignee(members: readonly Mentionable[], assignee: UserReference | null): readonly Mentionable[] {
  const { id, name } = assignee ?? { id: null, name: '' }
  return id === null || members.some((member) => member.id === id) ? members : [...members, { id, name }]
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className="block min-w-0 text-12 text-muted">
      <span className="mb-1 block">{label}</span>
      {children}
    </label>
  )
}

function WordField({ kind, values, disabled, onChange }: TopicFieldsProps & { kind: 'status' | 'type' | 'priority' }) {
  const { t } = useTranslation()
  return (
    <Field label={t(`topics.${kind}`)}>
      <select
        className={compactInputClass}
        disabled={disabled}
        value={values[kind]}
        onChange={(event) => onChange({ [kind]: event.currentTarget.value })}
      >
        {values[kind] === '' ? <option value="">{t('topics.noWord')}</option> : null}
        {listTopicOptions(kind, values[kind]).map((word) => (
          <option key={word} value={word}>
            {formatTopicOption(kind, word, t)}
          </option>
        ))}
      </select>
    </Field>
  )
}

/** Renders labels as a comma-separated list; applied when the field loses the focus. */
function LabelsField({ values, disabled, onChange }: TopicFieldsProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(values.labels.join(', '))
  const take = (): void => {
    const labels = [
      ...new Set(text.split(',').map((label) => label.trim().slice(0, collaborationLimits.wordCharacters))),
    ]
      .filter(Boolean)
      .slice(0, collaborationLimits.labelsPerTopic)
    if (labels.join() !== values.labels.join()) onChange({ labels })
  }
  return (
    <div className="col-span-2">
      <Field label={t('topics.labels')}>
        <input
          className={compactInputClass}
          disabled={disabled}
          placeholder={disabled ? '' : t('topics.labelsHint')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onBlur={take}
          onKeyDown={(event) => (event.key === 'Enter' ? take() : undefined)}
        />
      </Field>
    </div>
  )
}
