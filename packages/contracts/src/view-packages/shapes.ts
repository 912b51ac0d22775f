import { z } from 'zod'

/** Progress of a model export; poll while it is in progress. */
export const ExportState = z.object({
  state: z.enum(['working', 'ready']),
  /** 0 to 1. */
  fraction: z.number().min(0).max(1),
  /** Bytes; null until the export is ready. */
  size: z.number().int().nonnegative().nullable(),
  /** Path of the file, fetched with the same token; null until the export is ready. */
  path: z.string().nullable(),
})
export type ExportState = z.infer<typeof ExportState>
