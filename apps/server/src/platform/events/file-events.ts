import type { EventBus } from './event-bus.js'

/** Event of a file of a project that was created, changed or deleted; the listener looks up the rest. */
export interface FileEvent {
  readonly type: 'changed' | 'removed'
  readonly projectId: string
  readonly fileId: string
}

export type FileEvents = EventBus<FileEvent>
