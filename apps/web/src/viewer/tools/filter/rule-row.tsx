import type { FilterOperator, FilterTest, Viewer } from '@kamar/viewer'
import { Trash2 } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../platform/design/button.js'
import { classNames } from '../../../platform/design/class-names.js'
import { inputClass } from '../../../platform/design/fields/text-field.js'
import { FieldInput } from '../../kit/fields/field-input.js'
import { type FieldChoice, isSameField } from '../../kit/fields/use-fields.js'

const textOperators: readonly FilterOperator[] = [
  'equals',
  'not-equals',
  'contains',
  'not-contains',
  'starts-with',
  'greater',
  'at-least',
  'less',
  'at-most',
  'exists',
  'missing',
]
const numberOperators: readonly FilterOperator[] = [
  'equals',
  'not-equals',
  'greater',
  'at-least',
  'less',
  'at-most',
  'exists',
  'missing',
]
const booleanOperators: readonly FilterOperator[] = ['equals', 'not-equals', 'exists', 'missing']
const operatorsOf = { text: textOperators, number: numberOperators, boolean: booleanOperators } as const

interface RuleRowProps {
  readonly viewer: Viewer
  readonly fields: readonly FieldChoice[]
  readonly test: FilterTest
  readonly onChange: (test: FilterTest) => void
  readonly onRemove: () => void
}

/** Renders one condition: property, operator, value. */
export function RuleRow({ viewer, fields, test, onChange, onRemove }: RuleRowProps) {
  const { t } = useTranslation()
  const kind = fields.find(({ field }) => isSameField(field, test.field))?.kind ?? 'text'
  const hasValue = test.operator !== 'exists' && test.operator !== 'missing'
  return (
    <div className="space-y-1.5 rounded-control border border-line p-2">
      <div className="flex items-center gap-1">
        <FieldInput
          label={t('filter.property')}
          placeholder={t('filter.choose')}
          fields={fields}
          value={test.field.property === '' ? null : test.field}
          onChange={(field) => onChange({ ...test, field })}
        />
        <IconButton size="small" label={t('filter.remove')} onClick={onRemove}>
          <Trash2 />
        </IconButton>
      </div>
      <div className="flex gap-1.5">
        <select
          aria-label={t('filter.operator')}
          value={test.operator}
          onChange={(event) => onChange({ ...test, operator: event.currentTarget.value as FilterOperator })}
          className={classNames(inputClass, 'w-auto min-w-0 shrink grow-3 basis-0 px-2')}
        >
          {operatorsOf[kind].map((operator) => (
            <option key={operator} value={operator}>
              {t(`filter.operators.${operator}`)}
            </option>
          ))}
        </select>
        {hasValue ? <ValueInput {...{ viewer, test, onChange }} /> : null}
      </div>
    </div>
  )
}

/** Suggests values of the model while typing. */
function ValueInput({ viewer, test, onChange }: Pick<RuleRowProps, 'viewer' | 'test' | 'onChange'>) {
  const { t } = useTranslation()
  const id = useId()
  const [values, setValues] = useState<readonly string[]>([])
  const { field, value } = test
  const [isRequested, setRequested] = useState(false)
  useEffect(() => {
    if (!isRequested || field.property === '') return undefined
    let isCurrent = true
    viewer.queries.suggest(field, value, 40).then(
      (valueCounts) => (isCurrent ? setValues(valueCounts.map(({ text }) => text)) : undefined),
      () => null,
    )
    return () => {
      isCurrent = false
    }
  }, [viewer, field, value, isRequested])
  return (
    <>
      <input
        list={`${id}-values`}
        aria-label={t('filter.value')}
        placeholder={t('filter.value')}
        value={value}
        onFocus={() => setRequested(true)}
        onChange={(event) => onChange({ ...test, value: event.currentTarget.value })}
        className={classNames(inputClass, 'w-auto min-w-0 grow-2 basis-0')}
      />
      <datalist id={`${id}-values`}>
        {values.map((text) => (
          <option key={text}>{text}</option>
        ))}
      </datalist>
    </>
  )
}
