import { route } from '../api/route.js'
import { StorageUse, UpgradeRequest } from './shapes.js'
import { z } from 'zod'
import { limits } from '../limits.js'

/** JSON routes. */
export const storageRoutes = {
  storage: route({
    method: 'GET',
    path: '/api/auth/storage',
    summary: 'What the account’s plan is used for',
    access: 'user',
    response: StorageUse,
  }),
  requestUpgrade: route({
    method: 'POST',
    path: '/api/auth/storage/upgrade',
    summary: 'Ask the administrator for more room; one open request at a time',
    access: 'user',
    body: z.strictObject({ message: z.string().trim().max(limits.maxBiographyCharacters).optional() }),
    response: UpgradeRequest,
  }),
} as const
