import { z } from 'zod'

/** Example model that everyone may open (specification section 3). */
export const SampleModel = z.object({ name: z.string(), description: z.string(), urn: z.string() })
export type SampleModel = z.infer<typeof SampleModel>
