import { route } from '../api/route.js'
import { PreferencesChange } from './shapes.js'
import { AccountRecord } from '../accounts/shapes.js'

/** JSON routes. */
export const preferencesRoutes = {
  savePreferences: route({
    method: 'PATCH',
    path: '/api/auth/preferences',
    summary: 'Change preferences; other devices of the account follow by a live event',
    access: 'user',
    body: PreferencesChange,
    response: AccountRecord,
  }),
} as const
