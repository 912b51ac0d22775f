import {
  isGeometryLoss,
  type ReportSummary,
  summarizeReport,
  weighFinding,
  type Finding,
  type ReadReport,
  type Skipped,
} from '@kamar/core'
import { Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../design/copy-button.js'
import { useFormats } from '../../format/use-formats.js'
import { ReportLevelIcon, useReportHeadline } from './report-level.js'
import { reportWord } from './report-text.js'

const maxElements = 20

interface TranslationReportProps {
  readonly report: ReadReport
  /** Number of nodes in the model tree, if known. */
  readonly treeNodes?: number | undefined
  /** Button that attaches missing files; omitted where that is not possible (examples). */
  readonly attach?: ReactNode
  /** Selects elements in the viewer by their source ids. */
  readonly onElements?: ((sourceIds: readonly string[]) => void) | undefined
}

/** Renders what was read of a file, what was omitted and why, in plain words. */
export function TranslationReport({ report, treeNodes, attach, onElements }: TranslationReportProps) {
  const { t } = useTranslation()
  const headline = useReportHeadline()
  const summary = summarizeReport(report)
  const isMissing = report.missingCompanions.length > 0
  const isFromCloud = report.findings.some(({ code }) => code === 'autodesk-cloud')
  return (
    <div className="space-y-5 text-13">
      <p className="flex items-start gap-2 text-14">
        <ReportLevelIcon level={summary.level} className="mt-0.5" />
        {summary.level === 'preview' ? t('report.preview') : headline(summary)}
      </p>
      <div className="space-y-2 text-muted">
        <Statements report={report} summary={summary} />
        {isFromCloud ? null : <p>{t('report.translatedHere')}</p>}
      </div>
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
      <SkippedSection skipped={report.skipped.filter(isGeometryLoss)} onElements={onElements} />
      <NotesSection report={report} onElements={onElements} />
      <CountsSection counts={report.counts} elements={summary.total} treeNodes={treeNodes} />
    </div>
  )
}

/** Renders general statements on files that are read in this way, consistent with the headline. */
function Statements({ report, summary }: { report: ReadReport; summary: ReportSummary }) {
  const statements = report.findings.filter(({ code }) => weighFinding(code) === 'statement')
  const formats = useFormats()
  return statements.map((finding) => (
    <p key={finding.code}>
      {reportWord('finding', statementCode(finding, summary), getReadableDetails(finding.details, formats))}
    </p>
  ))
}

/** Ensures that "All are shown" and "some of it is missing" never occur in one report. */
function statementCode({ code, details }: Finding, { level }: ReportSummary): string {
  if (code !== 'opened-without-program' || details?.['shown'] !== details?.['total']) return code
  return level === 'incomplete' ? `${code}-in-part` : `${code}-all`
}

/** Formats dates and sizes in the details of a finding for the language. */
function getReadableDetails(details: Finding['details'], formats: ReturnType<typeof useFormats>): Finding['details'] {
  if (!details) return details
  const { date, unit, presentBytes, statedBytes } = details
  return {
    ...details,
    ...(typeof presentBytes === 'number' ? { presentBytes: formats.number(presentBytes) } : {}),
    ...(typeof statedBytes === 'number' ? { statedBytes: formats.number(statedBytes) } : {}),
    ...(typeof date === 'string' ? { date: formats.date(date) } : {}),
    ...(typeof unit === 'string' ? { unit: reportWord('unit', unit) } : {}),
    parts: listParts(details),
  }
}

/** Counts of triangles that are not shown, by reason. */
const partKeys = ['withoutArea', 'repeated', 'collapsed', 'unusable'] as const

/** Lists the counts that are not zero. */
const listParts = (details: NonNullable<Finding['details']>): string =>
  partKeys
    .filter((key) => Number(details[key] ?? 0) > 0)
    .map((key) => reportWord('triangles', key, { number: details[key] ?? 0 }))
    .join(', ')

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

/** Renders what is not shown and why; nothing if all is shown. */
export function SkippedSection({ skipped, onElements }: SkippedSectionProps) {
  const { t } = useTranslation()
  if (skipped.length === 0) return null
  return (
    <Section title={t('report.skipped')}>
      <ul className="space-y-3">
        {skipped.map((row) => (
          <li key={`${row.kind} ${row.reason}`}>
            <SkippedRow row={row} onElements={onElements} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function SkippedRow({ row, onElements }: { row: Skipped; onElements: OnElements }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="font-medium tabular-nums">
        {t('report.skippedOf', { count: row.count, kind: reportWord('kind', row.kind) })}
      </p>
      <p className="text-muted">{reportWord('reason', row.reason)}</p>
      <Elements ids={row.elements ?? []} onElements={onElements} />
    </>
  )
}

/** Renders findings and omissions other than geometry: as many entries as the headline counts. */
function NotesSection({ report, onElements }: { report: ReadReport; onElements: OnElements }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const findings = report.findings.filter(({ code }) => weighFinding(code) !== 'statement')
  const metadata = report.skipped.filter((row) => !isGeometryLoss(row))
  if (findings.length + metadata.length === 0) return null
  return (
    <Section title={t('report.findings')}>
      <ul className="space-y-3">
        {findings.map((finding) => (
          <li key={finding.code + JSON.stringify(finding.details ?? {})} className="flex items-start gap-2">
            {finding.severity === 'warning' ? (
              <TriangleAlert className="mt-0.5 shrink-0 text-warning" />
            ) : (
              <Info className="mt-0.5 shrink-0 text-muted" />
            )}
            <div className="min-w-0">
              <p>{reportWord('finding', finding.code, getReadableDetails(finding.details, formats))}</p>
              <Elements ids={finding.elements ?? []} onElements={onElements} />
            </div>
          </li>
        ))}
        {metadata.map((row) => (
          <li key={`${row.kind} ${row.reason}`} className="flex items-start gap-2">
            <Info className="mt-0.5 shrink-0 text-muted" />
            <div className="min-w-0">
              <SkippedRow row={row} onElements={onElements} />
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
        {ids.slice(0, maxElements).map((id) => (
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
      {ids.length > maxElements ? (
        <p className="text-12 text-muted">{t('report.moreElements', { count: ids.length - maxElements })}</p>
      ) : null}
    </details>
  )
}

interface CountsSectionProps {
  readonly counts: ReadReport['counts']
  /** Number of elements with geometry; null if not counted. */
  readonly elements: number | null
  readonly treeNodes?: number | undefined
}

function CountsSection({ counts, elements, treeNodes = 0 }: CountsSectionProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const rows = Object.entries(counts).filter(([, count]) => count > 0)
  if (rows.length === 0) return null
  return (
    <Section title={t('report.read')}>
      {elements !== null && elements > 0 && treeNodes > elements ? (
        <div className="mb-2">
          <p>{t('report.inTree', { count: elements, nodes: formats.number(treeNodes) })}</p>
          <p className="text-muted">{t('report.inTreeHint')}</p>
        </div>
      ) : null}
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
