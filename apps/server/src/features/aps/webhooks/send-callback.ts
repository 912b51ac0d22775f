import { createHmac } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { CallbackGuard } from './callback-guard.js'

/** An event as it is sent. */
export interface Callback {
  readonly url: string
  readonly deliveryId: string
  /** Signed as these very characters. */
  readonly body: string
  /** Null: not signed. */
  readonly secret: string | null
}

/** Longest answer that is waited for. */
const maxMilliseconds = 6000

/** `sha1hash=<hex HMAC-SHA1>` of the body, by which a receiver knows who sent it. */
export const computeSignature = (body: string, secret: string): string =>
  `sha1hash=${createHmac('sha1', secret).update(body).digest('hex')}`

/**
 * Posts an event. Resolves for an answer of 2xx within six seconds; rejects for everything else. Redirects are not
 * followed: where they lead was not checked.
 */
export async function sendCallback(
  { url: text, deliveryId, body, secret }: Callback,
  guard: CallbackGuard,
  timeoutMilliseconds = maxMilliseconds,
): Promise<void> {
  const url = new URL(text)
  guard.check(url)
  const status = await new Promise<number>((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const request = send(url, {
      method: 'POST',
      lookup: guard.lookup,
      // A connection of its own: one kept from before was made when the name meant something else.
      agent: false,
      signal: AbortSignal.timeout(timeoutMilliseconds),
      headers: {
        'content-type': 'application/json;charset=utf-8',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Kamar',
        'x-adsk-delivery-id': deliveryId,
        ...(secret === null ? {} : { 'x-adsk-signature': computeSignature(body, secret) }),
      },
    })
    request.once('error', reject)
    request.once('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
      // Whatever else it has to say.
      response.destroy()
    })
    request.end(body)
  })
  if (status < 200 || status > 299) throw new RangeError(`answered ${status}`)
}
