import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Button } from '../../shared/design/button.js'
import { FormError } from '../../shared/design/form-error.js'
import type { useForm } from './use-form.js'

interface AccountFormProps {
  readonly form: ReturnType<typeof useForm>
  /** Shown above the fields when the form itself has met no problem. */
  readonly error?: string | null
  readonly submit: string
  readonly submitting: string
  readonly onEdit?: () => void
  /** Something else is awaited that the form is closed for. */
  readonly waiting?: boolean
  /** Comes after another step on the same page: the keyboard goes on here. */
  readonly takesFocus?: boolean
  readonly children: ReactNode
}

/** Fields, what went wrong with them, and one button; closed while the answer is awaited. */
export function AccountForm({
  form,
  error = null,
  submit,
  submitting,
  onEdit,
  waiting = false,
  takesFocus = false,
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
      onSubmit={(event) => {
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

/** A closed form loses the keyboard's place; when it opens again, it is where it was. */
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
