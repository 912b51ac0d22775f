import { Identifier } from '../api/fields.js'
import { route } from '../api/route.js'
import { collaborationLimits } from '../collaboration-limits.js'
import { Draft } from './shapes.js'

/** JSON routes. */
export const draftsRoutes = {
  getDraft: route({
    method: 'GET',
    path: '/api/auth/my-urns/:id/draft',
    summary: 'What the caller drew and measured on a file and did not save; null without any',
    access: 'user',
    parameters: Identifier,
    response: Draft.nullable(),
  }),
  saveDraft: route({
    method: 'PUT',
    path: '/api/auth/my-urns/:id/draft',
    summary: 'Replace the draft, unless the stored one was changed later; answers the one that is stored',
    access: 'user',
    parameters: Identifier,
    body: Draft,
    bodyLimitBytes: collaborationLimits.draftBytes,
    response: Draft,
  }),
} as const
