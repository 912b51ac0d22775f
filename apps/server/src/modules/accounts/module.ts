import { accountsRoutes } from '@kamar/contracts'
import { defineModule } from '../../domain/server-module.js'
import { createAccountServices } from './create-account-services.js'
import { addProviderRoutes } from './identity-providers/routes.js'
import { removeSpent } from './remove-spent.js'
import { accountHandlers } from './routes.js'
import { securityHandlers } from './security-routes.js'

/** Registration, sign-in, sessions, passwords and the second factor. */
export const accountsModule = defineModule({
  id: 'accounts',
  routes: accountsRoutes,
  create: createAccountServices,
  handlers: ({ context, service }) => ({
    ...accountHandlers(context, service),
    ...securityHandlers(context, service),
  }),
  streams: (app, { service }) => addProviderRoutes(app, service.providerSignIn),
  async identify({ service }, authorization) {
    const actor = await service.accounts.identify(authorization)
    return actor.kind === 'anonymous' ? null : actor
  },
  jobs: ({ context: { database, domain, now } }) => [
    { id: 'accounts.ended-sessions', every: 'hour', run: () => domain.sessions.removeEnded() },
    { id: 'accounts.spent-links', every: 'hour', run: () => removeSpent(database, now()) },
  ],
})
