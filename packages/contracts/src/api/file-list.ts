import { z } from 'zod'
import { limits } from '../limits.js'

/** Orders of the list of files (specification section 4, "File list view state"). */
export const fileSorts = ['date', 'name', 'size'] as const
/** One of `fileSorts`. */
export type FileSort = (typeof fileSorts)[number]

/** What of the list is asked for. Without any of it: every file, newest first. */
export const FileListQuery = z.strictObject({
  /** Case-insensitive part of the name. */
  search: z.string().max(limits.maxFileNameCharacters).optional(),
  /** An extension with its dot. */
  type: z
    .string()
    .regex(/^\.[a-z0-9]{1,16}$/)
    .optional(),
  /** `mine`: files the account pays for; `shared`: those of others that are shared with it. Both when left out. */
  scope: z.enum(['mine', 'shared']).optional(),
  /** The files of one project. */
  project: z.string().max(64).optional(),
  /** The file of one address. */
  urn: z.string().max(200).optional(),
  sort: z.enum(fileSorts).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  limit: z.coerce.number().int().min(1).max(limits.maxPageSize).optional(),
  /** The `Kamar-Next` header of the page before: files that come or go meanwhile neither repeat nor hide a row. */
  after: z.string().max(2000).optional(),
})
export type FileListQuery = z.infer<typeof FileListQuery>

/** Which files something is done to: everything the list finds by the same words, but for a few. */
export const FileFilter = FileListQuery.pick({ search: true, type: true, scope: true }).extend({
  except: z.array(z.uuid()).max(limits.maxExceptedFiles).optional(),
})
export type FileFilter = z.infer<typeof FileFilter>

/** How many files have an extension. */
export const FileTypeCount = z.object({ extension: z.string(), files: z.number() })
export type FileTypeCount = z.infer<typeof FileTypeCount>

/** Headers of a page of files: the cursor of the next page (absent on the last), and how many files match in all. */
export const fileListHeaders = { next: 'kamar-next', total: 'kamar-total' } as const
