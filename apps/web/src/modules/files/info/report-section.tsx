import type { FileRecord } from '@kamar/contracts'
import { useTranslation } from 'react-i18next'
import { AttachButton } from '../../../platform/files/companions/attach-button.js'
import { TranslationReport } from '../../../platform/files/report/translation-report.js'
import { useModelSummary } from '../../../platform/files/use-model-summary.js'

/** Renders the report, where it contains more than the status. */
export function ReportSection({ file }: { file: FileRecord }) {
  const { t } = useTranslation()
  const { data: manifest } = useModelSummary(file)
  const report = manifest?.report
  if (!report || (report.status === 'complete' && report.findings.length === 0 && !report.missingCompanions.length)) {
    return null
  }
  return (
    <section className="border-t border-line pt-5">
      <h3 className="mb-3 text-14">{t('report.title')}</h3>
      <TranslationReport report={report} treeNodes={manifest.counts.nodes} attach={<AttachButton file={file} />} />
    </section>
  )
}
