import { type KeyboardEvent, useId, useState } from 'react'
import { inputClass } from '../../../platform/design/fields/text-field.js'

interface NumberFieldProps {
  readonly label: string
  readonly value: number
  readonly decimals: number
  /** Increment per arrow key press. */
  readonly step: number
  readonly onChange: (value: number) => void
}

/** Renders a number input with arrow key steps; ignores invalid numbers. */
export function NumberField({ label, value, decimals, step, onChange }: NumberFieldProps) {
  const id = useId()
  // Displays −0.00 as 0.00.
  const valueText = value.toFixed(decimals).replace(/^-(?=0\.?0*$)/, '')
  // The text being typed, and the value it is based on: when that changes, e.g. by a drag, the new value is shown.
  const [typed, setTyped] = useState({ text: valueText, of: valueText })
  const text = typed.of === valueText ? typed.text : valueText
  const setText = (next: string): void => setTyped({ text: next, of: valueText })
  const take = (): void => {
    const number = Number(text.replace(',', '.'))
    if (text.trim() === '' || !Number.isFinite(number)) setText(valueText)
    else if (text !== valueText) onChange(number)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') take()
    if (event.key === 'Escape') setText(valueText)
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (direction === undefined) return
    event.preventDefault()
    onChange(value + direction * step * (event.shiftKey ? 10 : 1))
  }
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block truncate text-12 text-muted">
        {label}
      </label>
      <input
        id={id}
        inputMode="decimal"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={take}
        onKeyDown={onKeyDown}
        className={`${inputClass} tabular-nums`}
      />
    </div>
  )
}
