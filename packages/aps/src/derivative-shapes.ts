import { z } from 'zod'
import { protocolRegions } from './regions.js'

const text = z.string()
const status = z.enum(['pending', 'inprogress', 'success', 'failed', 'timeout'])

/** Response of `GET …/formats`: for each output, the extensions it can be made of. */
export const FormatsResponse = z.object({ formats: z.record(text, z.array(text)) })

/** Response of `POST …/job`; `created` when everything requested exists already or is in progress. */
export const JobResponse = z.object({
  result: z.enum(['success', 'created']),
  urn: text,
  acceptedJobs: z.object({ output: z.looseObject({ formats: z.array(z.looseObject({ type: text })) }) }),
})

/** Response of routes that only acknowledge the request. */
export const ResultResponse = z.object({ result: z.literal('success'), urn: text.optional() })

const Message = z.object({ type: z.enum(['error', 'warning']), code: text, message: z.union([text, z.array(text)]) })

/** Response of `GET …/manifest`. */
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
      /** Nested views and files: `urn`, `mime`, `role`, `guid`. */
      children: z.array(z.looseObject({ guid: text, type: text, role: text, status })),
    }),
  ),
})

/** Response of `GET …/metadata`: the views of a model. */
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

/** Requested part of the object tree; `forceget` allows a response of more than 20 MB. */
export const TreeQuery = z.object({
  objectid: ObjectNumber,
  level: z.coerce.number().int().min(0).max(1000).optional(),
  forceget: Flag,
})

/** Objects whose properties are requested. */
export const PropertiesQuery = z.object({ objectid: ObjectNumber, forceget: Flag })

/** Body of `POST …/properties:query`. `parsePropertyQuery` and `parseFields` parse `query` and `fields`. */
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

/** Lifetime of a signed derivative address, and the labelling of its response. */
export const SignedCookiesQuery = z.object({
  'minutes-expiration': z.coerce.number().int().min(1).max(360).default(360),
  'response-content-disposition': z
    .string()
    .max(512)
    .regex(/^attachment(;[\x20-\x7e]*)?$/)
    .optional(),
})
