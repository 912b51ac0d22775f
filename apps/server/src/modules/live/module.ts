import { defineModule } from '../../domain/server-module.js'
import { LiveHub } from './live-hub.js'
import { addEventRoutes } from './routes.js'

/** Live events of open pages. */
export const liveModule = defineModule({
  id: 'live',
  routes: {},
  create: ({ database, domain, log }) =>
    new LiveHub({
      database,
      livingFamilies: (families) => domain.sessions.livingFamilies(families),
      onError: (error) => log.error({ err: error }, 'live event delivery failed'),
    }),
  handlers: () => ({}),
  streams: (app, { service }) => addEventRoutes(app, service),
  subscribe: ({ service }) => service.subscriptions,
  close: ({ service }) => service.close(),
})
