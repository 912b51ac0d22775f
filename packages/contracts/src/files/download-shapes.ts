import { z } from 'zod'
import { folderLimits } from '../folders/folder-limits.js'
import { FileFilter } from './list-shapes.js'

const Ids = z.array(z.uuid()).max(folderLimits.movedItems)

/** Files to download as one ZIP archive: by ids, whole folders, or everything that a filter matches. */
export const DownloadForm = z
  .strictObject({ ids: Ids.default([]), folderIds: Ids.default([]), filter: FileFilter.optional() })
  .refine(({ filter, folderIds, ids }) => (filter === undefined) === ids.length + folderIds.length > 0)
export type DownloadForm = z.infer<typeof DownloadForm>

/** Archive that is ready to be downloaded. */
export const Download = z.object({
  /** Address of the archive, valid once and for a minute. */
  url: z.string(),
  files: z.number().int(),
  /** Total size of the files; the archive is slightly larger. */
  sizeBytes: z.number(),
})
export type Download = z.infer<typeof Download>
