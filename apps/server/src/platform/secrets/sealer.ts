import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { derivedKey } from './derived-key.js'

/** Encrypts small texts with a key that is not in the database. */
export interface Sealer {
  /** Encrypts a text and binds it to `context`, which `open` requires as well. */
  seal(text: string, context: string): string
  /** Returns null for a text not sealed by this deployment, or for another context. */
  open(sealed: string, context: string): string | null
}

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

export function createSealer(secret: string, purpose: string): Sealer {
  const key = derivedKey(secret, purpose)
  return {
    seal(text, context) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < nonceBytes + tagBytes) return null
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes))
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString(
          'utf8',
        )
      } catch {
        return null
      }
    },
  }
}
