import { z } from 'zod'
import { FailureShape, ModelStatus } from './shapes.js'

/** One version of a file; versions are never changed, a new one is added instead. */
export const FileVersion = z.object({
  /** 1 is the first; the highest number is the current version. */
  number: z.number().int().positive(),
  /** Names this version's view package for ever. */
  urn: z.string(),
  created_at: z.iso.datetime(),
  /** Bytes. */
  size: z.number().int().nonnegative(),
  /** Name of who uploaded it; null once that account is deleted. */
  uploadedBy: z.string().nullable(),
  /** What its uploader says changed; often empty. */
  note: z.string(),
  status: ModelStatus,
  /** 0 to 100. */
  progress: z.number().min(0).max(100),
  failure: FailureShape.nullable(),
  isCurrent: z.boolean(),
  /** Number of the first version with the same content, when this is not the first. */
  sameAs: z.number().int().positive().nullable(),
})
export type FileVersion = z.infer<typeof FileVersion>

/** The file that a URN is a version of, with all its versions, newest first. */
export const FileVersions = z.object({
  id: z.string(),
  description: z.string(),
  /** Whether the caller may add versions. */
  mayChange: z.boolean(),
  versions: z.array(FileVersion),
})
export type FileVersions = z.infer<typeof FileVersions>
