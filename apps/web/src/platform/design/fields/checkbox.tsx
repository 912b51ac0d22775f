import { Check, Minus } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.js'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Label next to the box; a box without it needs `aria-label`. */
  readonly label?: ReactNode
  /** Whether the box represents a partial selection. */
  readonly mixed?: boolean
}

const boxClass = classNames(
  'flex size-4 items-center justify-center rounded-[4px] border border-edge bg-surface text-on-accent transition-colors duration-140',
  'peer-checked:border-accent peer-checked:bg-accent peer-indeterminate:border-accent peer-indeterminate:bg-accent',
  'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus',
  'peer-disabled:opacity-50',
  '[&>svg]:opacity-0 peer-checked:[&>svg]:opacity-100 peer-indeterminate:[&>svg]:opacity-100',
)

/**
 * Renders a checkbox. The native input is invisible above the drawn box and larger, as a touch target; it aligns with
 * the first line of a long label.
 */
export function Checkbox({ label, mixed = false, className, ...rest }: CheckboxProps) {
  const Icon = mixed ? Minus : Check
  return (
    <label
      className={classNames(
        'inline-flex min-h-7 items-start gap-2 py-1 text-13 text-text pointer-coarse:min-h-11 pointer-coarse:py-3',
        className,
      )}
    >
      <span className="relative inline-flex h-lh shrink-0 items-center">
        <input
          {...rest}
          type="checkbox"
          ref={(element) => {
            if (element) element.indeterminate = mixed
          }}
          className="peer absolute -inset-x-1.5 top-1/2 z-1 size-7 -translate-y-1/2 cursor-pointer disabled:cursor-default appearance-none opacity-0"
        />
        <span aria-hidden="true" className={boxClass}>
          <Icon size={12} strokeWidth={3} />
        </span>
      </span>
      {label}
    </label>
  )
}
