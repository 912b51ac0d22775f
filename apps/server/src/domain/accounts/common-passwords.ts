import { isGuessablePassword } from '@kamar/contracts'

/** Passwords common here and missing in the library's list, which was gathered from English pages. */
const further = [
  '0987654321q',
  '1234512345',
  '987654321q',
  'aa12345678',
  'contraseña',
  'micontrasena',
  'p@ssw0rd1',
  'p@ssword',
  'p@ssword1',
  'poiuytrewq',
  'qwertyqwerty',
  'teamomucho',
]

let loading: Promise<ReadonlySet<string>> | undefined

/**
 * Returns whether a lower-case password is among the first guesses: one of the 49,000 most frequent in published leaks,
 * a pattern, or nothing but everyday words with digits and signs around them.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  if (isGuessablePassword(password)) return true
  loading ??= loadList()
  return (await loading).has(password)
}

/** Loads the list at first use: it takes 25 ms, which would delay the server start. */
async function loadList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set([...dictionary['passwords-common'], ...further])
}
