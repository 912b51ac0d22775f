import { healthRoutes } from '@kamar/contracts'
import { defineModule } from '../../domain/server-module.js'
import { can } from '../../platform/authorization/permissions.js'
import { readiness } from './health-service.js'

/** Probes of the deployment. */
export const healthModule = defineModule({
  id: 'health',
  routes: healthRoutes,
  create: () => null,
  handlers: ({ context }) => ({
    health: async () => ({ status: 'alive' }) as const,
    async ready({ actor, reply, request }) {
      const state = await readiness(context)
      const { status, checks } = state
      if (status === 'not-ready') {
        request.log.warn({ checks }, 'readiness check failed')
        reply.code(503)
      }
      return can(actor, 'call:admin') ? state : { status }
    },
  }),
  ready: async ({ context }) => (await readiness(context)).status === 'ready',
})
