import { createHmac, timingSafeEqual } from 'node:crypto'
import { ProtocolError } from '@kamar/aps'

/** Permissions and expiry of a signed URL. */
export interface SignedAddress {
  readonly method: 'GET' | 'PUT'
  /** Below the origin, percent-encoded as it is requested. */
  readonly path: string
  readonly expiresAt: Date
  /** Further parameters of the URL: a size limit, response headers. */
  readonly parameters?: Readonly<Record<string, string>>
}

/** Request data that the signature covers. */
interface SignedRequest {
  readonly method: string
  /** Path and query as received. */
  readonly url: string
}

/**
 * URLs that open one resource without further credentials: the signature covers method, path, expiry and every
 * parameter.
 */
export interface SignedAddresses {
  /** Returns path and query. */
  sign(address: SignedAddress): string
  /** Throws 403 for a URL that was not signed here, was changed, or has expired. */
  check(request: SignedRequest): void
}

export function createSignedAddresses(key: Uint8Array, now: () => Date): SignedAddresses {
  const computeSignature = (method: string, path: string, parameters: URLSearchParams): Buffer => {
    const sorted = new URLSearchParams(parameters)
    sorted.sort()
    return createHmac('sha256', key).update(`${method}\n${path}\n${sorted.toString()}`).digest()
  }
  return {
    sign({ method, path, expiresAt, parameters = {} }) {
      const query = new URLSearchParams({ ...parameters, expires: String(Math.floor(expiresAt.getTime() / 1000)) })
      query.append('signature', computeSignature(method, path, query).toString('base64url'))
      return `${path}?${query.toString()}`
    },
    check({ method, url }) {
      const [path = '', query = ''] = url.split('?')
      const parameters = new URLSearchParams(query)
      const [only = '', second] = parameters.getAll('signature')
      const providedSignature = Buffer.from(second === undefined ? only : '', 'base64url')
      parameters.delete('signature')
      const expected = computeSignature(method === 'HEAD' ? 'GET' : method, path, parameters)
      if (providedSignature.length !== expected.length || !timingSafeEqual(providedSignature, expected)) {
        throw new ProtocolError(403, 'The address is not signed')
      }
      if (Number(parameters.get('expires')) * 1000 <= now().getTime()) {
        throw new ProtocolError(403, 'Request has expired')
      }
    },
  }
}
