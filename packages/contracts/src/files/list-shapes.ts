import { z } from 'zod'
import { limits } from '../limits.js'

/** Sort orders of the file list (specification section 4, "File list view state"). */
export const fileSorts = ['date', 'name', 'size'] as const

/** One of `fileSorts`. */
export type FileSort = (typeof fileSorts)[number]

/** Filter and order of a file list. By default all files, newest first. */
export const FileListQuery = z.strictObject({
  /** Case-insensitive substring of the name. */
  search: z.string().max(limits.maxFileNameCharacters).optional(),
  /** Extension, with its dot. */
  type: z
    .string()
    .regex(/^\.[a-z0-9]{1,16}$/)
    .optional(),
  /** `mine`: files the account pays for; `shared`: files of others shared with it. Both by default. */
  scope: z.enum(['mine', 'shared']).optional(),
  /** Only files of this project. */
  project: z.string().max(64).optional(),
  /** Only files directly in this folder. */
  folder: z.uuid().optional(),
  /** With `folder`: `true` for the files of all folders below it as well. */
  deep: z.enum(['true', 'false']).optional(),
  /** `starred`: files that the account marked; `recent`: the last hundred that it opened, by date the last opened first. */
  collection: z.enum(['starred', 'recent']).optional(),
  /** Only the file with this URN. */
  urn: z.string().max(200).optional(),
  sort: z.enum(fileSorts).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  limit: z.coerce.number().int().min(1).max(limits.maxPageSize).optional(),
  /**
   * `Kamar-Next` header of the previous page; a cursor, so files added or removed meanwhile neither repeat nor hide a
   * row.
   */
  after: z.string().max(2000).optional(),
})
export type FileListQuery = z.infer<typeof FileListQuery>

/** Filter of a bulk operation: everything the list finds by the same criteria, except some ids. */
export const FileFilter = FileListQuery.pick({
  search: true,
  type: true,
  scope: true,
  folder: true,
  deep: true,
  collection: true,
}).extend({
  except: z.array(z.uuid()).max(limits.maxExceptedFiles).optional(),
})
export type FileFilter = z.infer<typeof FileFilter>

/** Number of files with an extension. */
export const FileTypeCount = z.object({ extension: z.string(), files: z.number() })
export type FileTypeCount = z.infer<typeof FileTypeCount>

/** Headers of a page of files: the cursor of the next page (absent on the last one) and the total number of matches. */
export const fileListHeaders = { next: 'kamar-next', total: 'kamar-total' } as const
