import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'

/** Allowlist of URLs; the connection uses the address that was checked. */
export interface AddressGuard {
  /** Throws for a URL that is refused whatever its name resolves to. */
  check(url: URL): void
  readonly lookup: LookupFunction
}

/** Limits on the size and duration of a response. */
export interface FetchLimits {
  readonly bytes: number
  readonly milliseconds: number
}

/**
 * Fetches the bytes of an untrusted URL. Rejects for URLs that the guard refuses, for every status but 200 (also for
 * redirects: their targets are unchecked), for too many bytes and after the timeout.
 */
export async function fetchGuarded(url: URL, guard: AddressGuard, limits: FetchLimits): Promise<Buffer> {
  guard.check(url)
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = send(url, {
      lookup: guard.lookup,
      // A new connection: an earlier one may belong to an earlier resolution of the name.
      agent: false,
      signal: AbortSignal.timeout(limits.milliseconds),
      headers: { 'user-agent': 'Kamar', accept: '*/*', 'accept-encoding': 'identity' },
    })
    request.once('error', reject)
    request.once('response', resolve)
    request.end()
  })
  try {
    if (response.statusCode !== 200) throw new RangeError(`answered ${response.statusCode}`)
    const parts: Buffer[] = []
    let bytes = 0
    for await (const part of response as AsyncIterable<Buffer>) {
      bytes += part.length
      if (bytes > limits.bytes) throw new RangeError(`more than ${limits.bytes} bytes`)
      parts.push(part)
    }
    return Buffer.concat(parts)
  } finally {
    response.destroy()
  }
}
