import { z } from 'zod'
import { meshQualities } from '@kamar/core'
import { ModelStatus, FailureShape } from '../files/shapes.js'

/** Tessellation quality of exact solids. */
export const QualityShape = z.enum(meshQualities)

/** Translation of a version, with the companions and the quality of that time. */
export const VersionResult = z.object({
  /** 1 is the first translation of the version. */
  number: z.number().int().positive(),
  /** Permanent URN of this result; the version's own URN always refers to the result it shows. */
  urn: z.string(),
  /** When the translation was last requested. */
  asked_at: z.iso.datetime(),
  quality: QualityShape,
  /** Names of the companions used for the translation. */
  companions: z.array(z.string()),
  status: ModelStatus,
  /** 0 to 100. */
  progress: z.number().min(0).max(100),
  failure: FailureShape.nullable(),
  /** Whether the version currently shows this result. */
  isShown: z.boolean(),
})
export type VersionResult = z.infer<typeof VersionResult>

/** Translations of a version, most recently requested first. */
export const ResultHistory = z.object({
  /** Whether the caller may request another translation. */
  mayChange: z.boolean(),
  /** Available qualities; empty when the format contains no exact solids. */
  qualities: z.array(QualityShape),
  results: z.array(VersionResult),
})
export type ResultHistory = z.infer<typeof ResultHistory>
