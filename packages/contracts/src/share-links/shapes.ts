import { z } from 'zod'
import { collaborationLimits } from '../collaboration-limits.js'
import { limits } from '../limits.js'
import { LinkedView } from '../topics/viewpoint-shapes.js'
import { ViewerToken } from '../accounts/viewer-token-shapes.js'

/** Secret link to a file, as members who may share the file see it. The secret itself is shown once. */
export const ShareLink = z.object({
  id: z.string(),
  name: z.string(),
  /** Version that the link shows: the one it is fixed to, or the newest that is ready. */
  fileVersion: z.number().int().positive(),
  urn: z.string(),
  followsLatest: z.boolean(),
  /** Saved view that it opens, by its name, which is empty for one stored for this link; null for the default view. */
  view: z.string().nullable(),
  mayDownload: z.boolean(),
  hasPassword: z.boolean(),
  /** Null: valid until revoked. */
  expiresAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  createdBy: z.string().nullable(),
  opened: z.number().int().nonnegative(),
  lastOpenedAt: z.iso.datetime().nullable(),
  /** `ended`: the creator may no longer share the file, or the file moved to another project. */
  state: z.enum(['active', 'expired', 'ended']),
})
export type ShareLink = z.infer<typeof ShareLink>

/** Link to create. */
export const ShareLinkForm = z.strictObject({
  name: z.string().trim().max(collaborationLimits.linkNameCharacters).optional(),
  /** Defaults to the current version. */
  fileVersion: z.number().int().positive().max(1_000_000_000).optional(),
  /** Whether the link shows each later version, once it is ready, instead of this one. */
  followsLatest: z.boolean().optional(),
  /** View that the link opens; none by default. */
  viewId: z.string().max(64).optional(),
  mayDownload: z.boolean(),
  password: z.string().min(limits.minPasswordCharacters).max(limits.maxPasswordCharacters).optional(),
  expiresAt: z.iso.datetime().nullable(),
})
export type ShareLinkForm = z.infer<typeof ShareLinkForm>

/** New link; its address is `/share#<secret>`, because the fragment reaches neither server nor log. */
export const NewShareLink = z.object({ link: ShareLink, secret: z.string() })
export type NewShareLink = z.infer<typeof NewShareLink>

/** Version that a link shows. */
export const LinkedVersion = z.object({
  urn: z.string(),
  fileVersion: z.number().int().positive(),
})
export type LinkedVersion = z.infer<typeof LinkedVersion>

/** Response to a guest who opens a link: the model's name and a token that reads this one view package. */
export const OpenedLink = LinkedVersion.extend({
  description: z.string(),
  /** Upload time of the version. */
  created_at: z.iso.datetime(),
  /** Whether the link shows a later version once that is ready. */
  followsLatest: z.boolean(),
  /** Size of the original file in bytes. */
  size: z.number().int().nonnegative(),
  sharedBy: z.string().nullable(),
  mayDownload: z.boolean(),
  expiresAt: z.iso.datetime().nullable(),
  /** What the link opens; null for the default view. */
  view: LinkedView.nullable(),
  /** Sent as `Authorization: Bearer`; renew it before it expires. */
  token: ViewerToken,
})
export type OpenedLink = z.infer<typeof OpenedLink>
