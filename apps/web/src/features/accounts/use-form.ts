import { type FormEvent, useState } from 'react'
import { errorMessage } from '../../shared/errors/error-message.js'

/** Sends a form once at a time; the problem it met is shown until a field is edited. */
export function useForm(send: (fields: FormData) => Promise<void>) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setProblem(null)
    send(new FormData(event.currentTarget))
      .catch((error: unknown) => setProblem(errorMessage(error)))
      .finally(() => setBusy(false))
  }
  return { busy, problem, onSubmit, onInput: () => setProblem(null) }
}

/** A field's text; '' when the form has no such field. */
export function fieldText(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}
