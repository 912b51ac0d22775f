import { z } from 'zod'

/** A file that is attached to the current version of a model. */
export const AttachedFile = z.object({
  name: z.string(),
  /** Bytes. */
  size: z.number().int().nonnegative(),
  /** Whether the result that is shown, or the one that is being made, is made with it. */
  used: z.boolean(),
  /** Number of the version it was taken over from; null when it was attached to this one. */
  carriedFrom: z.number().int().positive().nullable(),
})
export type AttachedFile = z.infer<typeof AttachedFile>
