import { isIP } from 'node:net'
import { AppError } from '@kamar/contracts'
import type { FastifyInstance } from 'fastify'

export interface HostNames {
  readonly publicUrl: URL | null
  /** Further names that the server answers to, in lower case. */
  readonly hostNames: readonly string[]
}

/**
 * Refuses requests for other names: a page of a stranger whose name was made to lead here (DNS rebinding) must not speak
 * to this server as if it were its own. Addresses and names without a dot lead here in no public name service.
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
