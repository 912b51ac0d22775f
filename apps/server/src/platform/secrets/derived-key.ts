import { hkdfSync } from 'node:crypto'

/** Derives one key per purpose, so that a token of one purpose can never pass for one of another. */
export function derivedKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, 'kamar', `kamar ${purpose}`, 32))
}
