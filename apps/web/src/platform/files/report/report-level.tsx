import type { FileRecord } from '@kamar/contracts'
import type { ReportLevel, ReportSummary } from '@kamar/core'
import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../design/class-names.js'
import { useFormats } from '../../format/use-formats.js'

const icons: Readonly<Record<ReportLevel, { readonly icon: typeof Info; readonly color: string }>> = {
  complete: { icon: CircleCheck, color: 'text-success' },
  notes: { icon: Info, color: 'text-muted' },
  incomplete: { icon: TriangleAlert, color: 'text-warning' },
  preview: { icon: Info, color: 'text-muted' },
}

interface ReportLevelIconProps {
  readonly level: ReportLevel
  readonly size?: number
  readonly className?: string
  /** Accessible name; omitted where the level is also written next to the icon. */
  readonly label?: string
}

/** Renders the icon of a report's level, the same in the list, the preview and the viewer. */
export function ReportLevelIcon({ level, size = 16, className, label }: ReportLevelIconProps) {
  const { icon: Icon, color } = icons[level]
  const name = label === undefined ? ({ 'aria-hidden': true } as const) : { role: 'img', 'aria-label': label }
  return <Icon size={size} {...name} className={classNames('shrink-0', color, className)} />
}

/** Returns a function that formats the level of a finished file: "Complete; 3 notes". */
export function useReportHeadline(): (summary: ReportSummary) => string {
  const { t } = useTranslation()
  const formats = useFormats()
  return ({ level, notes, missing, inPart, total }) => {
    if (level === 'notes') return t('report.headline.notes', { count: notes })
    if (level !== 'incomplete') return t(`report.headline.${level}`)
    if (missing > 0 && total !== null)
      return t('report.headline.missing', { count: missing, total: formats.number(total) })
    if (missing > 0) return t('report.headline.parts', { count: missing })
    return inPart > 0 ? t('report.headline.inPart', { count: inPart }) : t('report.headline.some')
  }
}

/** Returns the summary of a file's report; for servers that send none, a summary derived from the file. */
export function getFileSummary(file: Pick<FileRecord, 'report' | 'partial' | 'previewOnly'>): ReportSummary {
  if (file.report) return file.report
  const level = file.partial ? 'incomplete' : file.previewOnly ? 'preview' : 'complete'
  return { level, notes: 0, missing: 0, inPart: 0, total: null }
}
