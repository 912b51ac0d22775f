import { z } from 'zod'
import { extensionLimits, extensionPermissions } from '../extensions/permissions.js'

const Permissions = z.array(z.enum(extensionPermissions))

/** Where a manifest is: http or https, without credentials and fragment. */
export const ManifestUrl = z
  .url({ protocol: /^https?$/ })
  .max(1024)
  .refine((text) => {
    if (!URL.canParse(text)) return false
    const url = new URL(text)
    return url.username === '' && url.password === '' && url.hash === ''
  })

/** Whether all people of the deployment get an extension, or those who want it. */
export const ExtensionAudience = z.enum(['everybody', 'on-demand'])
export type ExtensionAudience = z.infer<typeof ExtensionAudience>

const Described = z.object({
  id: z.string(),
  /** Of its manifest. */
  identifier: z.string(),
  name: z.string(),
  version: z.string(),
  publisher: z.string(),
  description: z.string(),
  permissions: Permissions,
  /** Where it was fetched from. */
  manifestUrl: z.string(),
  audience: ExtensionAudience,
})

/** An extension as a person sees it. */
export const UserExtension = z.object({
  ...Described.shape,
  /** Whether it is in the person's list: by choice, or because everybody has it. */
  installed: z.boolean(),
  /** What the person lets it do; null while it was not asked, or for a version that wants something else. */
  granted: Permissions.nullable(),
})
export type UserExtension = z.infer<typeof UserExtension>

/** What a person decides about an extension. */
export const ExtensionChoice = z.strictObject({
  installed: z.boolean(),
  /** All that it asks for, or null to take it back. */
  granted: Permissions.max(extensionPermissions.length).nullable(),
})
export type ExtensionChoice = z.infer<typeof ExtensionChoice>

/** An extension as an administrator sees it. */
export const AdminExtension = z.object({
  ...Described.shape,
  enabled: z.boolean(),
  integrity: z.string(),
  fetchedAt: z.iso.datetime(),
  /** People who have it in their list by their own choice. */
  installations: z.number(),
})
export type AdminExtension = z.infer<typeof AdminExtension>

/** Where extensions may come from: origins (`https://extensions.example`) or single manifests. */
export const ExtensionSources = z.array(ManifestUrl).max(extensionLimits.sources)
export type ExtensionSources = z.infer<typeof ExtensionSources>

/** Everything of the administrator's section "Extensions". */
export const ExtensionAdministration = z.object({ sources: z.array(z.string()), extensions: z.array(AdminExtension) })
export type ExtensionAdministration = z.infer<typeof ExtensionAdministration>

/** What an administrator changes of an extension. */
export const AdminExtensionChange = z.strictObject({
  enabled: z.boolean().optional(),
  audience: ExtensionAudience.optional(),
})
export type AdminExtensionChange = z.infer<typeof AdminExtensionChange>
