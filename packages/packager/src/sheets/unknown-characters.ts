import type { ReadReport } from '@kamar/core'

/** Maximum number of characters listed, the most frequent first. */
const maxNames = 10

/**
 * Adds a finding about characters that no font has to a report; `partial` if there are any, because they are illegible.
 */
export function withUnknownCharacters(report: ReadReport, unknown: ReadonlyMap<string, number>): ReadReport {
  if (unknown.size === 0) return report
  const sorted = [...unknown].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
  const count = sorted.reduce((sum, [, times]) => sum + times, 0)
  const names = sorted.slice(0, maxNames).map(([character]) => formatCharacter(character))
  const details = { count, different: unknown.size, names: names.join(', ') }
  return {
    ...report,
    status: report.status === 'complete' ? 'partial' : report.status,
    findings: [...report.findings, { code: 'characters-without-glyph', severity: 'warning', details }],
  }
}

/** Formats a character with its code point, in case it cannot be displayed either. */
function formatCharacter(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  // An unpaired surrogate cannot be written in UTF-8, and private-use characters have no glyph.
  return /^[\p{Cs}\p{Co}\p{Cn}]$/u.test(character) ? `U+${code}` : `${character} (U+${code})`
}
