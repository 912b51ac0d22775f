import { z } from 'zod'
import { extensionPermissions } from './permissions.js'

const Line = z.string().trim().min(1).max(80)

/** Manifest of an extension: `manifest.json` next to its code. Unknown members are ignored. */
export const ExtensionManifest = z.object({
  /** Lower-case reverse domain name: `com.example.paint`. */
  id: z
    .string()
    .max(80)
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/),
  name: Line,
  version: z
    .string()
    .max(40)
    .regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/),
  publisher: Line,
  description: z.string().trim().max(300).default(''),
  permissions: z
    .array(z.enum(extensionPermissions))
    .max(extensionPermissions.length)
    .refine((list) => new Set(list).size === list.length),
  /** URL of the module, relative to the manifest; it must have the same origin. */
  entry: z.string().min(1).max(1024),
  /** SHA-384 of the module, in the format of `integrity` attributes. */
  integrity: z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/),
})
export type ExtensionManifest = z.infer<typeof ExtensionManifest>
