import type { BcfImport } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import type { BlobStore, StoredBlob } from '@kamar/storage'
import type { Kysely } from 'kysely'
import type { ThreadLimits } from '../../../platform/threads/work-thread.js'
import type { AttachmentService } from '../attachments/attachment-service.js'
import type { TopicContext } from '../topic-access.js'

export interface BcfImportDependencies {
  readonly database: Kysely<Database>
  readonly blobs: BlobStore
  /** Re-encodes an image and attaches it to a viewpoint. */
  readonly storeSnapshot: (viewpointId: string, bytes: Buffer) => Promise<void>
  readonly attachments: AttachmentService
  readonly threadLimits?: ThreadLimits | undefined
}

/** Counts of an import in progress. */
export type Counts = { -readonly [Name in keyof BcfImport]: BcfImport[Name] }

/** State of one import, and the stored archive, from which an export takes the data that Kamar does not show. */
export interface ImportContext extends BcfImportDependencies {
  readonly topicContext: TopicContext
  readonly counts: Counts
  readonly archive: StoredBlob | null
  /** Names of the sheets of the file; null while they are unknown. */
  readonly sheetNames: ReadonlySet<string> | null
}

/** Reports an entry that was not imported. */
export type Skip = (name: string, reason: BcfImport['skipped'][number]['reason']) => void
