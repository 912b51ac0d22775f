import { z } from 'zod'
import type { ExportOutput } from '@kamar/core'
import { protocolRegions } from './regions.js'

/** Output types of a job in the APS protocol: exports are Kamar additions, those of other programs are never made. */
export type OutputType = 'svf' | 'svf2' | 'thumbnail' | ExportOutput | 'step' | 'iges' | 'ifc' | 'dwg' | 'fbx'

/** Upper limits of the protocol. */
const maxWorkflowCharacters = 36
const maxAttributeBytes = 1024
const maxReferences = 200
const maxObjects = 10_000
const urnText = z.string().min(1).max(4096)
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])

/** Objects that an OBJ or STL is made of: those of a view, by its guid; -1 for all. */
const ObjectChoice = z.looseObject({
  modelGuid: z.string().max(64).optional(),
  objectIds: z.array(z.int().min(-1)).min(1).max(maxObjects).optional(),
})

const OutputFormat = z.looseObject({
  type: z.string().transform((text) => text.toLowerCase()),
  views: z.array(z.enum(['2d', '3d'])).optional(),
  advanced: ObjectChoice.optional(),
})

/** Client-defined object, stored and returned with events. */
const Attribute = z
  .looseObject({})
  .refine((value) => new TextEncoder().encode(JSON.stringify(value)).length <= maxAttributeBytes, 'at most 1 KB')

/** Body of `POST …/designdata/job`. Format options without effect here are accepted and ignored. */
export const JobRequest = z.object({
  input: z.object({
    urn: urnText,
    compressedUrn: flag.default(false),
    rootFilename: z.string().max(1024).optional(),
    checkReferences: flag.default(false),
  }),
  output: z.object({
    destination: z.object({ region: z.string().optional() }).optional(),
    formats: z.array(OutputFormat).min(1).max(20),
  }),
  misc: z
    .object({
      workflow: z
        .string()
        .max(maxWorkflowCharacters)
        .regex(/^[\w.-]+$/)
        .optional(),
      workflowAttribute: Attribute.optional(),
    })
    .optional(),
})
export type JobRequest = z.infer<typeof JobRequest>

/** Body of `POST …/designdata/:urn/references`. */
export const ReferencesRequest = z.object({
  urn: urnText.optional(),
  region: z.enum(protocolRegions).optional(),
  filename: z.string().max(1024).optional(),
  references: z
    .array(
      z.looseObject({
        urn: urnText,
        filename: z.string().max(1024).optional(),
        relativePath: z.string().max(1024).optional(),
      }),
    )
    .min(1)
    .max(maxReferences),
})
export type ReferencesRequest = z.infer<typeof ReferencesRequest>
