import { collaborationLimits as max } from '../collaboration-limits.js'
import { z } from 'zod'
import { ProjectRole, UserReference } from '../projects/shapes.js'
import { ModelStatus } from '../files/shapes.js'

/**
 * Placement of a model relative to others, in metres of the sources' own coordinates (`ModelPlacement` of the viewer).
 */
export const ModelPlacementShape = z.object({
  x: z.number(),
  y: z.number(),
  z: z.number(),
  rotationDegrees: z.number().min(-360).max(360),
  pivot: z.tuple([z.number(), z.number(), z.number()]),
})

/** Display state of a model in a set: its placement, how that was found, and whether it is visible. */
export const ModelStance = z.object({
  placement: ModelPlacementShape,
  method: z.enum(['map', 'site', 'shared', 'hand']),
  off: z.boolean(),
  ghosted: z.boolean(),
})
export type ModelStance = z.infer<typeof ModelStance>

/** File of a set in a save request. */
export const ModelSetMemberForm = ModelStance.extend({
  fileId: z.string().max(64),
  /** Omitted: always the newest version. */
  fixedVersion: z.number().int().positive().max(1_000_000_000).optional(),
}).strict()
export type ModelSetMemberForm = z.infer<typeof ModelSetMemberForm>

const Name = z.string().trim().min(1).max(max.viewNameCharacters)

const Members = z.array(ModelSetMemberForm).min(1).max(max.modelsPerSet)

/** Model set to create. */
export const ModelSetForm = z.strictObject({ name: Name, members: Members })
export type ModelSetForm = z.infer<typeof ModelSetForm>

/** Changes to a set; `revision` is the revision that was read. */
export const ModelSetChange = z.strictObject({
  revision: z.number().int().positive(),
  name: Name.optional(),
  members: Members.optional(),
})
export type ModelSetChange = z.infer<typeof ModelSetChange>

/** Set in a list. */
export const ModelSetSummary = z.object({
  id: z.string(),
  name: z.string(),
  revision: z.number().int().positive(),
  projectId: z.string(),
  projectName: z.string(),
  personal: z.boolean(),
  /** The caller's role in the set's project. */
  role: ProjectRole,
  createdBy: UserReference.nullable(),
  changedAt: z.iso.datetime(),
  /** Number of files in the set. */
  models: z.number().int().nonnegative(),
  /** True when a file has a newer version than the one open when the set was saved. */
  hasNewer: z.boolean(),
})
export type ModelSetSummary = z.infer<typeof ModelSetSummary>

/** File of a set. */
export const ModelSetMember = ModelStance.extend({
  fileId: z.string(),
  /** Name of the file and the version to open; null when the caller may not see the file or it is in the bin. */
  file: z
    .object({
      description: z.string(),
      urn: z.string(),
      status: ModelStatus,
      /** Version number that `urn` refers to. */
      version: z.number().int().positive(),
      newestVersion: z.number().int().positive(),
    })
    .nullable(),
  /** True when the set is pinned to this version; otherwise the newest is shown. */
  isFixed: z.boolean(),
  /** Version that was open when the set was saved. */
  seenVersion: z.number().int().positive(),
})
export type ModelSetMember = z.infer<typeof ModelSetMember>

/** Set with its files in order; all others are aligned to the first. */
export const ModelSet = ModelSetSummary.extend({ members: z.array(ModelSetMember) })
export type ModelSet = z.infer<typeof ModelSet>
