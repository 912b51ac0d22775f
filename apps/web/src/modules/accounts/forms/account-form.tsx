import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Button } from '../../../platform/design/button.js'
import { FormError } from '../../../platform/design/fields/form-error.js'
import type { useForm } from './use-form.js'

interface AccountFormProps {
  readonly form: ReturnType<typeof useForm>
  /** Shown above the fields when the form itself has no error. */
  readonly error?: string | null
  readonly submit: string
  readonly submitting: string
  readonly onEdit?: () => void
  /** Disables the form while another operation is pending. */
  readonly waiting?: boolean
  /** Moves the focus here, when the form follows another step on the same page. */
  readonly takesFocus?: boolean
  /** Accepts a value that the browser rejects, such as a user name in an email field. */
  readonly accepts?: (field: HTMLInputElement) => boolean
  readonly children: ReactNode
}

/** Renders fields, their errors, and one button; disabled while the response is pending. */
export function AccountForm({
  form,
  error = null,
  submit,
  submitting,
  onEdit,
  waiting = false,
  takesFocus = false,
  accepts,
  children,
}: AccountFormProps) {
  const busy = form.busy || waiting
  const onInput = (): void => {
    form.onInput()
    onEdit?.()
  }
  const element = useRef<HTMLFormElement>(null)
  const saveFocus = useRetainedFocus(element, { busy, takesFocus })
  return (
    <form
      ref={element}
      noValidate={accepts !== undefined}
      onSubmit={(event) => {
        if (accepts && !reportInvalidField(event.currentTarget, accepts)) {
          event.preventDefault()
          return
        }
        saveFocus()
        form.onSubmit(event)
      }}
      onInput={onInput}
      aria-busy={busy}
    >
      <fieldset disabled={busy} className="space-y-5">
        <FormError text={form.error ?? error} />
        {children}
        <Button type="submit" tone="primary" size="large" busy={busy} className="w-full">
          {busy ? submitting : submit}
        </Button>
      </fieldset>
    </form>
  )
}

/** Checks the fields of a form as the browser does, and lets it report the first invalid one; true without any. */
function reportInvalidField(form: HTMLFormElement, accepts: (field: HTMLInputElement) => boolean): boolean {
  const invalid = Array.from(form.querySelectorAll('input')).find((field) => !field.checkValidity() && !accepts(field))
  return invalid?.reportValidity() ?? true
}

/** Restores the focus that a form loses while it is disabled. */
function useRetainedFocus(
  form: RefObject<HTMLFormElement | null>,
  { busy, takesFocus }: { readonly busy: boolean; readonly takesFocus: boolean },
): () => void {
  const lastFocused = useRef<Element | null>(null)
  useEffect(() => {
    if (takesFocus) form.current?.querySelector('input')?.focus()
  }, [form, takesFocus])
  useEffect(() => {
    if (!busy && document.activeElement === document.body && lastFocused.current instanceof HTMLElement)
      lastFocused.current.focus()
  }, [busy])
  return () => {
    lastFocused.current = document.activeElement
  }
}
