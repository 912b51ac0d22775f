import { type ReportSummary, type SummarizedReport, summarizeReport } from '@kamar/core'
import { sql } from 'kysely'

/** Fields of a stored report that a summary needs. Test data and old rows may lack lists. */
export type StoredReport = { readonly [Field in keyof SummarizedReport]?: SummarizedReport[Field] | null }

const withoutElements = (list: 'skipped' | 'findings') => sql`(
  select coalesce(jsonb_agg(entry - 'elements'), '[]')
  from jsonb_array_elements(translation.report -> ${sql.lit(list)}) as entry
)`

/** Report of a joined `translation` without the lists of element ids, which make up most of it. */
export const translationReport = sql<StoredReport | null>`case when jsonb_typeof(translation.report) = 'object' then
  (translation.report - 'counts') || jsonb_build_object(
    'skipped', ${withoutElements('skipped')}, 'findings', ${withoutElements('findings')}
  )
end`

/** Returns the summary of a stored report; null when there is none. */
export function getReportSummary(report: StoredReport | null): ReportSummary | null {
  if (report === null) return null
  const { elements, nothingDrawn } = report
  return summarizeReport({
    status: report.status ?? 'complete',
    skipped: report.skipped ?? [],
    findings: report.findings ?? [],
    missingCompanions: report.missingCompanions ?? [],
    ...(elements && { elements }),
    ...(nothingDrawn && { nothingDrawn }),
  })
}
