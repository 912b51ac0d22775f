import type { QueryField } from '@kamar/viewer'
import { useId, useState } from 'react'
import { classNames } from '../../../platform/design/class-names.js'
import { inputClass } from '../../../platform/design/fields/text-field.js'
import { type FieldChoice, formatLabel } from './use-fields.js'

interface FieldInputProps {
  readonly label: string
  readonly placeholder: string
  readonly fields: readonly FieldChoice[]
  readonly value: QueryField | null
  readonly onChange: (field: QueryField) => void
}

/** Selects a property of the model, by typing part of its name or from the list. */
export function FieldInput({ label, placeholder, fields, value, onChange }: FieldInputProps) {
  const id = useId()
  const labelText = value === null ? '' : formatLabel(fields, value)
  const [typed, setTyped] = useState<string | null>(null)
  const take = (text: string): void => {
    const choice = fields.find((one) => one.label === text) ?? only(fields, text)
    setTyped(choice ? null : text)
    if (choice) onChange(choice.field)
  }
  return (
    <>
      <input
        list={`${id}-fields`}
        aria-label={label}
        placeholder={placeholder}
        value={typed ?? labelText}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => take(event.currentTarget.value)}
        onBlur={() => setTyped(null)}
        className={classNames(inputClass, 'min-w-0')}
      />
      <datalist id={`${id}-fields`}>
        {fields.map((choice) => (
          <option key={choice.label}>{choice.label}</option>
        ))}
      </datalist>
    </>
  )
}

/** Returns the only field with this name, ignoring its set. */
function only(fields: readonly FieldChoice[], text: string): FieldChoice | undefined {
  const query = text.trim().toLowerCase()
  const matches = fields.filter(({ field }) => field.set !== '' && field.property.toLowerCase() === query)
  return matches.length === 1 ? matches[0] : undefined
}
