import i18next from 'i18next'

type Details = Readonly<Record<string, string | number>>

/** A code of the readers in the user's words; one without words yet is at least written like words. */
export function reportWord(group: 'finding' | 'reason' | 'kind', code: string, details: Details = {}): string {
  const key = `report.${group}.${code}`
  // The readers' codes are open: a new reader may bring one that this build has no text for.
  return i18next.exists(key) ? i18next.t(key as 'report.title', details) : humanised(code)
}

function humanised(code: string): string {
  const words = code.replaceAll(/[-_]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
