import type { Handlers } from '../../platform/http/mount-routes.js'
import { can } from '../../platform/authorization/permissions.js'
import { type HealthServices, readiness } from './health-service.js'

export function healthRoutes(services: HealthServices): Pick<Handlers, 'health' | 'ready'> {
  return {
    health: async () => ({ status: 'alive' }),
    async ready({ actor, reply, request }) {
      const state = await readiness(services)
      const { status, checks } = state
      if (status === 'not-ready') {
        request.log.warn({ checks }, 'readiness check failed')
        reply.code(503)
      }
      return can(actor, 'call:admin') ? state : { status }
    },
  }
}
