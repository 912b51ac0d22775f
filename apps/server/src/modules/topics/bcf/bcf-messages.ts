import type { BcfFailure, BcfFileError, BcfVersion } from '@kamar/bcf'
import type { ExportedTopic } from './bcf-exported.js'
import type { ImportedTopic } from './bcf-imported.js'

/** Messages to the thread; an import is one `read` and then `next` for every topic. */
export type ToBcfThread =
  | { readonly type: 'read'; readonly archive: Uint8Array }
  | { readonly type: 'next' }
  /** Source archive of exported topics, with their guids. */
  | { readonly type: 'source'; readonly archive: Uint8Array; readonly guids: readonly string[] }
  | { readonly type: 'topic'; readonly topic: ExportedTopic }
  | { readonly type: 'write'; readonly id: string; readonly name: string; readonly version: BcfVersion }

/** Messages from the thread; each but `opened` replies to one. */
export type FromBcfThread =
  | { readonly type: 'opened'; readonly version: BcfVersion; readonly topicCount: number }
  | { readonly type: 'topic'; readonly topic: ImportedTopic | null }
  | { readonly type: 'end'; readonly errors: readonly BcfFileError[] }
  | { readonly type: 'taken' }
  | { readonly type: 'written'; readonly archive: Uint8Array }
  | { readonly type: 'failed'; readonly reason: BcfFailure | 'internal'; readonly message: string }
