import { z } from 'zod'
import { FileRecord } from '../files/shapes.js'

/** Request for more storage, as the account sees it. */
export const UpgradeRequest = z.object({
  id: z.string(),
  state: z.enum(['open', 'granted', 'declined']),
  requestedAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
})
export type UpgradeRequest = z.infer<typeof UpgradeRequest>

/** Storage use of an account's plan. Sizes in bytes; files in the bin count until they are purged. */
export const StorageUse = z.object({
  plan: z.object({ name: z.string(), quotaBytes: z.number() }),
  usedBytes: z.number(),
  /** Models by extension, largest first, including the bin. */
  types: z.array(z.object({ extension: z.string(), bytes: z.number(), files: z.number() })),
  /** Textures, other companions and everything else that is not a model. */
  otherBytes: z.number(),
  bin: z.object({ bytes: z.number(), files: z.number() }),
  /** Incomplete uploads of the account. Their announced sizes are reserved in the paying plan. */
  unfinished: z.object({ bytes: z.number(), uploads: z.number() }),
  /** The ten largest files outside the bin. */
  largest: z.array(FileRecord),
  /** The newest request; null when there was none. */
  upgrade: UpgradeRequest.nullable(),
})
export type StorageUse = z.infer<typeof StorageUse>
