import { z } from 'zod'
import { FileRecord } from '../files/shapes.js'
import { folderLimits } from '../folders/folder-limits.js'

/** Result of a completed upload (specification section 3), with the record of the new file. */
export const UploadResult = z.object({ fileName: z.string(), urn: z.string(), jobId: z.string(), file: FileRecord })
export type UploadResult = z.infer<typeof UploadResult>

/** Files that may be uploaded; extensions are lower case with the dot. */
export const UploadRules = z.object({
  extensions: z.array(z.string()),
  /** Further extensions that readers support; an administrator may allow them. */
  optionalExtensions: z.array(z.string()),
  /** Maximum size of a file that the caller may upload. */
  limitBytes: z.number(),
})
export type UploadRules = z.infer<typeof UploadRules>

/** Files that are to be uploaded to a folder, with their paths in it. */
export const UploadPlanForm = z.strictObject({
  folderId: z.string().max(64),
  entries: z
    .array(
      z.strictObject({
        /** Names of folders and file, separated by `/` or `\\`, as the browser or an archive names them. */
        path: z.string().max(4_096),
        sizeBytes: z.number().int().min(0),
        /** Time of the last change on the device. */
        modifiedAt: z.iso.datetime(),
      }),
    )
    .min(1)
    .max(folderLimits.plannedUploads),
})
export type UploadPlanForm = z.infer<typeof UploadPlanForm>

/** What would become of a file. */
export const PlannedUpload = z.object({
  /** Folders below the target, with the names that they will have. */
  folders: z.array(z.string()),
  name: z.string(),
  /** Whether a name was changed: it is not allowed, or a file before it has the same one. */
  isRenamed: z.boolean(),
  /** Why it cannot be uploaded. */
  refusal: z
    .object({ code: z.string(), parameters: z.record(z.string(), z.union([z.string(), z.number()])) })
    .nullable(),
  /** File that has the name already; `isSame` if its size and time of change are equal too. */
  existing: z.object({ fileId: z.string(), isSame: z.boolean() }).nullable(),
})
export type PlannedUpload = z.infer<typeof PlannedUpload>

/** Plan of an upload; nothing is changed by it. */
export const UploadPlan = z.object({
  /** In the order of the request. */
  entries: z.array(PlannedUpload),
  /** Free bytes of the project and of the account that pays for it. */
  freeBytes: z.number(),
})
export type UploadPlan = z.infer<typeof UploadPlan>
