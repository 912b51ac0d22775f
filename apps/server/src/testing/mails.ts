import type { MailTemplate } from '@kamar/contracts'
import type { TestServer } from './test-server.js'

/** Drains the outbox and returns the newest stored mail to a recipient; null when there is none. */
export async function findMail(
  { runJobs, services }: TestServer,
  recipient: string,
  template?: MailTemplate,
): Promise<{ readonly subject: string; readonly text: string; readonly html: string } | null> {
  await runJobs('mail.delivery')
  const row = await services.database
    .selectFrom('outbox_mail')
    .select(['subject', 'body_text', 'body_html'])
    .where('recipient', '=', recipient)
    .$if(template !== undefined, (query) => query.where('template', '=', template as MailTemplate))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row ? { subject: row.subject ?? '', text: row.body_text ?? '', html: row.body_html ?? '' } : null
}

/** Returns the secret of the link in a mail's text. */
export function codeIn(text: string | undefined): string {
  return decodeURIComponent(/#code=([\w%.-]+)/.exec(text ?? '')?.[1] ?? '')
}

/** Returns the secret of the newest link mailed to a recipient. */
export async function mailedCode(server: TestServer, recipient: string, template?: MailTemplate): Promise<string> {
  return codeIn((await findMail(server, recipient, template))?.text)
}
