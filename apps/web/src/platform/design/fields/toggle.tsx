import { useId } from 'react'
import { classNames } from '../class-names.js'

interface ToggleProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChange: (checked: boolean) => void
}

/** Renders an on/off switch with its label at the left. */
export function Toggle({ label, hint, checked, disabled = false, onChange }: ToggleProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-4 py-3">
      <div className="min-w-0 grow">
        <span id={`${id}-label`} className="block text-14 font-medium">
          {label}
        </span>
        {hint ? (
          <span id={`${id}-hint`} className="mt-0.5 block text-13 text-pretty text-muted">
            {hint}
          </span>
        ) : null}
      </div>
      <button
        type="button"
        role="switch"
        aria-checked={checked}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        disabled={disabled}
        onClick={() => onChange(!checked)}
        className={classNames(
          'relative h-6 w-10 shrink-0 rounded-full border transition-colors duration-140 disabled:opacity-55',
          'before:absolute before:-inset-2.5',
          checked ? 'border-accent bg-accent' : 'border-edge bg-sunken',
        )}
      >
        <span
          aria-hidden="true"
          className={classNames(
            'absolute start-[3px] top-[3px] size-4 rounded-full transition-transform duration-140',
            checked ? 'translate-x-4 bg-on-accent' : 'bg-edge',
          )}
        />
      </button>
    </div>
  )
}
