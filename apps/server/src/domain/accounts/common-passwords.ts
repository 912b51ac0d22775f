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

/** Words of the product pages and of the trade, seasons and months: guessable even with digits around them. */
const commonWordPattern = new RegExp(
  `^(?:${[
    'kamar|viewer|model|models|admin|administrator|user|guest|root|test|password|pass|parol|contrasena|welcome|changeme',
    'login|signin|cad|bim|ifc|autocad|autodesk|revit|navisworks|sketchup|archicad|tekla|building|buildings|drawing|drawings',
    'architect|architecture|engineer|contractor|construction|project|projects|office|company|armenia|yerevan|ararat|moscow',
    'madrid|barcelona|spring|summer|autumn|winter|january|february|march|april|may|june|july|august|september|october',
    'november|december',
  ].join('|')})+$`,
)

let loading: Promise<ReadonlySet<string>> | undefined

/**
 * Returns whether a lower-case password is among the first guesses: one of the 49,000 most frequent in published leaks,
 * a pattern, or nothing but everyday words with digits and signs around them.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  if (isRepetition(password) || isRun(password) || commonWordPattern.test(extractLetters(password))) return true
  loading ??= loadList()
  return (await loading).has(password)
}

/** Returns only the letters of a text. */
export function extractLetters(text: string): string {
  return text.replaceAll(/[^\p{L}]/gu, '')
}

/** Loads the list at first use: it takes 25 ms, which would delay the server start. */
async function loadList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set([...dictionary['passwords-common'], ...further])
}

/** Returns whether a password repeats at most four characters: `aaaaaaaa`, `abcabcabc`, `12341234`. */
function isRepetition(password: string): boolean {
  return /^(.{1,4})\1+$/u.test(password)
}

/** Returns whether each character follows its neighbour: `abcdefgh`, `87654321`. */
function isRun(password: string): boolean {
  const codes = Array.from(password, (character) => character.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)))
  return steps.size === 1 && (steps.has(1) || steps.has(-1))
}
