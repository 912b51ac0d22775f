import { defineModule } from '../../domain/server-module.js'
import { selectRoutes } from '../../platform/http/mount-routes.js'
import { savePreferences } from './preferences-service.js'

/** Preferences of an account. */
export const preferencesModule = defineModule({
  id: 'preferences',
  routes: selectRoutes('savePreferences'),
  create: () => null,
  handlers: ({ context }) => ({
    savePreferences: ({ actor, body }) => savePreferences(context, actor, body),
  }),
})
