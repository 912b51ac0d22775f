import type { Property } from '@kamar/scene'
import type { SummaryValue } from '../shared/compound/summary-properties.js'

const textsProperty = '0:13'
const shown = ['Vertices', 'Faces', 'Objects', 'Shapes', 'Lights', 'Cameras', 'Helpers', 'Space Warps'] as const
/** Release 10 was the first one named after a year: 2008. */
const firstNamedRelease = 10
const yearsBefore = 1998

/** Version, build and counts: what the summary states besides names of files and plug-ins, which stay private. */
export function identityOf(summary: ReadonlyMap<string, SummaryValue>): {
  readonly version: string
  readonly properties: readonly Property[]
} {
  const texts = summary.get(textsProperty)
  const facts = factsIn(Array.isArray(texts) ? (texts as readonly string[]) : [])
  const build = facts.get('Build')
  const counts = shown.flatMap((name): Property[] => {
    const count = Number(facts.get(name) ?? '')
    return facts.has(name) && Number.isSafeInteger(count) ? [{ name, value: count }] : []
  })
  return {
    version: versionName(facts.get('3ds Max Version') ?? ''),
    properties: [...(build && /^[\d.]+$/.test(build) ? [{ name: 'Build', value: build }] : []), ...counts],
  }
}

/** `3ds Max Version: 21,00` by its name; each name once. */
function factsIn(texts: readonly string[]): ReadonlyMap<string, string> {
  const facts = new Map<string, string>()
  for (const text of texts) {
    const [, name, value] = /^([A-Za-z0-9 ]+): ?(.{1,40})$/.exec(text) ?? []
    if (name !== undefined && value !== undefined && !facts.has(name)) facts.set(name, value.trim())
  }
  return facts
}

/** `21,00` is the release that is sold as 2019; the decimal sign is that of the machine it was saved on. */
function versionName(stated: string): string {
  const release = Number.parseFloat(stated.replace(',', '.'))
  if (!Number.isFinite(release) || release <= 0 || release > 100) return ''
  const whole = Math.floor(release)
  return whole >= firstNamedRelease ? String(whole + yearsBefore) : String(release)
}
