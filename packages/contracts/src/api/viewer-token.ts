import { z } from 'zod'

/** The cloud token of the specification (kept under `forge_token` in the browser): read-only and short. */
export const ViewerToken = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number(),
})
export type ViewerToken = z.infer<typeof ViewerToken>
