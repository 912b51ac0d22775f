import type { Finding, ReadReport, Skipped } from '@kamar/scene'
import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../design/copy-button.js'
import { useFormats } from '../format/use-formats.js'
import { reportWord } from './report-words.js'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const
const mostElementsShown = 20

interface TranslationReportProps {
  readonly report: ReadReport
  /** Attaches missing files; left out where that is not possible (examples). */
  readonly attach?: ReactNode
  /** Selects elements in the viewer by their source ids. */
  readonly onElements?: ((sourceIds: readonly string[]) => void) | undefined
}

/** What was read of a file, what was not and why, in plain words. */
export function TranslationReport({ report, attach, onElements }: TranslationReportProps) {
  const { t } = useTranslation()
  const isMissing = report.missingCompanions.length > 0
  const isComplete = report.status === 'complete' && !isMissing
  const summary = report.status === 'complete' && isMissing ? 'completeButMissing' : report.status
  const isFromCloud = report.findings.some(({ code }) => code === 'autodesk-cloud')
  return (
    <div className="space-y-5 text-13">
      <p className="flex items-start gap-2 text-14">
        {report.status === 'preview' ? (
          <Info {...icon} className="mt-0.5 shrink-0 text-muted" />
        ) : isComplete ? (
          <CircleCheck {...icon} className="mt-0.5 shrink-0 text-success" />
        ) : (
          <TriangleAlert {...icon} className="mt-0.5 shrink-0 text-warning" />
        )}
        {t(`report.${summary}`)}
      </p>
      {isFromCloud ? null : <p className="text-muted">{t('report.translatedHere')}</p>}
      {isMissing ? (
        <Section title={t('report.missing')}>
          <p className="text-muted">{t('report.missingHint')}</p>
          <ul className="mt-2 space-y-1">
            {report.missingCompanions.map((name) => (
              <li key={name} className="font-medium break-all">
                {name}
              </li>
            ))}
          </ul>
          {attach ? <div className="mt-3">{attach}</div> : null}
        </Section>
      ) : null}
      <SkippedSection skipped={report.skipped} onElements={onElements} />
      <FindingsSection findings={report.findings} onElements={onElements} />
      <CountsSection counts={report.counts} />
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-13">{title}</h3>
      {children}
    </section>
  )
}

type OnElements = TranslationReportProps['onElements']

interface SkippedSectionProps {
  readonly skipped: readonly Skipped[]
  readonly onElements?: OnElements
}

/** What is not shown and why; nothing where there is no such thing. */
export function SkippedSection({ skipped, onElements }: SkippedSectionProps) {
  const { t } = useTranslation()
  if (skipped.length === 0) return null
  return (
    <Section title={t('report.skipped')}>
      <ul className="space-y-3">
        {skipped.map((row) => (
          <li key={`${row.kind} ${row.reason}`}>
            <p className="font-medium tabular-nums">
              {t('report.skippedOf', { count: row.count, kind: reportWord('kind', row.kind) })}
            </p>
            <p className="text-muted">{reportWord('reason', row.reason)}</p>
            <Elements ids={row.elements ?? []} onElements={onElements} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function FindingsSection({ findings, onElements }: { findings: readonly Finding[]; onElements: OnElements }) {
  const { t } = useTranslation()
  const formats = useFormats()
  if (findings.length === 0) return null
  const withReadableDate = (details: Finding['details']) =>
    typeof details?.['date'] === 'string' ? { ...details, date: formats.date(details['date']) } : details
  return (
    <Section title={t('report.findings')}>
      <ul className="space-y-3">
        {findings.map((finding) => (
          <li key={finding.code + JSON.stringify(finding.details ?? {})} className="flex items-start gap-2">
            {finding.severity === 'warning' ? (
              <TriangleAlert {...icon} className="mt-0.5 shrink-0 text-warning" />
            ) : (
              <Info {...icon} className="mt-0.5 shrink-0 text-muted" />
            )}
            <div className="min-w-0">
              <p>{reportWord('finding', finding.code, withReadableDate(finding.details))}</p>
              <Elements ids={finding.elements ?? []} onElements={onElements} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Elements({ ids, onElements }: { ids: readonly string[]; onElements: OnElements }) {
  const { t } = useTranslation()
  if (ids.length === 0) return null
  return (
    <details className="mt-1">
      <summary className="w-fit rounded-control text-12 text-muted underline underline-offset-4 hover:text-text">
        {t('report.elements', { count: ids.length })}
      </summary>
      <ul className="mt-1.5 space-y-0.5">
        {ids.slice(0, mostElementsShown).map((id) => (
          <li key={id} className="flex items-center gap-1 font-mono text-12">
            {onElements ? (
              <button type="button" className="min-w-0 truncate hover:underline" onClick={() => onElements([id])}>
                {id}
              </button>
            ) : (
              <span className="min-w-0 truncate">{id}</span>
            )}
            <CopyButton label={t('common.copy')} text={id} />
          </li>
        ))}
      </ul>
      {ids.length > mostElementsShown ? (
        <p className="text-12 text-muted">{t('report.moreElements', { count: ids.length - mostElementsShown })}</p>
      ) : null}
    </details>
  )
}

function CountsSection({ counts }: { counts: ReadReport['counts'] }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const rows = Object.entries(counts).filter(([, count]) => count > 0)
  if (rows.length === 0) return null
  return (
    <Section title={t('report.read')}>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        {rows.map(([kind, count]) => (
          <div key={kind} className="contents">
            <dt className="min-w-0 break-words text-muted">{reportWord('kind', kind)}</dt>
            <dd className="text-end tabular-nums">{formats.number(count)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
