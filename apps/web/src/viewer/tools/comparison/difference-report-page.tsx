import type { FileVersion } from '@kamar/contracts'
import { Box, Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { Mark } from '../../../platform/brand/mark.js'
import { Button, buttonClass } from '../../../platform/design/button.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import { saveFile } from '../../../platform/files/download/save-file.js'
import { useFileVersions } from '../../../platform/files/use-versions.js'
import { TimeInText } from '../../../platform/format/shown-time.js'
import { useFormats } from '../../../platform/format/use-formats.js'
import { useTitle } from '../../../platform/use-title.js'
import { DifferenceTable } from './difference-table.js'
import { ReportCounts } from './report-counts.js'
import { writeReportCsv } from './report-lines.js'
import { type DifferenceReport, useDifferenceReport } from './use-difference-report.js'

/** Renders the changes between two versions as a printable page. */
export function DifferenceReportPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const [newer, older] = [search.get('urn') ?? '', search.get('compare') ?? '']
  const report = useDifferenceReport({ newer, older })
  const { data } = useFileVersions(newer)
  const otherFile = useFileVersions(older).data
  useTitle(t('difference.title'))
  const findVersion = (urn: string): FileVersion | undefined => data?.versions.find((version) => version.urn === urn)
  const [before, after] = [findVersion(older), findVersion(newer)]
  const names = [otherFile, data].flatMap((file) => (file ? [file.description] : []))
  // Two versions of one file share a name; two different files are joined by an arrow.
  const name = [...new Set(otherFile?.id === data?.id ? names.slice(-1) : names)].join(' → ')
  return (
    <div className="min-h-dvh bg-page print:bg-transparent">
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto max-w-240 px-4 py-6 outline-none sm:px-6 print:max-w-none print:p-0"
      >
        <header className="flex flex-wrap items-start gap-x-6 gap-y-3">
          <Mark className="size-9 shrink-0" />
          <div className="min-w-0 grow">
            <h1 className="text-28">{t('difference.title')}</h1>
            {name === '' ? null : <p className="mt-1 text-16 wrap-anywhere">{name}</p>}
          </div>
          <Ways report={report} name={name} viewer={`/ViewerPage?${search.toString()}`} />
        </header>
        {before && after ? <Versions before={before} after={after} /> : null}
        {newer === '' || older === '' ? (
          <p className="mt-6 text-14 text-muted">{t('versions.compareHint')}</p>
        ) : (
          <Body report={report} />
        )}
      </main>
    </div>
  )
}

function Versions({ before, after }: { before: FileVersion; after: FileVersion }) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <ul className="mt-4 text-14 text-muted">
      {[before, after].map(({ created_at: date, note, number, size }) => (
        <li key={number} className="wrap-anywhere">
          <TimeInText value={date} as="moment">
            {(text) => t('difference.versionOf', { number, date: text, size: formats.size(size) })}
          </TimeInText>
          {note === '' ? '' : ` · ${note}`}
        </li>
      ))}
    </ul>
  )
}

function Ways({ report, name, viewer }: { report: DifferenceReport; name: string; viewer: string }) {
  const { t } = useTranslation()
  const { lines } = report
  const saveCsv = (): void => {
    if (lines) saveFile(new Blob([writeReportCsv(lines, { t })], { type: 'text/csv' }), `${name || 'differences'}.csv`)
  }
  return (
    <div className="flex w-full flex-wrap gap-2 sm:w-auto print:hidden">
      <Link to={viewer} className={buttonClass('secondary')}>
        <Box />
        {t('difference.toModel')}
      </Link>
      <Button icon={<Download />} disabled={!lines} onClick={saveCsv}>
        {t('difference.csv')}
      </Button>
      <Button tone="primary" icon={<Printer />} disabled={!lines} onClick={() => window.print()}>
        {t('difference.print')}
      </Button>
    </div>
  )
}

function Body({ report }: { report: DifferenceReport }) {
  const { t } = useTranslation()
  const [hasIds, setHasIds] = useState(false)
  const formats = useFormats()
  const { counts, error, fraction, lines, result } = report
  if (error !== null) {
    return (
      <div className="mt-6">
        <p role="alert" className="mb-3 text-14 text-danger">
          {t('difference.failed', { reason: errorMessage(error) })}
        </p>
        <Button onClick={report.retry}>{t('compare.retry')}</Button>
      </div>
    )
  }
  return (
    <>
      {counts ? <ReportCounts counts={counts} /> : null}
      {result && !result.comparison.areIdsStable && result.comparison.changes.length > 0 ? (
        <p className="mt-3 text-13 text-pretty text-muted">{t('compare.idsChanged')}</p>
      ) : null}
      {lines ? (
        <>
          {lines.length > 0 ? (
            <label className="mt-4 inline-flex min-h-9 cursor-pointer items-center gap-2 text-13 pointer-coarse:min-h-11 print:hidden">
              <input
                type="checkbox"
                checked={hasIds}
                onChange={(event) => setHasIds(event.currentTarget.checked)}
                className="size-4 accent-accent"
              />
              {t('difference.showIds')}
            </label>
          ) : null}
          <DifferenceTable lines={lines} hasIds={hasIds} />
        </>
      ) : (
        <p role="status" className="mt-6 text-14 text-muted">
          {result
            ? t('difference.reading', { percent: `${formats.number(Math.floor(fraction * 100))} %` })
            : t('compare.loading')}
        </p>
      )}
    </>
  )
}
