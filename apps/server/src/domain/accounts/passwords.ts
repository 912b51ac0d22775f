import { AppError } from '@kamar/core'
import { extractLetters, limits } from '@kamar/contracts'
import { hash, verify } from '@node-rs/argon2'
import { isCommonPassword } from './common-passwords.js'

// argon2id, OWASP's first choice; 12.5 ms of one core (measured), off the event loop.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hash used where there is no account, so that an unknown name costs the same time as a wrong password. */
const dummyHash = hash('nobody has this password', cost)

/** Hashes a password with argon2id in its composed form: "é" typed on two keyboards is one password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), cost)
}

/** Returns whether a password matches a hash; `null` (no account, or one without a password) never does. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await dummyHash), password.normalize('NFKC'))
  return matches && passwordHash !== null
}

/** Returns a password as lists of refused ones have it: composed and lower-case. */
export const toComparablePassword = (password: string): string => password.normalize('NFKC').toLowerCase()

/**
 * Checks the rules for a new password (ASVS 5.0, 6.2.1, 6.2.4 and 6.1.2): length and not a common one; no rules about
 * kinds of characters. `personal` are names of the user and of the company: neither they nor the words in them are
 * accepted, nor with a year or some signs around them.
 */
export async function assertAcceptablePassword(password: string, personal: readonly string[]): Promise<void> {
  const normalized = toComparablePassword(password)
  if (Array.from(normalized).length < limits.minPasswordCharacters) {
    throw new AppError('password-too-short', { minimum: limits.minPasswordCharacters })
  }
  if (isPersonal(normalized, personal) || (await isCommonPassword(normalized)))
    throw new AppError('password-too-common')
}

/** Maximum digits and signs around a name: a year and as many again. */
const maxExtraCharacters = 8
const minNameLetters = 3

function isPersonal(password: string, personal: readonly string[]): boolean {
  const names = personal.map((name) => name.normalize('NFKC').trim().toLowerCase())
  const guesses = names.flatMap((name) => [name, name.split('@')[0] ?? ''])
  if (guesses.includes(password)) return true
  const letters = extractLetters(password)
  if (Array.from(password).length - Array.from(letters).length > maxExtraCharacters) return false
  const nameTokens = names.flatMap((name) => [name, ...name.split(/\P{L}+/u)]).map(extractLetters)
  return letters.length >= minNameLetters && nameTokens.includes(letters)
}
