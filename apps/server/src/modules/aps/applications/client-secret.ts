import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

const identifierCharacters = 24
const secretBytes = 32
const identifierLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Generates the client id of an application: letters and digits only, so that no client has to encode it. */
export function newClientId(): string {
  const pickCharacter = (): string => identifierLetters.charAt(randomInt(identifierLetters.length))
  return Array.from({ length: identifierCharacters }, pickCharacter).join('')
}

/** Generates 256 random bits: they cannot be guessed, so that a plain hash protects them as well as a slow one. */
export function newClientSecret(): string {
  return randomBytes(secretBytes).toString('base64url')
}

export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

export function matchesSecretHash(secret: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(hashOfSecret(secret)), Buffer.from(hash))
}
