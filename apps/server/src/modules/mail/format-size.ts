import type { Language } from '@kamar/contracts'

const units: Readonly<Record<Language, readonly [string, string, string]>> = {
  en: ['KB', 'MB', 'GB'],
  hy: ['ԿԲ', 'ՄԲ', 'ԳԲ'],
  ru: ['КБ', 'МБ', 'ГБ'],
  es: ['KB', 'MB', 'GB'],
}

/** Formats bytes by 1024: `0 KB`, `45.8 GB`. */
export function formatSize(bytes: number, language: Language): string {
  const [kilo, mega, giga] = units[language]
  const integerFormat = new Intl.NumberFormat(language, { maximumFractionDigits: 0 })
  const tenths = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  if (bytes < 1024 ** 2) return `${integerFormat.format(Math.ceil(bytes / 1024))} ${kilo}`
  if (bytes < 1024 ** 3) return `${tenths.format(bytes / 1024 ** 2)} ${mega}`
  return `${tenths.format(bytes / 1024 ** 3)} ${giga}`
}
