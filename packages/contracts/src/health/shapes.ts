import { z } from 'zod'

/** Liveness: the process responds; its dependencies are not checked. */
export const Health = z.object({ status: z.literal('alive') })
export type Health = z.infer<typeof Health>

/** Readiness of one dependency of the service. */
export const ReadinessCheck = z.object({ ready: z.boolean(), detail: z.string() })

/** `isolation` is the level of the reader sandbox on this host; `off` when this process runs no worker. */
export const Readiness = z.object({
  status: z.enum(['ready', 'not-ready']),
  checks: z.object({ database: ReadinessCheck, storage: ReadinessCheck, worker: ReadinessCheck }),
  isolation: z.string(),
})
export type Readiness = z.infer<typeof Readiness>

/** Readiness response: administrators see the failed checks, everyone else only the overall result. */
export const ReadinessResponse = Readiness.partial({ checks: true, isolation: true })
