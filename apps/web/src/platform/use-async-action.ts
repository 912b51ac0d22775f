import { useState } from 'react'
import { notify } from './design/toasts-state.js'
import { errorMessage } from './errors/error-message.js'

interface AsyncAction {
  /** Whether it is in progress. */
  readonly busy: boolean
  /** Error of the last run, when errors are shown in place. */
  readonly error: string | null
  /** Runs it; shows an error in a toast, or in place. */
  readonly begin: (action: () => Promise<unknown>) => void
}

/** Provides the state of an action that a button starts and waits for; a form uses `inPlace` to show errors itself. */
export function useAsyncAction({ inPlace = false }: { readonly inPlace?: boolean } = {}): AsyncAction {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const fail = (error: unknown): void => {
    const text = errorMessage(error)
    if (inPlace) setError(text)
    else notify(text, { tone: 'problem' })
  }
  const begin = (action: () => Promise<unknown>): void => {
    setBusy(true)
    setError(null)
    action()
      .catch(fail)
      .finally(() => setBusy(false))
  }
  return { busy, error, begin }
}
