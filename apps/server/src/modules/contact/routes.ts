import { appendAuditEvent, type Database, newId } from '@kamar/database'
import type { Kysely } from 'kysely'
import type { Handlers } from '../../platform/http/mount-routes.js'

export interface ContactServices {
  readonly database: Kysely<Database>
  /** Throws `too-many-requests` when a network sends too many messages. */
  readonly attempts: { contact(address: string): Promise<void> }
}

/** Creates the handlers: messages of visitors go to the administrator's requests. */
export function contactRoutes({ database, attempts }: ContactServices): Pick<Handlers, 'sendContact'> {
  return {
    async sendContact({ actor, body, request }) {
      await attempts.contact(request.ip)
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
      return { done: true }
    },
  }
}
