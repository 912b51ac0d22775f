import type { Handlers } from '../../platform/http/mount-routes.js'
import { type PreferencesServices, savePreferences } from './preferences-service.js'

export function preferencesRoutes(services: PreferencesServices): Pick<Handlers, 'savePreferences'> {
  return {
    savePreferences: ({ actor, body }) => savePreferences(services, actor, body),
  }
}
