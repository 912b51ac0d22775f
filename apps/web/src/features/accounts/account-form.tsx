import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Button } from '../../shared/design/button.js'
import { FormProblem } from '../../shared/design/form-problem.js'
import type { useForm } from './use-form.js'

interface AccountFormProps {
  readonly form: ReturnType<typeof useForm>
  /** Shown above the fields when the form itself has met no problem. */
  readonly problem?: string | null
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
  problem = null,
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
  const keepPlace = useKeptFocus(element, { busy, takesFocus })
  return (
    <form
      ref={element}
      onSubmit={(event) => {
        keepPlace()
        form.onSubmit(event)
      }}
      onInput={onInput}
      aria-busy={busy}
    >
      <fieldset disabled={busy} className="space-y-5">
        <FormProblem text={form.problem ?? problem} />
        {children}
        <Button type="submit" tone="primary" size="large" busy={busy} className="w-full">
          {busy ? submitting : submit}
        </Button>
      </fieldset>
    </form>
  )
}

/** A closed form loses the keyboard's place; when it opens again, it is where it was. */
function useKeptFocus(
  form: RefObject<HTMLFormElement | null>,
  { busy, takesFocus }: { readonly busy: boolean; readonly takesFocus: boolean },
): () => void {
  const place = useRef<Element | null>(null)
  useEffect(() => {
    if (takesFocus) form.current?.querySelector('input')?.focus()
  }, [form, takesFocus])
  useEffect(() => {
    if (!busy && document.activeElement === document.body && place.current instanceof HTMLElement) place.current.focus()
  }, [busy])
  return () => {
    place.current = document.activeElement
  }
}
