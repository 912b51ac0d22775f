import type { EventBus } from './event-bus.js'

/** A file of a project appeared, changed or went; the listener looks up the rest. */
export interface FileEvent {
  readonly type: 'changed' | 'removed'
  readonly projectId: string
  readonly fileId: string
}

export type FileEvents = EventBus<FileEvent>
