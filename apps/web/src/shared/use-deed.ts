import { useState } from 'react'
import { notify } from './design/notices-state.js'
import { errorMessage } from './errors/error-message.js'

interface Deed {
  /** Whether it is under way. */
  readonly busy: boolean
  /** Begins it; what it fails of is said in a notice. */
  readonly begin: (deed: () => Promise<unknown>) => void
}

/** Something a person has done by a button that waits meanwhile. */
export function useDeed(): Deed {
  const [busy, setBusy] = useState(false)
  const begin = (deed: () => Promise<unknown>): void => {
    setBusy(true)
    deed()
      .catch((error: unknown) => notify(errorMessage(error), { tone: 'problem' }))
      .finally(() => setBusy(false))
  }
  return { busy, begin }
}
