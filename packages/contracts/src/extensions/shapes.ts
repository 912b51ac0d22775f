import { z } from 'zod'
import { extensionLimits, extensionPermissions } from './permissions.js'

const Permissions = z.array(z.enum(extensionPermissions))

/** Address of a manifest: http or https, without credentials and fragment. */
export const ManifestUrl = z
  .url({ protocol: /^https?$/ })
  .max(1024)
  .refine((text) => {
    if (!URL.canParse(text)) return false
    const url = new URL(text)
    return url.username === '' && url.password === '' && url.hash === ''
  })

/** Whether all users of the deployment get an extension, or only those who install it. */
export const ExtensionAudience = z.enum(['everybody', 'on-demand'])
export type ExtensionAudience = z.infer<typeof ExtensionAudience>

const Described = z.object({
  id: z.string(),
  /** Identifier from its manifest. */
  identifier: z.string(),
  name: z.string(),
  version: z.string(),
  publisher: z.string(),
  description: z.string(),
  permissions: Permissions,
  /** Address from which it was fetched. */
  manifestUrl: z.string(),
  audience: ExtensionAudience,
})

/** An extension as a user sees it. */
export const UserExtension = z.object({
  ...Described.shape,
  /** Whether it is in the user's list: by choice, or because all users have it. */
  installed: z.boolean(),
  /** Permissions granted by the user; null before the prompt, or for a version that requests different ones. */
  granted: Permissions.nullable(),
})
export type UserExtension = z.infer<typeof UserExtension>

/** A user's decision about an extension. */
export const ExtensionChoice = z.strictObject({
  installed: z.boolean(),
  /** All permissions that it requests, or null to revoke them. */
  granted: Permissions.max(extensionPermissions.length).nullable(),
})
export type ExtensionChoice = z.infer<typeof ExtensionChoice>

/** An extension as an administrator sees it. */
export const AdminExtension = z.object({
  ...Described.shape,
  enabled: z.boolean(),
  integrity: z.string(),
  fetchedAt: z.iso.datetime(),
  /** Number of users who installed it by their own choice. */
  installations: z.number(),
})
export type AdminExtension = z.infer<typeof AdminExtension>

/** Allowed sources of extensions: origins (`https://extensions.example`) or single manifests. */
export const ExtensionSources = z.array(ManifestUrl).max(extensionLimits.sources)
export type ExtensionSources = z.infer<typeof ExtensionSources>

/** Data of the administrator's section "Extensions". */
export const ExtensionAdministration = z.object({ sources: z.array(z.string()), extensions: z.array(AdminExtension) })
export type ExtensionAdministration = z.infer<typeof ExtensionAdministration>

/** Changes that an administrator may make to an extension. */
export const AdminExtensionChange = z.strictObject({
  enabled: z.boolean().optional(),
  audience: ExtensionAudience.optional(),
})
export type AdminExtensionChange = z.infer<typeof AdminExtensionChange>
