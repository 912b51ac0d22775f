import type { Handlers } from '../../http/mount-routes.js'
import { type HealthServices, readiness } from './health-service.js'

export function healthRoutes(services: HealthServices): Pick<Handlers, 'health' | 'ready'> {
  return {
    health: async () => ({ status: 'alive' }),
    async ready({ reply }) {
      const state = await readiness(services)
      if (state.status === 'not-ready') reply.code(503)
      return state
    },
  }
}
