import { preferencesRoutes } from '@kamar/contracts'
import { defineModule } from '../../domain/server-module.js'
import { savePreferences } from './preferences-service.js'

/** Preferences of an account. */
export const preferencesModule = defineModule({
  id: 'preferences',
  routes: preferencesRoutes,
  create: () => null,
  handlers: ({ context }) => ({
    savePreferences: ({ actor, body }) => savePreferences(context, actor, body),
  }),
})
