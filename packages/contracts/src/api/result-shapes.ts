import { z } from 'zod'
import { meshQualities } from '../mesh-quality.js'
import { FailureShape, ModelStatus } from './shapes.js'

/** How closely exact solids are meshed. */
export const QualityShape = z.enum(meshQualities)

/** One translation of a version: with what was attached then, in the quality asked for then. */
export const VersionResult = z.object({
  /** 1 is the first that was made of the version. */
  number: z.number().int().positive(),
  /** Names this result for ever; the version's own URN always names the one it shows. */
  urn: z.string(),
  /** When it was last asked for. */
  asked_at: z.iso.datetime(),
  quality: QualityShape,
  /** Names of the attached files it was made with. */
  companions: z.array(z.string()),
  status: ModelStatus,
  /** 0 to 100. */
  progress: z.number().min(0).max(100),
  failure: FailureShape.nullable(),
  /** Whether the version shows this one. */
  isShown: z.boolean(),
})
export type VersionResult = z.infer<typeof VersionResult>

/** What was made of a version so far, last asked for first. */
export const ResultHistory = z.object({
  /** Whether the caller may have it translated again. */
  mayChange: z.boolean(),
  /** Qualities to choose from; none where the format holds no exact solids. */
  qualities: z.array(QualityShape),
  results: z.array(VersionResult),
})
export type ResultHistory = z.infer<typeof ResultHistory>
