import type { LiveEvent } from '@kamar/contracts'
import type { EventBus } from './event-bus.js'

/** Event for open pages, and its recipients. */
export interface AddressedLiveEvent {
  /** All members of a project, or accounts by id. */
  readonly to: { readonly projectId: string } | { readonly accountIds: readonly string[] }
  readonly event: LiveEvent
}

export type LiveEvents = EventBus<AddressedLiveEvent>
