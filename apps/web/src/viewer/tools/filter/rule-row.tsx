import type { FilterOperator, FilterTest, QueryField, Viewer } from '@kamar/viewer'
import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../platform/design/button.js'
import { classNames } from '../../../platform/design/class-names.js'
import { inputClass } from '../../../platform/design/fields/text-field.js'
import { FieldInput } from '../../kit/fields/field-input.js'
import { type FieldChoice, isSameField } from '../../kit/fields/use-fields.js'
import { needsValue } from './rules.js'
import { ValueInput } from './value-input.js'

/** Operators without a value, which every kind has. */
const stateOperators: readonly FilterOperator[] = ['empty', 'filled', 'missing', 'exists']
const numberOperators: readonly FilterOperator[] = ['equals', 'not-equals', 'greater', 'at-least', 'less', 'at-most']
const operatorsByKind: Readonly<Record<FieldChoice['kind'], readonly FilterOperator[]>> = {
  text: [
    ...(['equals', 'not-equals', 'contains', 'not-contains', 'starts-with'] as const),
    ...(['greater', 'at-least', 'less', 'at-most'] as const),
    ...stateOperators,
  ],
  number: [...numberOperators, ...stateOperators],
  boolean: ['equals', 'not-equals', ...stateOperators],
}

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
  const getKind = (field: QueryField): FieldChoice['kind'] =>
    fields.find((choice) => isSameField(choice.field, field))?.kind ?? 'text'
  const kind = getKind(test.field)
  const changeField = (field: QueryField): void => {
    const isValid = operatorsByKind[getKind(field)].includes(test.operator)
    onChange({ ...test, field, operator: isValid ? test.operator : 'equals' })
  }
  return (
    <div className="space-y-1.5 rounded-control border border-line p-2">
      <div className="flex items-start gap-1">
        <FieldInput
          label={t('filter.property')}
          placeholder={t('filter.choose')}
          fields={fields}
          value={test.field.property === '' ? null : test.field}
          onChange={changeField}
        />
        <IconButton size="small" className="mt-1.5 pointer-coarse:mt-0" label={t('filter.remove')} onClick={onRemove}>
          <Trash2 />
        </IconButton>
      </div>
      <div className="flex flex-wrap items-start gap-1.5">
        <select
          aria-label={t('filter.operator')}
          value={test.operator}
          onChange={(event) => onChange({ ...test, operator: event.currentTarget.value as FilterOperator })}
          className={classNames(inputClass, 'w-auto min-w-32 shrink grow basis-0 px-2')}
        >
          {operatorsByKind[kind].map((operator) => (
            <option key={operator} value={operator}>
              {t(`filter.operators.${operator}`)}
            </option>
          ))}
        </select>
        {needsValue(test.operator) ? <ValueInput {...{ viewer, test, onChange }} /> : null}
      </div>
    </div>
  )
}
