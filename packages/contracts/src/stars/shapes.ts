import { z } from 'zod'
import { FolderRecord } from '../folders/shapes.js'

/** Files and folders that an account marked with a star, outside the bin. */
export const Stars = z.object({
  fileIds: z.array(z.string()),
  /** By name; the top of a project has the name of the project. */
  folders: z.array(FolderRecord),
})
export type Stars = z.infer<typeof Stars>
