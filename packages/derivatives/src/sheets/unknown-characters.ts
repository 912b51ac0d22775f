import type { ReadReport } from '@kamar/scene'

/** Characters that are named one by one, the most frequent first. */
const maxNames = 10

/** A report with a finding about characters that no font has; `partial` where there are some, because they cannot be read. */
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

/** The character, and its code for where it cannot be shown either. */
function formatCharacter(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  // Half of a pair cannot be written in UTF-8, and private ones look like nothing.
  return /^[\p{Cs}\p{Co}\p{Cn}]$/u.test(character) ? `U+${code}` : `${character} (U+${code})`
}
