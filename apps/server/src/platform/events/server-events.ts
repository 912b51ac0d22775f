import type { LiveEvent } from '@kamar/contracts'
import { createTranslationEvents, type TranslationEvent } from '@kamar/translation'
import { type Channels, createChannel } from './event-bus.js'

/** File of a project that was created, changed or deleted; the listener looks up the rest. */
export interface FileEvent {
  readonly type: 'changed' | 'removed'
  readonly projectId: string
  readonly fileId: string
}

/** Event for open pages, and its recipients. */
export interface AddressedLiveEvent {
  /** All members of a project, or accounts by id. */
  readonly to: { readonly projectId: string } | { readonly accountIds: readonly string[] }
  readonly event: LiveEvent
}

/** All events of the server, by name. */
export interface ServerEvents {
  readonly translation: TranslationEvent
  readonly file: FileEvent
  /** Id of an account that changed; the listener looks up the rest. */
  readonly account: string
  readonly live: AddressedLiveEvent
  /** Messages of other processes may have been missed; never sent to them. */
  readonly gap: null
}

export function createServerChannels(): Channels<ServerEvents> {
  return {
    translation: createTranslationEvents(),
    file: createChannel(),
    account: createChannel(),
    live: createChannel(),
    gap: createChannel(),
  }
}
