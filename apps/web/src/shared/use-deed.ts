import { useState } from 'react'
import { notify } from './design/notices-state.js'
import { errorMessage } from './errors/error-message.js'

interface Deed {
  /** Whether it is under way. */
  readonly busy: boolean
  /** What the last one failed of, where that is said in place. */
  readonly problem: string | null
  /** Begins it; what it fails of is said in a notice, or in place. */
  readonly begin: (deed: () => Promise<unknown>) => void
}

/** Something a person has done by a button that waits meanwhile; a form says `inPlace` what was wrong with it. */
export function useDeed({ inPlace = false }: { readonly inPlace?: boolean } = {}): Deed {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const fail = (error: unknown): void => {
    const text = errorMessage(error)
    if (inPlace) setProblem(text)
    else notify(text, { tone: 'problem' })
  }
  const begin = (deed: () => Promise<unknown>): void => {
    setBusy(true)
    setProblem(null)
    deed()
      .catch(fail)
      .finally(() => setBusy(false))
  }
  return { busy, problem, begin }
}
