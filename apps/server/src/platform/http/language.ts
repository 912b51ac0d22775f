import { languages, type Language } from '@kamar/contracts'

const maxHeaderCharacters = 500

/**
 * Returns the best supported language for an `Accept-Language` header (RFC 9110, 12.5.4); English when none matches.
 */
export function preferredLanguage(header: string | undefined): Language {
  let best: { language: Language; quality: number } = { language: 'en', quality: 0 }
  for (const range of (header ?? '').slice(0, maxHeaderCharacters).split(',')) {
    const [tag = '', ...parameters] = range.trim().toLowerCase().split(';')
    const language = languages.find((candidate) => candidate === tag.split('-')[0])
    const quality = parseQuality(parameters)
    if (language && quality > best.quality) best = { language, quality }
  }
  return best.language
}

function parseQuality(parameters: readonly string[]): number {
  const text = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('q='))
  if (text === undefined) return 1
  const quality = Number(text.slice(2))
  return quality >= 0 && quality <= 1 ? quality : 0
}
