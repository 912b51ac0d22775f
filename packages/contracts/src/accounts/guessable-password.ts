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

/**
 * Returns whether a lower-case password is a pattern, or nothing but everyday words with digits and signs around them.
 * The server additionally rejects passwords of published leaks.
 */
export function isGuessablePassword(password: string): boolean {
  return isRepetition(password) || isRun(password) || commonWordPattern.test(extractLetters(password))
}

/** Returns only the letters of a text. */
export function extractLetters(text: string): string {
  return text.replaceAll(/[^\p{L}]/gu, '')
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
