import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { computeSha256 } from '../../../platform/secrets/sha256.js'

const identifierCharacters = 24
const secretBytes = 32
const identifierLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Generates the client id of an application: letters and digits only, so that no client has to encode it. */
export function newClientId(): string {
  const pickCharacter = (): string => identifierLetters.charAt(randomInt(identifierLetters.length))
  return Array.from({ length: identifierCharacters }, pickCharacter).join('')
}

/** Generates 256 random bits. */
export function newClientSecret(): string {
  return randomBytes(secretBytes).toString('base64url')
}

export function matchesSecretHash(secret: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(computeSha256(secret)), Buffer.from(hash))
}
