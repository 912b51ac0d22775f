/*
 * Pseudo-localises English: accented, 40 % longer and between brackets, so that truncated, concatenated and hard-coded
 * texts become visible. Only in the mode `pseudo`; no shipped bundle contains it.
 */

const accents = {
  a: 'å',
  c: 'ç',
  e: 'ë',
  i: 'ï',
  n: 'ñ',
  o: 'ö',
  s: 'š',
  u: 'ü',
  y: 'ÿ',
  A: 'Å',
  E: 'Ë',
  O: 'Ö',
  U: 'Ü',
}
const added = 0.4

/** Converts `Delete {{file}}` to `⟦Dëlëtë {{file}} ōōō⟧`. */
export function pseudoText(text) {
  const accented = text.replaceAll(/\{\{\w+\}\}|[a-zA-Z]/g, (part) => accents[part] ?? part)
  const characterCount = text.replaceAll(/\{\{\w+\}\}/g, '').length
  return `⟦${accented} ${'ōmnï '.repeat(Math.ceil((characterCount * added) / 5)).trim()}⟧`
}

/** Excluded: months are split at spaces; patterns of dates and sizes contain no words. */
const excluded = new Set(['months', 'day', 'kilobytes', 'megabytes', 'gigabytes'])

function pseudoTree(tree) {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => {
      if (typeof value !== 'string') return [key, pseudoTree(value)]
      return [key, excluded.has(key) ? value : pseudoText(value)]
    }),
  )
}

/** Replaces English by the pseudo texts. */
export function pseudoMessages() {
  return {
    name: 'pseudo-messages',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/messages\/([^/]+\/)?en\.json$/.test(id.split('?')[0])) return null
      return JSON.stringify(pseudoTree(JSON.parse(code)))
    },
  }
}
