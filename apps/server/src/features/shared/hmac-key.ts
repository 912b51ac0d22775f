import { webcrypto } from 'node:crypto'

/** A key as tokens of every request are verified with it (HS256): importing it each time is a third of verifying. */
export function hmacKey(bytes: Uint8Array): Promise<webcrypto.CryptoKey> {
  return webcrypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
}
