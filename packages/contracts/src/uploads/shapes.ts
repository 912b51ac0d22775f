import { z } from 'zod'
import { FileRecord } from '../files/shapes.js'

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
