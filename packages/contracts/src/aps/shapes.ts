import { z } from 'zod'
import { isScopeWithoutCalls, protocolScopes } from './scopes.js'

/** Limits of client applications. */
export const applicationLimits = { maxNameCharacters: 80, maxApplications: 50 } as const

/** Form of a new application. */
export const ApplicationForm = z.strictObject({
  name: z.string().trim().min(1).max(applicationLimits.maxNameCharacters),
  scopes: z
    .array(z.union([z.enum(protocolScopes), z.string().refine(isScopeWithoutCalls)]))
    .min(1)
    .transform((scopes) => protocolScopes.filter((scope) => scopes.includes(scope))),
})
export type ApplicationForm = z.infer<typeof ApplicationForm>

/** A program that uses the translation service for an account, and the amount of its stored data. */
export const ClientApplication = z.object({
  id: z.string(),
  clientId: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(protocolScopes)),
  createdAt: z.iso.datetime(),
  secretMadeAt: z.iso.datetime(),
  /** Last authentication with its secret; null without any. */
  lastUsedAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  buckets: z.number(),
  objects: z.number(),
  storedBytes: z.number(),
})
export type ClientApplication = z.infer<typeof ClientApplication>

/** A secret, in the only response that contains it: the server stores only its hash. */
export const ClientSecret = z.object({ application: ClientApplication, secret: z.string() })
export type ClientSecret = z.infer<typeof ClientSecret>
