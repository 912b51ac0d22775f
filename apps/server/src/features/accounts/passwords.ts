import { AppError, limits } from '@kamar/contracts'
import { hash, verify } from '@node-rs/argon2'
import { commonPasswords } from './generated/common-passwords.js'

// argon2id, OWASP's first choice; 12.5 ms of one core (measured), off the event loop.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Stands in where there is no account, so that an unknown name costs the same time as a wrong password. */
const nobodysHash = hash('nobody has this password', cost)

let commonOnes: ReadonlySet<string> | undefined

/** argon2id hash of a password in its composed form: "é" typed on two keyboards is one password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), cost)
}

/** Whether a password is the one behind a hash; `null` (no account, or one without a password) never is. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobodysHash), password.normalize('NFKC'))
  return matches && passwordHash !== null
}

/**
 * The rules for a new password (ASVS 5.0, 6.2.1 and 6.2.4): length and not a common one; no rules about kinds of
 * characters. `personal` are words that anybody would try first for this person.
 */
export function assertAcceptablePassword(password: string, personal: readonly string[]): void {
  const normalised = password.normalize('NFKC').toLowerCase()
  if (Array.from(normalised).length < limits.minimumPasswordCharacters) {
    throw new AppError('password-too-short', { minimum: limits.minimumPasswordCharacters })
  }
  const guesses = personal.flatMap((word) => [word, word.split('@')[0] ?? '']).map((word) => word.trim().toLowerCase())
  if (isCommon(normalised) || guesses.includes(normalised)) throw new AppError('password-too-common')
}

function isCommon(password: string): boolean {
  commonOnes ??= new Set(commonPasswords.trim().split(/\s+/))
  return commonOnes.has(password) || isRepetition(password) || isRun(password) || isProductWords(password)
}

/** Nothing but words that stand on every page of ours, with digits and signs around them: `KamarAdmin1!`. */
function isProductWords(password: string): boolean {
  const letters = password.replaceAll(/[^\p{L}]/gu, '')
  return /^(?:kamar|viewer|model|models|admin|administrator|user|password|welcome|login|signin|cad|bim|ifc)+$/.test(
    letters,
  )
}

/** `aaaaaaaa`, `abcabcabc`, `12341234`: at most four characters over and over. */
function isRepetition(password: string): boolean {
  return /^(.{1,4})\1+$/u.test(password)
}

/** `abcdefgh`, `87654321`: every character follows its neighbour. */
function isRun(password: string): boolean {
  const codes = Array.from(password, (character) => character.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)))
  return steps.size === 1 && (steps.has(1) || steps.has(-1))
}
