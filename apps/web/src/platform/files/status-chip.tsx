import type { FileRecord } from '@kamar/contracts'
import { Check, CircleHelp, Clock3, Image, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../design/class-names.js'
import { type StatusKind, statusKind } from './file-status.js'
import { getFileSummary, ReportLevelIcon, useReportHeadline } from './report/report-level.js'
import { type StageFile, useStageText } from './stage-text.js'

const appearances: Record<StatusKind, { icon: typeof Check; chip: string; iconClass: string }> = {
  // The fill of the chip shows the progress, so it needs no animation.
  processing: { icon: Clock3, chip: 'border-line bg-surface text-text', iconClass: 'text-muted' },
  success: { icon: Check, chip: 'border-transparent bg-success-soft text-text', iconClass: 'text-success' },
  failed: { icon: X, chip: 'border-transparent bg-danger-soft text-text', iconClass: 'text-danger' },
  error: { icon: X, chip: 'border-transparent bg-danger-soft text-text', iconClass: 'text-danger' },
  unknown: { icon: CircleHelp, chip: 'border-line bg-surface text-text', iconClass: 'text-muted' },
}

type ChipFile = StageFile & Pick<FileRecord, 'progress' | 'partial' | 'previewOnly' | 'report'>

/** A proprietary format that cannot be read yet: neither a success nor a failure. */
const previewAppearance = { icon: Image, chip: 'border-line bg-surface text-text', iconClass: 'text-muted' } as const

/**
 * Renders the status in one word, with the level of the report; while a file is read, the fill of the chip shows the
 * progress.
 */
export function StatusChip({ file }: { file: ChipFile }) {
  const { t } = useTranslation()
  const kind = statusKind(file.status)
  const isPreview = kind === 'success' && file.previewOnly
  const { icon: Icon, chip, iconClass } = isPreview ? previewAppearance : appearances[kind]
  const stage = useStageText(file)
  const summary = kind === 'success' ? getFileSummary(file) : null
  const headline = useReportHeadline()
  return (
    <span
      title={summary ? headline(summary) : (stage ?? undefined)}
      className={classNames(
        'relative inline-flex h-6 max-w-full items-center gap-1.5 overflow-hidden rounded-full border px-2 text-12 whitespace-nowrap',
        chip,
      )}
    >
      {kind === 'processing' ? <ChipFill percent={file.progress} /> : null}
      {summary && hasMark(summary.level, isPreview) ? (
        <ReportLevelIcon level={summary.level} size={12} label={headline(summary)} className="relative" />
      ) : (
        <Icon size={12} strokeWidth={2} className={classNames('relative shrink-0', iconClass)} />
      )}
      <span className="relative truncate">{isPreview ? t('status.preview') : t(`status.${kind}`)}</span>
      {kind === 'processing' && file.status === 'inprogress' ? (
        <span className="relative text-muted tabular-nums">{Math.floor(file.progress)}%</span>
      ) : null}
    </span>
  )
}

/** Returns whether the level is marked; notes of a preview are not, as every preview has them. */
const hasMark = (level: string, isPreview: boolean): boolean =>
  level === 'incomplete' || (level === 'notes' && !isPreview)

function ChipFill({ percent }: { percent: number }) {
  return (
    <span
      aria-hidden="true"
      className="absolute inset-y-0 start-0 bg-accent-soft transition-[width] duration-200"
      style={{ width: `${percent}%` }}
    />
  )
}
