import { route } from '../api/route.js'
import { z } from 'zod'

const maxMessageCharacters = 4000

/** JSON routes. */
export const contactRoutes = {
  sendContact: route({
    method: 'POST',
    path: '/api/contact',
    summary: 'Leave a message for the administrator, who finds it among the requests',
    access: 'public',
    body: z.strictObject({
      name: z.string().trim().min(1).max(120),
      email: z.email().max(254),
      company: z.string().trim().max(120).optional(),
      message: z.string().trim().min(1).max(maxMessageCharacters),
    }),
    response: z.object({ done: z.literal(true) }),
  }),
} as const
