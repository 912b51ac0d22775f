import type { Database, TranslationState } from '@kamar/database'
import type { Kysely } from 'kysely'
import { isFinal } from '../jobs/state-machine.js'

/** Something about a translation changed; the row has the rest. */
export interface TranslationEvent {
  readonly translationId: string
  readonly state: TranslationState
  /** 0 to 100; never falls while a translation is not asked for again. */
  readonly progress: number
  readonly stage: string | null
  /** Higher than before when the live manifest changed. */
  readonly manifestRevision: number
  /** Somebody wants a running translation to stop. */
  readonly cancelRequested: boolean
}

/** How the parts of a deployment hear about translations: in one process directly, in a fleet by looking (`watchTranslations`). */
export interface TranslationEvents {
  publish(event: TranslationEvent): void
  /** Returns the way to stop listening. */
  subscribe(listener: (event: TranslationEvent) => void): () => void
}

/** What translation functions work on. */
export interface TranslationContext {
  readonly database: Kysely<Database>
  readonly events: TranslationEvents
}

/**
 * Events within one process. Late news is dropped: no progress below what was said before, nothing after the last word,
 * until the translation starts over (`queued` with progress 0).
 */
export function createTranslationEvents(): TranslationEvents {
  const listeners = new Set<(event: TranslationEvent) => void>()
  const latest = new Map<string, TranslationEvent>()
  return {
    publish(event) {
      const previous = latest.get(event.translationId)
      if (previous !== undefined && isStale(event, previous)) return
      if (isFinal(event.state)) latest.delete(event.translationId)
      else latest.set(event.translationId, event)
      for (const listener of listeners) listener(event)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function isStale(event: TranslationEvent, previous: TranslationEvent): boolean {
  if (isFinal(event.state) || event.state === 'queued') return false
  return event.progress < previous.progress || event.manifestRevision < previous.manifestRevision
}
