import { z } from 'zod'
import { limits } from '../limits.js'
import { FileFilter } from './list-shapes.js'

/** Selection of files to download as one ZIP archive: by ids, or everything a filter matches. */
export const FileArchiveForm = z
  .strictObject({
    ids: z.array(z.uuid()).min(1).max(limits.maxArchivedFiles).optional(),
    filter: FileFilter.optional(),
  })
  .refine(({ filter, ids }) => (filter === undefined) !== (ids === undefined))
export type FileArchiveForm = z.infer<typeof FileArchiveForm>

/** Contents of the archive before it is made. */
export const FileArchivePlan = z.object({
  ids: z.array(z.string()),
  /** Total size of the files; the archive is slightly larger. */
  sizeBytes: z.number(),
})
export type FileArchivePlan = z.infer<typeof FileArchivePlan>
