import { z } from 'zod'
import { collaborationLimits } from '../collaboration-limits.js'
import { limits } from '../limits.js'
import { ViewerToken } from './viewer-token.js'

/** A secret link to one version of a file, as those who share the file see it. The secret itself is shown once. */
export const ShareLink = z.object({
  id: z.string(),
  name: z.string(),
  /** The version it shows for ever. */
  fileVersion: z.number().int().positive(),
  urn: z.string(),
  mayDownload: z.boolean(),
  hasPassword: z.boolean(),
  /** Null: until it is revoked. */
  expiresAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  createdBy: z.string().nullable(),
  opened: z.number().int().nonnegative(),
  lastOpenedAt: z.iso.datetime().nullable(),
  /** `ended`: whoever made it may no longer share the file, or the file moved to another project. */
  state: z.enum(['active', 'expired', 'ended']),
})
export type ShareLink = z.infer<typeof ShareLink>

/** A link to be made. */
export const ShareLinkForm = z.strictObject({
  name: z.string().trim().max(collaborationLimits.linkNameCharacters).optional(),
  /** The current version when left out. */
  fileVersion: z.number().int().positive().max(1_000_000_000).optional(),
  mayDownload: z.boolean(),
  password: z.string().min(limits.minPasswordCharacters).max(limits.maxPasswordCharacters).optional(),
  expiresAt: z.iso.datetime().nullable(),
})
export type ShareLinkForm = z.infer<typeof ShareLinkForm>

/** A new link; its address is `/share#<secret>`: what stands after # reaches no server and no log. */
export const NewShareLink = z.object({ link: ShareLink, secret: z.string() })
export type NewShareLink = z.infer<typeof NewShareLink>

/** What a guest gets who opens a link: the model's name and a token that reads this one view package. */
export const OpenedLink = z.object({
  description: z.string(),
  urn: z.string(),
  fileVersion: z.number().int().positive(),
  /** When the version was uploaded. */
  created_at: z.iso.datetime(),
  /** Bytes of the original. */
  size: z.number().int().nonnegative(),
  sharedBy: z.string().nullable(),
  mayDownload: z.boolean(),
  expiresAt: z.iso.datetime().nullable(),
  /** Sent as `Authorization: Bearer`; ask again before it is over. */
  token: ViewerToken,
})
export type OpenedLink = z.infer<typeof OpenedLink>
