import { z } from 'zod'

/** Cloud token of the specification (stored under `forge_token` in the browser): read-only and short-lived. */
export const ViewerToken = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number(),
})
export type ViewerToken = z.infer<typeof ViewerToken>
