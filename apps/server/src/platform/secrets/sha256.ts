import { createHash } from 'node:crypto'

/**
 * Computes the hash by which a secret is stored and looked up: secrets of 256 random bits cannot be guessed, so that a
 * plain hash protects them as well as a slow one, and the duration of a look-up reveals nothing about them.
 */
export function computeSha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
