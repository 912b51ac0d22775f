import { useState } from 'react'
import { notify } from './design/toasts-state.js'
import { errorMessage } from './errors/error-message.js'

interface AsyncAction {
  /** Whether it is under way. */
  readonly busy: boolean
  /** What the last one failed of, where that is said in place. */
  readonly error: string | null
  /** Begins it; what it fails of is said in a notice, or in place. */
  readonly begin: (action: () => Promise<unknown>) => void
}

/** Something a person has done by a button that waits meanwhile; a form says `inPlace` what was wrong with it. */
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
