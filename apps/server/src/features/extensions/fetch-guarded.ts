import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'

/** Decides which addresses may be asked; what was checked is what is connected to. */
export interface AddressGuard {
  /** Throws for an address that is refused whatever its name resolves to. */
  check(url: URL): void
  readonly lookup: LookupFunction
}

/** How much, and how long, an answer may be. */
export interface FetchLimits {
  readonly bytes: number
  readonly milliseconds: number
}

/**
 * The bytes behind an address of a stranger. Rejects for addresses that the guard refuses, for every answer but 200 (also
 * for redirects: where they lead was not checked), for too many bytes and after too long.
 */
export async function fetchGuarded(url: URL, guard: AddressGuard, limits: FetchLimits): Promise<Buffer> {
  guard.check(url)
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = send(url, {
      lookup: guard.lookup,
      // A connection of its own: one kept from before was made when the name meant something else.
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
