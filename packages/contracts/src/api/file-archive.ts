import { z } from 'zod'
import { limits } from '../limits.js'
import { FileFilter } from './file-list.js'

/** Files that are downloaded as one ZIP archive: by their ids, or everything that a filter finds. */
export const FileArchiveForm = z
  .strictObject({
    ids: z.array(z.uuid()).min(1).max(limits.maxArchivedFiles).optional(),
    filter: FileFilter.optional(),
  })
  .refine(({ filter, ids }) => (filter === undefined) !== (ids === undefined))
export type FileArchiveForm = z.infer<typeof FileArchiveForm>

/** What the archive would hold. */
export const FileArchivePlan = z.object({
  ids: z.array(z.string()),
  /** Of the files together; the archive is a little larger. */
  sizeBytes: z.number(),
})
export type FileArchivePlan = z.infer<typeof FileArchivePlan>
