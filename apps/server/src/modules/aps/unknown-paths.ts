import { ProtocolError, protocolPrefixServices } from '@kamar/aps'
import type { FastifyInstance } from 'fastify'
import { addProtocolErrors } from './protocol-responses.js'

/**
 * Responds to unknown APS routes with 404 in the format of APS; every other unknown URL gets the page of the
 * application.
 */
export async function handleUnknownPaths(app: FastifyInstance): Promise<void> {
  for (const [prefix, service] of protocolPrefixServices) {
    await app.register(async (scope) => {
      addProtocolErrors(scope, service)
      scope.all(`${prefix}*`, async () => {
        throw new ProtocolError(404, 'There is no such call on this server')
      })
    })
  }
}
