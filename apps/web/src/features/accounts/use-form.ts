import { ApiError } from '@kamar/contracts'
import { type FormEvent, useState } from 'react'
import { errorMessage } from '../../shared/errors/error-message.js'

export interface FormOptions {
  /** Said when there is no answer to quote. */
  readonly fallback?: string
  /** Takes a problem that ends the form; true when it did. */
  readonly onProblem?: (error: unknown) => boolean
}

/** Sends a form once at a time; the problem it met is shown until a field is edited. */
export function useForm(send: (fields: FormData) => Promise<void>, { fallback, onProblem }: FormOptions = {}) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const report = (error: unknown): void => {
    if (onProblem?.(error)) return
    setProblem(fallback !== undefined && !(error instanceof ApiError) ? fallback : errorMessage(error))
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setProblem(null)
    send(new FormData(event.currentTarget))
      .catch(report)
      .finally(() => setBusy(false))
  }
  return { busy, problem, onSubmit, onInput: () => setProblem(null) }
}
