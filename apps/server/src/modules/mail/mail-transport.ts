import type { MailServer } from '../../platform/configuration/configuration.js'
import type { RenderedMail } from './render-mail.js'

export interface Envelope extends RenderedMail {
  /** The same for every attempt, so that duplicates can be recognised. */
  readonly id: string
  readonly recipient: string
  /** Host of the site, the right side of the message's id. */
  readonly host: string
}

export interface MailTransport {
  /** Sends a mail. Rejects with `MailRefusedError` for permanent errors, with anything else for retryable ones. */
  send(envelope: Envelope): Promise<void>
  close(): void
}

/** Error for a mail that the mail server refuses permanently. */
export class MailRefusedError extends Error {
  constructor(reason: string, options?: { cause?: unknown }) {
    super(reason, options)
    this.name = 'MailRefusedError'
  }
}

const timeoutMilliseconds = 20_000

/**
 * Creates an SMTP transport with nodemailer; without TLS only where the URL says `smtp:` and the server offers none.
 */
export function createMailTransport({ from, url }: MailServer): MailTransport {
  let openedTransport: ReturnType<typeof openTransport> | undefined
  const transport = () => (openedTransport ??= openTransport(url))
  return {
    async send({ html, host, id, recipient, subject, text }) {
      try {
        const transporter = await transport()
        await transporter.sendMail({
          from,
          to: { name: '', address: recipient },
          subject,
          text,
          html,
          messageId: `<${id}@${host}>`,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        })
      } catch (error) {
        throw isFinal(error) ? new MailRefusedError((error as Error).message, { cause: error }) : error
      }
    },
    close: () => void openedTransport?.then((transporter) => transporter.close()),
  }
}

/** Loads the library with the first mail: most processes send none. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: timeoutMilliseconds,
    greetingTimeout: timeoutMilliseconds,
    socketTimeout: timeoutMilliseconds,
    // Only the server writes bodies; no content of a mail may read from disk or fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/**
 * Returns whether an error is permanent: a 5xx response about the envelope or the message. A refused password is an
 * error of the deployment, not of the mail.
 */
function isFinal(error: unknown): boolean {
  const { code, responseCode } = error as { readonly code?: unknown; readonly responseCode?: unknown }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && typeof responseCode === 'number' && responseCode >= 500
}
