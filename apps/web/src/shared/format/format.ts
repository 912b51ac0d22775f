const bytesPerKilobyte = 1024
const bytesPerMegabyte = 1024 ** 2
const millisecondsPerMinute = 60_000
const millisecondsPerHour = 60 * millisecondsPerMinute
const millisecondsPerDay = 24 * millisecondsPerHour
const urnPreviewCharacters = 20

/** A size in the unit it is shown in; the unit's name is the caller's. */
export interface ShownSize {
  readonly value: string
  readonly unit: 'kilobytes' | 'megabytes'
}

/** Whole KB below one MB, MB with one decimal from there on; 0 KB when the size is missing. */
export function shownSize(bytes: number | null | undefined): ShownSize {
  if (!bytes || !Number.isFinite(bytes)) return { value: '0', unit: 'kilobytes' }
  if (bytes >= bytesPerMegabyte) return { value: (bytes / bytesPerMegabyte).toFixed(1), unit: 'megabytes' }
  return { value: String(Math.max(1, Math.round(bytes / bytesPerKilobyte))), unit: 'kilobytes' }
}

/**
 * Day, month (counted from 0) and year of the device's calendar; null when the date is missing or is none. The words are
 * the caller's: Chromium has no Armenian in its locale data and would answer in English.
 */
export function calendarDay(value: string | number | Date | null | undefined): CalendarDay | null {
  const date = readDate(value)
  return date && { day: date.getDate(), monthIndex: date.getMonth(), year: date.getFullYear() }
}

export interface CalendarDay {
  readonly day: number
  readonly monthIndex: number
  readonly year: number
}

/** How long ago something was: the words are the caller's, from a day on it is a date in the Armenian locale. */
export type RelativeTime =
  | { readonly kind: 'now' }
  | { readonly kind: 'minutes' | 'hours'; readonly count: number }
  | { readonly kind: 'date'; readonly text: string }

export function relativeTime(value: string | number | Date, now = Date.now()): RelativeTime | null {
  const date = readDate(value)
  if (!date) return null
  const age = now - date.getTime()
  if (age < millisecondsPerMinute) return { kind: 'now' }
  if (age < millisecondsPerHour) return { kind: 'minutes', count: Math.floor(age / millisecondsPerMinute) }
  if (age < millisecondsPerDay) return { kind: 'hours', count: Math.floor(age / millisecondsPerHour) }
  return { kind: 'date', text: armenianDate(date) }
}

/** The first 20 characters of a URN and an ellipsis. */
export function urnPreview(urn: string): string {
  return urn === '' ? '' : `${urn.slice(0, urnPreviewCharacters)}…`
}

/** The extension as an icon shows it: upper case without the dot, FILE when there is none. */
export function fileTypeLabel(fileName: string): string {
  const dot = fileName.lastIndexOf('.')
  return dot <= 0 || dot === fileName.length - 1 ? 'FILE' : fileName.slice(dot + 1).toUpperCase()
}

/**
 * A name cut into a head that may be shortened and a tail that always stays: the extension and what stands right before
 * it, which is where versions and storeys are told apart.
 */
export function splitName(name: string, tailCharacters = 8): { readonly head: string; readonly tail: string } {
  const dot = name.lastIndexOf('.')
  const keep = tailCharacters + (dot > 0 && name.length - dot <= 6 ? name.length - dot : 0)
  if (name.length <= keep + 3) return { head: name, tail: '' }
  return { head: name.slice(0, -keep), tail: name.slice(-keep) }
}

/** As `hy-AM` writes it: 05.03.2026. */
function armenianDate(date: Date): string {
  const [day, month] = [date.getDate(), date.getMonth() + 1].map((part) => String(part).padStart(2, '0'))
  return `${day}.${month}.${date.getFullYear()}`
}

function readDate(value: string | number | Date | null | undefined): Date | null {
  if (value === null || value === undefined || value === '') return null
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? null : date
}
