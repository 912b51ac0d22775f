import type { FileRecord } from '@kamar/contracts'
import type { ReadReport } from '@kamar/core'
import type { Viewer } from '@kamar/viewer'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { CloudHint } from '../../platform/files/report/cloud-hint.js'
import { reportWord } from '../../platform/files/report/report-text.js'
import { Thumbnail } from '../../platform/files/thumbnail.js'
import { SkippedSection } from '../../platform/files/report/translation-report.js'

interface PreviewStateProps {
  readonly report: ReadReport
  /** Null for an example: its thumbnail is not requested. */
  readonly file: FileRecord | null
  readonly viewer: Viewer | null
}

/**
 * Renders the state of a file without drawable geometry: the stored preview image, what the file is, what is not shown,
 * and which format to export instead.
 */
export function PreviewState({ report, file, viewer }: PreviewStateProps) {
  const { t } = useTranslation()
  // File-level properties are on the first element, which cannot be picked on the canvas.
  useEffect(() => viewer?.selection.set([0]), [viewer])
  return (
    <section
      aria-label={t('status.preview')}
      className="pointer-events-auto flex max-h-full w-full max-w-110 animate-appear flex-col overflow-y-auto rounded-card border border-line bg-surface shadow-float"
    >
      {file?.hasThumbnail ? <Thumbnail file={file} iconSize={20} className="h-56 w-full shrink-0" /> : null}
      <div className="space-y-2 p-5">
        <h2 className="text-16">{t('status.preview')}</h2>
        {report.findings.map(({ code, details }) => (
          <p key={code} className="text-14 text-muted">
            {reportWord('finding', code, details)}
          </p>
        ))}
        <SkippedSection skipped={report.skipped} />
        {file ? <CloudHint file={file} /> : null}
      </div>
    </section>
  )
}
