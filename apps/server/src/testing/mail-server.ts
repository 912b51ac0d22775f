import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** Received mail. */
export interface ArrivedMail {
  readonly from: string
  readonly recipients: readonly string[]
  readonly headers: ReadonlyMap<string, string>
  /** Decoded parts by content type. */
  readonly parts: Readonly<Record<string, string>>
}

export interface MailServerProcess {
  readonly url: string
  readonly mails: readonly ArrivedMail[]
  /** Sets the response code for the next recipients: null accepts them. */
  refuseWith(code: number | null): void
  close(): Promise<void>
}

/** Starts a real SMTP server on a port of this machine, which requires user `kamar` and password `p@ss`. */
export async function startMailServer(): Promise<MailServerProcess> {
  const mails: ArrivedMail[] = []
  let refusal: number | null = null
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ password, username }, _session, done) => {
      if (username === 'kamar' && password === 'p@ss') done(null, { user: username })
      else done(new Error('wrong password'))
    },
    onRcptTo: (_address, _session, done) => {
      done(refusal === null ? null : Object.assign(new Error('refused here'), { responseCode: refusal }))
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          recipients: rcptTo.map(({ address }) => address),
          ...parse(Buffer.concat(chunks).toString('utf8')),
        })
        done()
      })
    },
  })
  // Disconnected clients are part of the tests.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://kamar:${encodeURIComponent('p@ss')}@127.0.0.1:${port}`,
    mails,
    refuseWith(code) {
      refusal = code
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function parse(raw: string): Pick<ArrivedMail, 'headers' | 'parts'> {
  const { body, headers } = split(raw)
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1]
  const sections = boundary === undefined ? [] : body.split(`--${boundary}`).slice(1, -1).map(split)
  const parts = sections.map((section) => [
    (section.headers.get('content-type') ?? '').split(';')[0],
    decode(section.body, section.headers.get('content-transfer-encoding') ?? ''),
  ])
  return { headers, parts: Object.fromEntries(parts) as Record<string, string> }
}

function split(text: string): { headers: ReadonlyMap<string, string>; body: string } {
  const [headerText = '', ...rest] = text.replace(/^\r\n/, '').split('\r\n\r\n')
  const lines = headerText.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const entries = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { headers: new Map(entries), body: rest.join('\r\n\r\n') }
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return body.trimEnd()
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8').trimEnd()
}

/** Decodes the encoded words of a header (RFC 2047). */
export function decodeHeader(value: string | undefined): string {
  return (value ?? '')
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : Buffer.from(
            text
              .replaceAll('_', ' ')
              .replaceAll(/=([0-9A-F]{2})/g, (__, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
            'latin1',
          ).toString('utf8'),
    )
}
