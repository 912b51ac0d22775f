import { route } from '../api/route.js'
import { Health, ReadinessResponse } from './shapes.js'

/** JSON routes. */
export const healthRoutes = {
  health: route({
    method: 'GET',
    path: '/api/health',
    summary: 'Whether the process lives',
    access: 'public',
    response: Health,
  }),
  ready: route({
    method: 'GET',
    path: '/api/ready',
    summary: 'Whether everything the service needs answers, 503 when not; administrators are told what',
    access: 'public',
    response: ReadinessResponse,
  }),
} as const
