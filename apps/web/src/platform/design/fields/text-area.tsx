import { type ComponentProps, useId } from 'react'
import { classNames } from '../class-names.js'
import { inputClass } from './text-field.js'

interface TextAreaProps extends ComponentProps<'textarea'> {
  readonly label: string
  readonly hint?: string | undefined
}

export function TextArea({ label, hint, className, ...rest }: TextAreaProps) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-13 font-medium text-text">
        {label}
      </label>
      <textarea
        rows={4}
        {...rest}
        id={id}
        aria-describedby={hint ? `${id}-note` : undefined}
        className={classNames(inputClass, 'h-auto py-2 sm:h-auto')}
      />
      {hint ? (
        <p id={`${id}-note`} className="mt-1.5 text-12 text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  )
}
