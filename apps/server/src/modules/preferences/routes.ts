import type { Handlers } from '../../platform/http/mount-routes.js'
import type { ModuleContext } from '../../domain/module-context.js'
import { savePreferences } from './preferences-service.js'

export function preferencesRoutes(services: ModuleContext): Pick<Handlers, 'savePreferences'> {
  return {
    savePreferences: ({ actor, body }) => savePreferences(services, actor, body),
  }
}
