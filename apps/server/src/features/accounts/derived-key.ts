import { hkdfSync } from 'node:crypto'

/** One key per purpose, so that what was made with one can never pass for what was made with another. */
export function derivedKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, 'kamar', `kamar ${purpose}`, 32))
}
