import { z } from 'zod'
import { isScopeWithoutCalls, protocolScopes } from '../aps/scopes.js'

/** Limits of client applications. */
export const applicationLimits = { maxNameCharacters: 80, maxApplications: 50 } as const

/** What a person types for a new application. */
export const ApplicationForm = z.strictObject({
  name: z.string().trim().min(1).max(applicationLimits.maxNameCharacters),
  scopes: z
    .array(z.union([z.enum(protocolScopes), z.string().refine(isScopeWithoutCalls)]))
    .min(1)
    .transform((scopes) => protocolScopes.filter((scope) => scopes.includes(scope))),
})
export type ApplicationForm = z.infer<typeof ApplicationForm>

/** A program that calls the translation service for an account, and what it has stored. */
export const ClientApplication = z.object({
  id: z.string(),
  clientId: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(protocolScopes)),
  createdAt: z.iso.datetime(),
  secretMadeAt: z.iso.datetime(),
  /** When it last showed its secret; null while it never has. */
  lastUsedAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  buckets: z.number(),
  objects: z.number(),
  storedBytes: z.number(),
})
export type ClientApplication = z.infer<typeof ClientApplication>

/** A secret in the one answer that has it: only its hash is kept. */
export const ClientSecret = z.object({ application: ClientApplication, secret: z.string() })
export type ClientSecret = z.infer<typeof ClientSecret>
