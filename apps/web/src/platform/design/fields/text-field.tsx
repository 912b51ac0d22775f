import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../class-names.js'

export interface TextFieldProps extends ComponentProps<'input'> {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  /** Content inside the field at its end. */
  readonly trailing?: ReactNode
}

const fieldClass = classNames(
  'h-11 w-full rounded-control border border-edge bg-surface text-16 text-text',
  'transition-colors duration-140 hover:border-muted disabled:opacity-60',
  'aria-invalid:border-danger',
)

export const inputClass = classNames(fieldClass, 'px-3 sm:h-10 sm:text-14')

/** Class of fields in panels and bars, which are smaller where there is a mouse. */
export const compactInputClass = classNames(fieldClass, 'px-2 sm:h-8 sm:text-13')

export function TextField({ label, hint, error, trailing, className, ...rest }: TextFieldProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-13 font-medium text-text">
        {label}
      </label>
      <div className="relative">
        <input
          {...rest}
          id={id}
          aria-invalid={error ? true : rest['aria-invalid']}
          aria-describedby={note ? `${id}-note` : undefined}
          className={classNames(inputClass, trailing ? 'pe-11' : undefined)}
        />
        {trailing ? <div className="absolute inset-y-0 end-1 flex items-center">{trailing}</div> : null}
      </div>
      {note ? (
        <p id={`${id}-note`} className={classNames('mt-1.5 text-12', error ? 'text-danger' : 'text-muted')}>
          {note}
        </p>
      ) : null}
    </div>
  )
}

/** Renders a password field with a button that shows the password. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'trailing'>) {
  const { t } = useTranslation()
  const [isVisible, setVisible] = useState(false)
  const Icon = isVisible ? EyeOff : Eye
  return (
    <TextField
      {...props}
      type={isVisible ? 'text' : 'password'}
      trailing={
        <button
          type="button"
          aria-label={isVisible ? t('account.hidePassword') : t('account.showPassword')}
          aria-pressed={isVisible}
          onClick={() => setVisible(!isVisible)}
          className="flex size-9 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-text"
        >
          <Icon />
        </button>
      }
    />
  )
}
