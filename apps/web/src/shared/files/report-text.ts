import i18next from 'i18next'

type Details = Readonly<Record<string, string | number>>

/** A code of the readers in the user's words; one without words yet is at least written like words. */
export function reportWord(group: 'finding' | 'reason' | 'kind', code: string, details: Details = {}): string {
  const key = `report.${group}.${code}`
  // The readers' codes are open: a new reader may bring one that this build has no text for.
  return i18next.exists(key) ? translateOpenKey(key, details) : humanised(code)
}

/** The one place where a key is not known when the program is built. */
function translateOpenKey(key: string, details: Details): string {
  const translate = i18next.t as (key: string, details: Details) => string
  return translate(key, details)
}

function humanised(code: string): string {
  const text = code.replaceAll(/[-_]+/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
