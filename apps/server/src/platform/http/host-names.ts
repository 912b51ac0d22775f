import { isIP } from 'node:net'
import { AppError } from '@kamar/core'
import type { FastifyInstance } from 'fastify'

export interface HostNames {
  readonly publicUrl: URL | null
  /** Further accepted host names, in lower case. */
  readonly hostNames: readonly string[]
}

/**
 * Refuses requests for other host names: a foreign page whose name resolves here (DNS rebinding) must not access this
 * server as its own origin. IP addresses and names without a dot are accepted, because public DNS cannot point them
 * here.
 */
export function addHostGuard(app: FastifyInstance, { hostNames, publicUrl }: HostNames): void {
  const accepted = new Set([...hostNames, ...(publicUrl ? [publicUrl.hostname] : [])])
  app.addHook('onRequest', async ({ hostname }) => {
    const name = hostname.toLowerCase().replace(/\.$/, '')
    if (!accepted.has(name) && name.includes('.') && isIP(name) === 0) {
      throw new AppError('unknown-host')
    }
  })
}
