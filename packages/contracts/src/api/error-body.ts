import { z } from 'zod'

/** Body of every error response. `reference` identifies the error in the log; it is set on 5xx only. */
export const ErrorBody = z.object({
  status: z.number(),
  code: z.string(),
  message: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  reference: z.string().optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>
