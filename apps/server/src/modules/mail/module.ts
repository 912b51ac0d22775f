import { type AuditAction, type Routes, mailRoutes } from '@kamar/contracts'
import { recordAuditEvent } from '@kamar/database'
import { defineModule } from '../../domain/server-module.js'
import type { ModuleContext } from '../../domain/module-context.js'
import type { Handlers } from '../../platform/http/mount-routes.js'
import { createMailTransport } from './mail-transport.js'
import { MailWorker } from './mail-worker.js'
import { queueStorageWarnings, queueWeeklyReports } from './periodic-mail.js'
import { listMails, readMail, requeueMail, cleanUpOutbox } from './outbox-store.js'

const pollMilliseconds = 2000

/** Outbox of the deployment: a job writes and sends its mails. */
export const mailModule = defineModule({
  id: 'mail',
  routes: mailRoutes,
  create: ({ configuration, database, log, now, origin }) =>
    new MailWorker({
      database,
      log,
      transport: configuration.mail && createMailTransport(configuration.mail),
      site: origin,
      now,
    }),
  handlers: ({ context, service }) => outboxHandlers(context, service),
  jobs: ({ context, service }) => [
    {
      id: 'mail.delivery',
      every: pollMilliseconds,
      run: (signal) => service.deliver(signal),
      watch: (wake) => service.watch(wake),
    },
    { id: 'mail.periodic', every: 'hour', run: () => queuePeriodicMail(context, service) },
  ],
})

/** Creates the handlers of the administrator's outbox. Reading a text that may hold a link into an account is recorded. */
function outboxHandlers({ configuration, database }: ModuleContext, worker: MailWorker) {
  const record = (actor: string, action: AuditAction, subject: string): Promise<void> =>
    recordAuditEvent(database, { actor, action, subject })
  return {
    listOutbox: async ({ query }) => ({
      ...(await listMails(database, query)),
      configured: configuration.mail !== null,
    }),
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
  } satisfies Partial<Handlers<Routes>>
}

async function queuePeriodicMail({ configuration, database, now }: ModuleContext, worker: MailWorker): Promise<void> {
  await cleanUpOutbox(database, now())
  await queueStorageWarnings(database, now())
  // Without a mail server the reports would never be read.
  if (configuration.mail) await queueWeeklyReports(database, now())
  worker.wake()
}
