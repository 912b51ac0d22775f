import { formatName } from '@kamar/core'
import { type Language, messages } from './messages.js'

type Details = Readonly<Record<string, string | number>>

/** Keys of the English phrases that readers write in a failure's details. */
const phraseKeys: Readonly<Record<string, keyof typeof messages.en.failureDetails.phrases>> = {
  'an unknown kind of file': 'unknown',
  'compressed ASCII': 'compressed-ascii',
  'fixed ASCII': 'fixed-ascii',
  'DWF 6 or DWFx': 'dwf-package',
  'NWD 2016 or later': 'navisworks',
  'IFC 2x3, IFC 4 or IFC 4.3 (STEP, .ifc)': 'ifc-schemas',
  'IFC, or a ZIP with Deflate': 'ifc-zip',
  'STEP, or a ZIP with Deflate': 'step-zip',
}

/** Aliases of limits, whose messages are found by the name after their number in `details.limit` or by `details.kind`. */
const sameLimit: Readonly<Record<string, string>> = {
  inflatedBytes: 'unpacked',
  'bytes inflated': 'unpacked',
  bytes: 'unpacked',
  outputFileBytes: 'output-file',
  outputTotalBytes: 'output-total',
}

const inBytes: ReadonlySet<string> = new Set(['unpacked', 'memory', 'output-file', 'output-total'])
const inSeconds: ReadonlySet<string> = new Set(['processor-time', 'wall-clock'])

const mebibyte = 1024 ** 2
const gibibyte = 1024 ** 3
/** From this duration on, times are shown in minutes. */
const minMinutesSeconds = 120

/** Number format: thousands separators and at most two decimal places. */
type WriteNumber = (value: number) => string

/**
 * Translates the details of a failure: limits with their numbers, format names, and English phrases of readers. Values
 * that are in no table (a schema's name, a companion's file name) are unchanged.
 */
export function failureDetails(
  { details = {} }: { readonly details?: Details | undefined },
  language: Language,
  writeNumber: WriteNumber = String,
): Details {
  const translatedDetails = Object.entries(details).map(
    ([detail, content]) => [detail, translateDetail(content, language)] as const,
  )
  const { name, value } = namedLimit(details)
  const format = (amount: number | null): string | null => limitText(name, amount, { language, writeNumber })
  const limit = format(value)
  const needed = typeof details['needed'] === 'number' ? format(details['needed']) : null
  return {
    detected: messages[language].failureDetails.detected,
    ...Object.fromEntries(translatedDetails),
    ...(limit === null ? {} : { limit }),
    ...(needed === null ? {} : { needed }),
  }
}

function translateDetail(value: string | number, language: Language): string | number {
  if (typeof value === 'number') return value
  const key = phraseKeys[value]
  return key === undefined ? formatName(value) : messages[language].failureDetails.phrases[key]
}

interface LimitFormat {
  readonly language: Language
  readonly writeNumber: WriteNumber
}

/** Returns the text of a limit; null for an unknown one. */
function limitText(name: string, value: number | null, { language, writeNumber }: LimitFormat): string | null {
  const limitName = sameLimit[name] ?? name
  const limits: Readonly<Record<string, string>> = messages[language].failureDetails.limits
  const text = limits[limitName]
  if (text === undefined) return null
  if (value === null) return text.includes('{{amount}}') ? null : text
  return text.replace('{{amount}}', formatAmount(limitName, value, { language, writeNumber }))
}

/**
 * Normalises the notations of a limit: readers write `50 triangles`, the package writer gives name and maximum, the
 * process monitor kind and value.
 */
function namedLimit({ limit, kind, value, maximum }: Details): { name: string; value: number | null } {
  if (typeof kind === 'string') return { name: kind, value: typeof value === 'number' ? value : null }
  if (typeof maximum === 'number') return { name: String(limit), value: maximum }
  const match = /^(\d+) (.+)$/.exec(String(limit ?? ''))
  return match ? { name: match[2] ?? '', value: Number(match[1]) } : { name: String(limit ?? ''), value: null }
}

function formatAmount(limit: string, value: number, { language, writeNumber }: LimitFormat): string {
  const { units } = messages[language].failureDetails
  if (inBytes.has(limit)) {
    const unit = value < gibibyte ? 'megabytes' : 'gigabytes'
    const amount = value / (unit === 'megabytes' ? mebibyte : gibibyte)
    return `${writeNumber(Math.round(amount * 100) / 100)} ${units[unit]}`
  }
  if (!inSeconds.has(limit)) return writeNumber(value)
  const unit = value < minMinutesSeconds ? 'seconds' : 'minutes'
  return `${writeNumber(Math.round(unit === 'seconds' ? value : value / 60))} ${units[unit]}`
}
