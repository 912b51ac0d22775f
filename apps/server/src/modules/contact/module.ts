import { contactRoutes } from '@kamar/contracts'
import { appendAuditEvent, newId } from '@kamar/database'
import { defineModule, done } from '../../domain/server-module.js'

/** Messages of visitors; they go to the administrator's requests. */
export const contactModule = defineModule({
  id: 'contact',
  routes: contactRoutes,
  create: () => null,
  handlers: ({ context: { database, domain } }) => ({
    async sendContact({ actor, body, request }) {
      await domain.attempts.contact(request.ip)
      const id = newId()
      const account = actor.kind === 'account' ? actor.accountId : null
      const message = body.company ? `${body.company}\n\n${body.message}` : body.message
      await database.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('service_request')
          .values({ id, kind: 'contact', account_id: account, name: body.name, email: body.email, message })
          .execute()
        await appendAuditEvent(transaction, { actor: account, action: 'contact.send', subject: id })
      })
      return done
    },
  }),
})
