import { languages, type Language } from '@kamar/contracts'

const maximumHeaderCharacters = 500

/** The best of our languages for an `Accept-Language` header (RFC 9110, 12.5.4); English when none fits. */
export function preferredLanguage(header: string | undefined): Language {
  let best: { language: Language; quality: number } = { language: 'en', quality: 0 }
  for (const range of (header ?? '').slice(0, maximumHeaderCharacters).split(',')) {
    const [tag = '', ...parameters] = range.trim().toLowerCase().split(';')
    const language = languages.find((known) => known === tag.split('-')[0])
    const quality = qualityOf(parameters)
    if (language && quality > best.quality) best = { language, quality }
  }
  return best.language
}

function qualityOf(parameters: readonly string[]): number {
  const text = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('q='))
  if (text === undefined) return 1
  const quality = Number(text.slice(2))
  return quality >= 0 && quality <= 1 ? quality : 0
}
