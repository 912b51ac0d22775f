import type { LiveEvent } from '@kamar/contracts'
import { createTranslationEvents, type TranslationEvent } from '@kamar/translation'
import { type Channels, createChannel } from './event-bus.js'

/** File that was created or changed; the listener looks up the rest. */
export interface FileChange {
  readonly type: 'changed'
  readonly fileId: string
}

/** File that was deleted or moved. */
export interface FileRemoval {
  readonly type: 'removed'
  readonly fileId: string
  /** Area where it was. */
  readonly areaId: string
}

/** Event for open pages, and its recipients. */
export interface AddressedLiveEvent {
  /** Accounts by id, or all that see a file or anything in a project. */
  readonly to: { readonly accountIds: readonly string[] } | { readonly fileId: string } | { readonly projectId: string }
  readonly event: LiveEvent
}

/** All events of the server, by name. */
export interface ServerEvents {
  readonly translation: TranslationEvent
  readonly file: FileChange | FileRemoval
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
