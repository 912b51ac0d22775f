import { z } from 'zod'
import { collaborationLimits as max } from '../collaboration-limits.js'
import { UserReference, ProjectRole } from './people-shapes.js'
import { ModelStatus } from './shapes.js'

/** Where a model stands among others: metres of the sources' own coordinates (`ModelPlacement` of the viewer). */
export const ModelPlacementShape = z.object({
  x: z.number(),
  y: z.number(),
  z: z.number(),
  rotationDegrees: z.number().min(-360).max(360),
  pivot: z.tuple([z.number(), z.number(), z.number()]),
})

/** How a model stands in a set: its place, how that was found, and whether it is drawn. */
export const ModelStance = z.object({
  placement: ModelPlacementShape,
  method: z.enum(['map', 'site', 'shared', 'hand']),
  off: z.boolean(),
  ghosted: z.boolean(),
})
export type ModelStance = z.infer<typeof ModelStance>

/** A file of a set as it is saved. */
export const ModelSetMemberForm = ModelStance.extend({
  fileId: z.string().max(64),
  /** Left out: always the newest version. */
  fixedVersion: z.number().int().positive().max(1_000_000_000).optional(),
}).strict()
export type ModelSetMemberForm = z.infer<typeof ModelSetMemberForm>

const Name = z.string().trim().min(1).max(max.viewNameCharacters)
const Members = z.array(ModelSetMemberForm).min(1).max(max.modelsPerSet)

/** A set to be saved. */
export const ModelSetForm = z.strictObject({ name: Name, members: Members })
export type ModelSetForm = z.infer<typeof ModelSetForm>

/** What of a set is to be changed; `revision` is the one that was read. */
export const ModelSetChange = z.strictObject({
  revision: z.number().int().positive(),
  name: Name.optional(),
  members: Members.optional(),
})
export type ModelSetChange = z.infer<typeof ModelSetChange>

/** A set in a list. */
export const ModelSetSummary = z.object({
  id: z.string(),
  name: z.string(),
  revision: z.number().int().positive(),
  projectId: z.string(),
  projectName: z.string(),
  personal: z.boolean(),
  /** The role of the one who asks in its project. */
  role: ProjectRole,
  createdBy: UserReference.nullable(),
  changedAt: z.iso.datetime(),
  /** Files in it. */
  models: z.number().int().nonnegative(),
  /** Some of them have a newer version than was open when the set was saved. */
  hasNewer: z.boolean(),
})
export type ModelSetSummary = z.infer<typeof ModelSetSummary>

/** A file of a set. */
export const ModelSetMember = ModelStance.extend({
  fileId: z.string(),
  /** What the file is called, which version to open; null for those who may not see it, and in the bin. */
  file: z
    .object({
      description: z.string(),
      urn: z.string(),
      status: ModelStatus,
      /** Number of the version that `urn` is. */
      version: z.number().int().positive(),
      newestVersion: z.number().int().positive(),
    })
    .nullable(),
  /** The version is chosen for ever; otherwise the newest is shown. */
  isFixed: z.boolean(),
  /** Which version was open when the set was saved. */
  seenVersion: z.number().int().positive(),
})
export type ModelSetMember = z.infer<typeof ModelSetMember>

/** A set and its files, in their order: others are aligned to the first. */
export const ModelSet = ModelSetSummary.extend({ members: z.array(ModelSetMember) })
export type ModelSet = z.infer<typeof ModelSet>
