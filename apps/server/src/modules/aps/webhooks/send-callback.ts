import { createHmac } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { CallbackGuard } from '../../../platform/http/callback-guard.js'

/** Event to send. */
export interface Callback {
  readonly url: string
  readonly deliveryId: string
  /** Body, signed character for character. */
  readonly body: string
  /** Null: unsigned. */
  readonly secret: string | null
}

/** Timeout of a response. */
const maxMilliseconds = 6000

/** Computes `sha1hash=<hex HMAC-SHA1>` of the body, by which a receiver authenticates the sender. */
export const computeSignature = (body: string, secret: string): string =>
  `sha1hash=${createHmac('sha1', secret).update(body).digest('hex')}`

/**
 * Posts an event. Resolves for a response of 2xx within six seconds; rejects for everything else. Does not follow
 * redirects: their targets are unchecked.
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
      // A new connection: an earlier one may belong to an earlier resolution of the name.
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
      // The rest of the response is not needed.
      response.destroy()
    })
    request.end(body)
  })
  if (status < 200 || status > 299) throw new RangeError(`answered ${status}`)
}
