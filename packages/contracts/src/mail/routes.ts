import { route } from '../api/route.js'
import { z } from 'zod'
import { MailState, OutboxMail, OutboxMailContent } from '../accounts/shapes.js'
import { Identifier } from '../api/fields.js'

/** JSON routes. */
export const mailRoutes = {
  listOutbox: route({
    method: 'GET',
    path: '/api/admin/outbox',
    summary: 'Mails of this server, newest first, 50 a page',
    access: 'admin',
    query: z.strictObject({
      page: z.coerce.number().int().min(0).max(100_000).default(0),
      state: MailState.optional(),
    }),
    response: z.object({ mails: z.array(OutboxMail), total: z.number(), configured: z.boolean() }),
  }),
  readOutboxMail: route({
    method: 'GET',
    path: '/api/admin/outbox/:id',
    summary: 'One mail with its text',
    access: 'admin',
    parameters: Identifier,
    response: OutboxMailContent,
  }),
  sendOutboxMail: route({
    method: 'POST',
    path: '/api/admin/outbox/:id/send',
    summary: 'Try to send a mail again that was kept or has failed',
    access: 'admin',
    parameters: Identifier,
    response: OutboxMail,
  }),
} as const
