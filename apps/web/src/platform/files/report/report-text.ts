import i18next from 'i18next'

type Details = Readonly<Record<string, string | number>>

/** Returns the text of a reader's code; a code without a text is at least made readable. */
export function reportWord(
  group: 'finding' | 'reason' | 'kind' | 'unit' | 'triangles',
  code: string,
  details: Details = {},
): string {
  const key = `report.${group}.${code}`
  // The readers' codes are open-ended: a new reader may use one that this build has no text for.
  if (i18next.exists(key)) return translateOpenKey(key, details)
  return group === 'unit' ? code : humanised(code)
}

/** Translates a key that is not known at build time; the only place that does so. */
function translateOpenKey(key: string, details: Details): string {
  const translate = i18next.t as (key: string, details: Details) => string
  return translate(key, details)
}

function humanised(code: string): string {
  const text = code.replaceAll(/[-_]+/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
