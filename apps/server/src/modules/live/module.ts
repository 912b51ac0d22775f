import { defineModule } from '../../domain/server-module.js'
import { LiveHub } from './live-hub.js'
import { addEventRoutes } from './routes.js'

/** Maximum time by which a connection may outlive its sign-in. */
const signedOutMilliseconds = 1000

/** Live events of open pages. */
export const liveModule = defineModule({
  id: 'live',
  routes: {},
  create: (context) => new LiveHub(context),
  handlers: () => ({}),
  streams: (app, { service }) => addEventRoutes(app, service),
  subscribe: ({ service }) => service.subscriptions,
  jobs: ({ service }) => [{ id: 'live.signed-out', every: signedOutMilliseconds, run: () => service.endSignedOut() }],
  close: ({ service }) => service.close(),
})
