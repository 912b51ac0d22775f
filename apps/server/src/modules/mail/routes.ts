import type { Database } from '@kamar/database'
import type { AuditAction } from '@kamar/contracts'
import { appendAuditEvent } from '@kamar/database'
import type { Kysely } from 'kysely'
import type { Handlers } from '../../platform/http/mount-routes.js'
import type { MailWorker } from './mail-worker.js'
import { listMails, readMail, requeueMail } from './outbox-store.js'

/**
 * Creates the handlers of the administrator's outbox. Reading a text that may hold a link into an account is recorded.
 */
export function outboxRoutes({
  configured,
  database,
  worker,
}: {
  readonly configured: boolean
  readonly database: Kysely<Database>
  readonly worker: MailWorker
}): Pick<Handlers, 'listOutbox' | 'readOutboxMail' | 'sendOutboxMail'> {
  const record = (actor: string, action: AuditAction, subject: string): Promise<void> =>
    database.transaction().execute((transaction) => appendAuditEvent(transaction, { actor, action, subject }))
  return {
    listOutbox: async ({ query }) => ({ ...(await listMails(database, query)), configured }),
    async readOutboxMail({ actor, parameters }) {
      const mail = await readMail(database, parameters.id)
      await record(actor.accountId, 'mail.read', mail.id)
      return mail
    },
    async sendOutboxMail({ actor, parameters }) {
      const mail = await requeueMail(database, parameters.id, new Date())
      await record(actor.accountId, 'mail.send', mail.id)
      worker.wake()
      return mail
    },
  }
}
