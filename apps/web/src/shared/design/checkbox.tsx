import { Check, Minus } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.js'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Written beside the box; a box without it needs `aria-label`. */
  readonly label?: ReactNode
  /** Some but not all of what the box stands for. */
  readonly mixed?: boolean
}

const boxClass = classNames(
  'peer size-4 shrink-0 appearance-none rounded-[4px] border border-edge bg-surface transition-colors duration-140',
  'checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent',
)

export function Checkbox({ label, mixed = false, className, ...rest }: CheckboxProps) {
  const Icon = mixed ? Minus : Check
  return (
    // The padding makes the target larger than the box without moving what stands around it.
    <label className={classNames('-m-1.5 inline-flex min-h-7 items-center gap-2 p-1.5 text-13 text-text', className)}>
      <span className="relative inline-flex">
        <input
          {...rest}
          type="checkbox"
          ref={(element) => {
            if (element) element.indeterminate = mixed
          }}
          className={boxClass}
        />
        <Icon
          size={12}
          strokeWidth={3}
          aria-hidden="true"
          className="pointer-events-none absolute inset-0.5 text-on-accent opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-100"
        />
      </span>
      {label}
    </label>
  )
}
