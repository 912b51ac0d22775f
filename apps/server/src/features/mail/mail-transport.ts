import type { RenderedMail } from './render-mail.js'

/** How this deployment reaches a mail server. */
export interface MailServer {
  /** `smtp://` or `smtps://`, with user and password where the server wants them. */
  readonly url: string
  /** `Kamar <kamar@kamar.example>`. */
  readonly from: string
}

export interface Envelope extends RenderedMail {
  /** The same for every try, so that a mail that arrives twice can be known as one. */
  readonly id: string
  readonly recipient: string
  /** Host of the site, the right side of the message's id. */
  readonly host: string
}

export interface MailTransport {
  /** Rejects with `MailRefusedError` when trying again is of no use, with anything else when it may be. */
  send(envelope: Envelope): Promise<void>
  close(): void
}

/** The mail server will not take this mail, now or later. */
export class MailRefusedError extends Error {
  constructor(reason: string, options?: { cause?: unknown }) {
    super(reason, options)
    this.name = 'MailRefusedError'
  }
}

const timeoutMilliseconds = 20_000

/** SMTP by nodemailer; without TLS only where the address says `smtp:` and the server offers none. */
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

/** The library is loaded with the first mail: most starts send none. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: timeoutMilliseconds,
    greetingTimeout: timeoutMilliseconds,
    socketTimeout: timeoutMilliseconds,
    // Bodies are ours alone; nothing is read from disk or fetched because of what a mail says.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** A permanent answer (5xx) about the envelope or the message. A refused password is the deployment's fault, not the mail's. */
function isFinal(error: unknown): boolean {
  const { code, responseCode } = error as { readonly code?: unknown; readonly responseCode?: unknown }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && typeof responseCode === 'number' && responseCode >= 500
}
