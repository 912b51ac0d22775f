import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.js'

interface ChoiceProps<Value extends string> {
  readonly legend: string
  readonly hint?: string
  readonly value: Value
  readonly choices: readonly { readonly value: Value; readonly label: string; readonly icon?: ReactNode }[]
  readonly onChoose: (value: Value) => void
}

/** Renders a single choice with all options visible. */
export function Choice<Value extends string>({ legend, hint, value, choices, onChoose }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-labelledby={`${name}-legend`} className="min-w-0 py-3">
      <p id={`${name}-legend`} className="text-14 font-medium">
        {legend}
      </p>
      {hint ? <p className="mt-0.5 text-13 text-muted">{hint}</p> : null}
      <div className="mt-2 flex flex-wrap gap-2">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={classNames(
              'relative flex min-h-11 min-w-0 cursor-pointer items-center gap-2 rounded-control border px-3.5 py-1.5 text-14 transition-colors duration-140 sm:min-h-10 sm:pointer-coarse:min-h-11 [&>svg]:shrink-0',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              choice.value === value
                ? 'border-accent bg-accent-soft font-medium text-text'
                : 'border-line text-muted hover:border-edge hover:text-text',
            )}
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChoose(choice.value)}
              className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
            />
            {choice.icon}
            <span className="min-w-0 break-words">{choice.label}</span>
          </label>
        ))}
      </div>
    </div>
  )
}
