import { z } from 'zod'

/** A file attached to the current version of a model. */
export const AttachedFile = z.object({
  name: z.string(),
  /** Bytes. */
  size: z.number().int().nonnegative(),
  /** Whether the displayed result, or the one in progress, uses it. */
  used: z.boolean(),
  /** Number of the version from which it was inherited; null when it was attached to this one. */
  carriedFrom: z.number().int().positive().nullable(),
})
export type AttachedFile = z.infer<typeof AttachedFile>
