import type { FileRecord } from '@kamar/contracts'
import { summarizeReport } from '@kamar/core'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { AttachButton } from '../../../platform/files/companions/attach-button.js'
import { useReportHeadline } from '../../../platform/files/report/report-level.js'
import { TranslationReport } from '../../../platform/files/report/translation-report.js'
import { useModelSummary } from '../../../platform/files/use-model-summary.js'

/** Returns the manifest of a file whose report contains more than the status. */
function useReportedManifest(file: FileRecord) {
  const { data: manifest } = useModelSummary(file)
  const report = manifest?.report
  if (!report || (report.status === 'complete' && report.findings.length === 0 && !report.missingCompanions.length)) {
    return null
  }
  return { ...manifest, report }
}

interface ReportSectionProps {
  readonly file: FileRecord
  readonly section: RefObject<HTMLElement | null>
}

/** Renders the report, where it contains more than the status. */
export function ReportSection({ file, section }: ReportSectionProps) {
  const { t } = useTranslation()
  const manifest = useReportedManifest(file)
  if (!manifest) return null
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={t('report.title')}
      className="border-t border-line pt-5 outline-none"
    >
      <h3 className="mb-3 text-14">{t('report.title')}</h3>
      <TranslationReport
        report={manifest.report}
        treeNodes={manifest.counts.nodes}
        attach={<AttachButton file={file} />}
      />
    </section>
  )
}

/** Renders the headline of the report beside the status; a click leads to the report below versions and properties. */
export function ReportLink({ file, section }: ReportSectionProps) {
  const headline = useReportHeadline()
  const manifest = useReportedManifest(file)
  if (!manifest || file.status !== 'success') return null
  return (
    <button
      type="button"
      onClick={() => {
        section.current?.scrollIntoView({ block: 'start' })
        section.current?.focus({ preventScroll: true })
      }}
      className="min-h-6 rounded-control text-start text-13 text-muted underline underline-offset-4 pointer-coarse:min-h-11 hover:text-text"
    >
      {headline(summarizeReport(manifest.report))}
    </button>
  )
}
