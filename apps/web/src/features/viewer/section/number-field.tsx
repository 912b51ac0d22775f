import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { inputClass } from '../../../shared/design/text-field.js'

interface NumberFieldProps {
  readonly label: string
  readonly value: number
  readonly decimals: number
  /** One press of an arrow key. */
  readonly step: number
  readonly onChange: (value: number) => void
}

/** A number that is typed, or stepped with the arrow keys; what is no number is not taken. */
export function NumberField({ label, value, decimals, step, onChange }: NumberFieldProps) {
  const id = useId()
  const shown = value.toFixed(decimals)
  const [text, setText] = useState(shown)
  useEffect(() => setText(shown), [shown])
  const take = (): void => {
    const typed = Number(text.replace(',', '.'))
    if (text.trim() === '' || !Number.isFinite(typed)) setText(shown)
    else if (text !== shown) onChange(typed)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') take()
    if (event.key === 'Escape') setText(shown)
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
