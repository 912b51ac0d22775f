import type { QueryField } from '@kamar/viewer'
import type { TFunction } from 'i18next'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Combobox } from './combobox.js'
import type { ComboboxOption } from './combobox-props.js'
import { findFields } from './find-fields.js'
import { type FieldChoice, isSameField } from './use-fields.js'

interface FieldInputProps {
  readonly label: string
  readonly placeholder: string
  readonly fields: readonly FieldChoice[]
  readonly value: QueryField | null
  readonly onChange: (field: QueryField) => void
}

interface FieldOption extends ComboboxOption {
  readonly field: QueryField
}

/**
 * Selects a property of the model from a list by groups, which typing searches. A name that the model does not have is
 * taken as a property of any set.
 */
export function FieldInput({ label, placeholder, fields, value, onChange }: FieldInputProps) {
  const { t } = useTranslation()
  const noteId = useId()
  const [query, setQuery] = useState('')
  const options = useMemo(() => findFields(fields, query).map(toOption), [fields, query])
  const choice = value === null ? undefined : fields.find(({ field }) => isSameField(field, value))
  const note = value === null || value.set === '' ? null : describeField(value, choice, t)
  return (
    <div className="min-w-0 grow">
      <Combobox
        {...{ label, placeholder, options }}
        text={value === null ? '' : (choice?.name ?? value.property)}
        unmatchedNote={t('fields.noProperty')}
        describedBy={note === null ? undefined : noteId}
        onQuery={setQuery}
        onChoose={({ field }) => onChange(field)}
        onText={(text) => onChange({ set: '*', property: text })}
      />
      {note === null ? null : (
        <p id={noteId} className="mt-1 px-1 text-12 wrap-anywhere text-muted">
          {note}
        </p>
      )}
    </div>
  )
}

const toOption = ({ field, name, group, elements, unit }: FieldChoice): FieldOption => ({
  id: `${field.set}\u0000${field.property}`,
  label: name,
  group,
  field,
  ...(elements === undefined ? {} : { count: elements }),
  ...(unit === undefined ? {} : { note: unit }),
})

/** Returns the set of a property, or that the model does not have it; null while there is no property. */
function describeField({ set, property }: QueryField, choice: FieldChoice | undefined, t: TFunction): string | null {
  if (property === '') return null
  if (choice === undefined) return t('fields.noProperty')
  return set === '*' ? t('fields.anySet') : set
}
