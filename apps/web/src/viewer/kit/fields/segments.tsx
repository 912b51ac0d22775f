import { useId } from 'react'
import { classNames } from '../../../platform/design/class-names.js'

interface SegmentsProps<Value extends string> {
  readonly legend: string
  readonly value: Value
  readonly choices: readonly { readonly value: Value; readonly label: string }[]
  readonly onChoose: (value: Value) => void
}

/** Renders a choice of two or three in the width of a panel. */
export function Segments<Value extends string>({ legend, value, choices, onChoose }: SegmentsProps<Value>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={legend} className="flex rounded-control border border-line bg-sunken p-0.5">
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={classNames(
            'relative flex min-h-8 min-w-0 pointer-coarse:min-h-11 grow basis-0 cursor-pointer items-center justify-center rounded-[5px] px-2 py-1 text-center text-13',
            'has-focus-visible:outline-2 has-focus-visible:outline-focus',
            choice.value === value ? 'bg-surface font-medium text-text shadow-sm' : 'text-muted hover:text-text',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            onChange={() => onChoose(choice.value)}
            className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
          />
          <span className="min-w-0 break-words">{choice.label}</span>
        </label>
      ))}
    </div>
  )
}
