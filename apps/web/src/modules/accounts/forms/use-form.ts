import { ApiError } from '@kamar/contracts'
import { type FormEvent, useState } from 'react'
import { errorMessage } from '../../../platform/errors/error-message.js'

export interface FormOptions {
  /** Message without a server message. */
  readonly fallback?: string
  /** Handles an error that ends the form; returns true when it did. */
  readonly onError?: (error: unknown) => boolean
}

/** Returns whether the error has a message of its own, from the server or because there was no response. */
const hasMessage = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === null || error.body !== null)

/** Submits a form, one submission at a time; shows its error until a field is edited. */
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
