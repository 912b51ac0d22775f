import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

const identifierCharacters = 24
const secretBytes = 32
const identifierLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** By which an application calls itself: letters and digits only, so that no client has to encode it. */
export function newClientId(): string {
  const letter = (): string => identifierLetters.charAt(randomInt(identifierLetters.length))
  return Array.from({ length: identifierCharacters }, letter).join('')
}

/** 256 random bits: nobody guesses them, so that a plain hash keeps them as well as a slow one would. */
export function newClientSecret(): string {
  return randomBytes(secretBytes).toString('base64url')
}

export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

export function matchesSecretHash(secret: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(hashOfSecret(secret)), Buffer.from(hash))
}
