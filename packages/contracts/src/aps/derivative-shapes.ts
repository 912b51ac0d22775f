import { z } from 'zod'
import { protocolRegions } from './regions.js'

const text = z.string()
const status = z.enum(['pending', 'inprogress', 'success', 'failed', 'timeout'])

/** Answer of `GET …/formats`: for each output the extensions it can be made of. */
export const FormatsResponse = z.object({ formats: z.record(text, z.array(text)) })

/** Answer of `POST …/job`; `created` when everything asked for is there already or under way. */
export const JobResponse = z.object({
  result: z.enum(['success', 'created']),
  urn: text,
  acceptedJobs: z.object({ output: z.looseObject({ formats: z.array(z.looseObject({ type: text })) }) }),
})

/** Answer of calls that only say that they were heard. */
export const ResultResponse = z.object({ result: z.literal('success'), urn: text.optional() })

const Message = z.object({ type: z.enum(['error', 'warning']), code: text, message: z.union([text, z.array(text)]) })

/** Answer of `GET …/manifest`. */
export const ManifestResponse = z.object({
  type: z.literal('manifest'),
  version: z.literal('1.0'),
  urn: text,
  region: z.enum(protocolRegions),
  hasThumbnail: z.enum(['true', 'false']),
  status,
  progress: text,
  derivatives: z.array(
    z.object({
      name: text,
      hasThumbnail: z.enum(['true', 'false']),
      status,
      progress: text,
      outputType: text,
      messages: z.array(Message).optional(),
      /** Views and files, nested: `urn`, `mime`, `role`, `guid`. */
      children: z.array(z.looseObject({ guid: text, type: text, role: text, status })),
    }),
  ),
})

/** Answer of `GET …/metadata`: the views of a model. */
export const ViewsResponse = z.object({
  data: z.object({
    type: z.literal('metadata'),
    metadata: z.array(
      z.object({ name: text, guid: text, role: z.enum(['2d', '3d']), isMasterView: z.boolean().optional() }),
    ),
  }),
})

const ObjectNumber = z.coerce.number().int().min(1).optional()
const Flag = z
  .string()
  .transform((value) => value.toLowerCase() === 'true')
  .optional()

/** Which part of the object tree is asked for; `forceget` lets an answer have more than 20 MB. */
export const TreeQuery = z.object({
  objectid: ObjectNumber,
  level: z.coerce.number().int().min(0).max(1000).optional(),
  forceget: Flag,
})

/** Whose properties are asked for. */
export const PropertiesQuery = z.object({ objectid: ObjectNumber, forceget: Flag })

/** Body of `POST …/properties:query`. `query` and `fields` are read by `parsePropertyQuery` and `parseFields`. */
export const PropertyQueryRequest = z.object({
  query: z.unknown(),
  fields: z.unknown(),
  payload: z.enum(['text', 'unit']).default('text'),
  pagination: z
    .object({
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1000).default(20),
    })
    .default({ offset: 0, limit: 20 }),
})

/** Size of a thumbnail: 100, 200 or 400 pixels. */
export const ThumbnailQuery = z.object({
  width: z.enum(['100', '200', '400']).optional(),
  height: z.enum(['100', '200', '400']).optional(),
})

/** How long a signed address opens a derivative, and how its answer is labelled. */
export const SignedCookiesQuery = z.object({
  'minutes-expiration': z.coerce.number().int().min(1).max(360).default(360),
  'response-content-disposition': z
    .string()
    .max(512)
    .regex(/^attachment(;[\x20-\x7e]*)?$/)
    .optional(),
})
