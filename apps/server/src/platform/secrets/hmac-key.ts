import { webcrypto } from 'node:crypto'

/**
 * Imports a key for verifying the token of every request (HS256): importing it each time takes a third of the
 * verification.
 */
export function hmacKey(bytes: Uint8Array): Promise<webcrypto.CryptoKey> {
  return webcrypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
}
