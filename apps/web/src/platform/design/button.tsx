import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { buttonClass, type ButtonSize, type ButtonTone } from './button-class.js'
import { classNames } from './class-names.js'
import { ControlTooltip } from './control-tooltip.js'

export { buttonClass, type ButtonTone } from './button-class.js'

export interface ButtonProps extends ComponentProps<'button'> {
  readonly tone?: ButtonTone
  readonly size?: ButtonSize
  readonly icon?: ReactNode
  /** Disables the button and shows that work is in progress. */
  readonly busy?: boolean
}

export function Button({ tone = 'secondary', size, icon, busy = false, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled ?? busy}
      aria-busy={busy || undefined}
      className={classNames(buttonClass(tone, size), className)}
    >
      {busy ? <LoaderCircle className="animate-turn" /> : icon}
      {rest.children}
    </button>
  )
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** Accessible name and tooltip. */
  readonly label: string
  /** Keys with the same effect, shown in the tooltip. */
  readonly shortcut?: string | undefined
  /** What it does, in the tooltip. */
  readonly hint?: string | undefined
  /** For toggles: whether it is on. */
  readonly isActive?: boolean | undefined
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
  readonly size?: 'small' | 'medium'
}

export function IconButton(props: IconButtonProps) {
  const { label, shortcut, hint, isActive, side, size = 'medium', className, ...rest } = props
  return (
    <ControlTooltip label={label} shortcut={shortcut} hint={hint} side={side}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        aria-pressed={isActive}
        className={classNames(
          'inline-flex shrink-0 items-center justify-center rounded-control text-muted transition-colors duration-140',
          'hover:bg-sunken hover:text-text disabled:pointer-events-none disabled:opacity-40',
          'aria-pressed:bg-sunken aria-pressed:text-text',
          size === 'medium' ? 'size-9' : 'size-7',
          'pointer-coarse:size-11',
          className,
        )}
      />
    </ControlTooltip>
  )
}
