import { z } from 'zod'
import { ModelStatus, FailureShape } from '../files/shapes.js'

/** Version of a file; versions are immutable, changes add a new one. */
export const FileVersion = z.object({
  /** 1 is the first version; the highest number is the current one. */
  number: z.number().int().positive(),
  /** Permanent URN of this version's view package. */
  urn: z.string(),
  created_at: z.iso.datetime(),
  /** Bytes. */
  size: z.number().int().nonnegative(),
  /** Name of the uploader; null once that account is deleted. */
  uploadedBy: z.string().nullable(),
  /** Uploader's note about the changes; often empty. */
  note: z.string(),
  status: ModelStatus,
  /** 0 to 100. */
  progress: z.number().min(0).max(100),
  failure: FailureShape.nullable(),
  isCurrent: z.boolean(),
  /** Number of the first version with the same content, unless this is the first. */
  sameAs: z.number().int().positive().nullable(),
})
export type FileVersion = z.infer<typeof FileVersion>

/** File that a URN belongs to, with all its versions, newest first. */
export const FileVersions = z.object({
  id: z.string(),
  description: z.string(),
  /** Whether the caller may add versions. */
  mayChange: z.boolean(),
  versions: z.array(FileVersion),
})
export type FileVersions = z.infer<typeof FileVersions>
