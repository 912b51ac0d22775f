import type { ReactNode } from 'react'
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
  children,
}: AccountFormProps) {
  const busy = form.busy || waiting
  const onInput = (): void => {
    form.onInput()
    onEdit?.()
  }
  return (
    <form onSubmit={form.onSubmit} onInput={onInput} aria-busy={busy}>
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
