import type { Viewer } from '@kamar/viewer'
import { use } from 'react'
import { SessionContext } from '../session.js'
import type { Reveal } from './use-reveal.js'

/** Provides the reveal of the session for a list; a list without a session selects alone. */
export function useRevealInList(viewer: Viewer | null): Reveal {
  const session = use(SessionContext)
  return session?.reveal ?? ((elements) => viewer?.selection.set(elements))
}
