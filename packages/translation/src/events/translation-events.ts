import type { Database, TranslationState } from '@kamar/database'
import type { Kysely } from 'kysely'
import { isFinal } from '../jobs/state-machine.js'

/** A change of a translation; the row has the rest. */
export interface TranslationEvent {
  readonly translationId: string
  readonly state: TranslationState
  /** 0 to 100; never falls until a translation is requested again. */
  readonly progress: number
  readonly stage: string | null
  /** Increases when the live manifest changes. */
  readonly manifestRevision: number
  /** Whether cancellation of a running translation is requested. */
  readonly cancelRequested: boolean
}

/**
 * The channel for translation events in a deployment: direct within one process, by polling in a fleet
 * (`watchTranslations`).
 */
export interface TranslationEvents {
  publish(event: TranslationEvent): void
  /** Returns the unsubscribe function. */
  subscribe(listener: (event: TranslationEvent) => void): () => void
}

/** Dependencies of translation functions. */
export interface TranslationContext {
  readonly database: Kysely<Database>
  readonly events: TranslationEvents
}

/**
 * Creates the events of one process. Late events are dropped: no progress below the last value, nothing after the final
 * event, until the translation starts over (`queued` with progress 0).
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
