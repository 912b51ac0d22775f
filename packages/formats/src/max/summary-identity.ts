import type { Property } from '@kamar/core'
import type { SummaryValue } from '@kamar/codecs/compound-file'

const textsProperty = '0:13'
const countNames = ['Vertices', 'Faces', 'Objects', 'Shapes', 'Lights', 'Cameras', 'Helpers', 'Space Warps'] as const
/** Release 10 was the first one named after a year: 2008. */
const firstNamedRelease = 10
const yearsBefore = 1998

/** Reads version, build and counts; the summary's names of files and plug-ins stay private. */
export function readIdentity(summary: ReadonlyMap<string, SummaryValue>): {
  readonly version: string
  readonly properties: readonly Property[]
} {
  const texts = summary.get(textsProperty)
  const entries = parseEntries(Array.isArray(texts) ? (texts as readonly string[]) : [])
  const build = entries.get('Build')
  const counts = countNames.flatMap((name): Property[] => {
    const count = Number(entries.get(name) ?? '')
    return entries.has(name) && Number.isSafeInteger(count) ? [{ name, value: count }] : []
  })
  return {
    version: versionName(entries.get('3ds Max Version') ?? ''),
    properties: [...(build && /^[\d.]+$/.test(build) ? [{ name: 'Build', value: build }] : []), ...counts],
  }
}

/** Parses entries such as `3ds Max Version: 21,00` by name; each name once. */
function parseEntries(texts: readonly string[]): ReadonlyMap<string, string> {
  const entries = new Map<string, string>()
  for (const text of texts) {
    const [, name, value] = /^([A-Za-z0-9 ]+): ?(.{1,40})$/.exec(text) ?? []
    if (name !== undefined && value !== undefined && !entries.has(name)) entries.set(name, value.trim())
  }
  return entries
}

/**
 * Returns the product name: `21,00` is the release sold as 2019; the decimal separator depends on the machine that
 * saved the file.
 */
function versionName(versionText: string): string {
  const release = Number.parseFloat(versionText.replace(',', '.'))
  if (!Number.isFinite(release) || release <= 0 || release > 100) return ''
  const majorRelease = Math.floor(release)
  return majorRelease >= firstNamedRelease ? String(majorRelease + yearsBefore) : String(release)
}
