import { ApiError } from '@kamar/contracts'
import { type FormEvent, useState } from 'react'
import { errorMessage } from '../../shared/errors/error-message.js'

export interface FormOptions {
  /** Said when there is no answer to quote. */
  readonly fallback?: string
  /** Takes a problem that ends the form; true when it did. */
  readonly onError?: (error: unknown) => boolean
}

/** Whether the server said something of its own, or there was no server to say it. */
const hasMessage = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === null || error.body !== null)

/** Sends a form once at a time; the problem it met is shown until a field is edited. */
export function useForm(send: (fields: FormData) => Promise<void>, { fallback, onError }: FormOptions = {}) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const report = (error: unknown): void => {
    if (onError?.(error)) return
    setError(fallback === undefined || hasMessage(error) ? errorMessage(error) : fallback)
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setError(null)
    send(new FormData(event.currentTarget))
      .catch(report)
      .finally(() => setBusy(false))
  }
  return { busy, error, onSubmit, onInput: () => setError(null) }
}
