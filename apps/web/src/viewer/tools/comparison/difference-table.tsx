import { useTranslation } from 'react-i18next'
import { kindAppearances } from './compared-kinds.js'
import type { ReportLine } from './report-lines.js'

/** Maximum number of printed lines; the CSV file has all of them. */
const maxLines = 2_000

interface DifferenceTableProps {
  readonly lines: readonly ReportLine[]
  readonly hasIds: boolean
}

/** Renders the lines of the report; an element is named in its first line only. */
export function DifferenceTable({ lines, hasIds }: DifferenceTableProps) {
  const { t } = useTranslation()
  if (lines.length === 0) return <p className="mt-6 text-14">{t('compare.nothing')}</p>
  return (
    <>
      {lines.length > maxLines ? (
        <p className="mt-6 text-13 text-muted">{t('difference.cut', { count: maxLines })}</p>
      ) : null}
      <div
        role="region"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a table wider than a phone is scrolled by keys
        tabIndex={0}
        aria-label={t('compare.list')}
        className="mt-6 overflow-x-auto rounded-card border border-line bg-surface print:overflow-visible print:border-0"
      >
        <table className="w-full border-collapse text-start text-13">
          <thead>
            <tr className="border-b border-line text-12 text-muted">
              {[t('difference.kind'), t('difference.element'), t('difference.what'), t('compare.before')].map(
                (text) => (
                  <th key={text} scope="col" className="px-3 py-2 text-start font-medium">
                    {text}
                  </th>
                ),
              )}
              <th scope="col" className="px-3 py-2 text-start font-medium">
                {t('compare.after')}
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, maxLines).map((line, index) => (
              <Line key={index} line={line} hasIds={hasIds} isFirst={!isSameElement(lines[index - 1], line)} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

const isSameElement = (one: ReportLine | undefined, other: ReportLine): boolean =>
  one?.kind === 'changed' && other.kind === 'changed' && one.id === other.id && one.name === other.name

function Line({ line, hasIds, isFirst }: { line: ReportLine; hasIds: boolean; isFirst: boolean }) {
  const { t } = useTranslation()
  const { icon: Icon, text } = kindAppearances[line.kind]
  const cell = 'px-3 py-1.5 align-top wrap-anywhere'
  return (
    <tr className={isFirst ? 'break-inside-avoid border-t border-line' : 'break-inside-avoid'}>
      <td className={`${cell} whitespace-nowrap`}>
        {isFirst ? (
          <span className="inline-flex items-center gap-1.5">
            <Icon size={14} className="shrink-0" />
            {t(text)}
          </span>
        ) : null}
      </td>
      <td className={`${cell} min-w-40`}>
        {isFirst ? (
          <>
            <span className="block font-medium">{line.name || line.className || t('tree.unnamed')}</span>
            <span className="block text-12 text-muted">{line.className}</span>
            {hasIds ? <span className="block font-mono text-12 text-muted">{line.id}</span> : null}
          </>
        ) : null}
      </td>
      <td className={`${cell} min-w-32`}>{line.label}</td>
      <td className={`${cell} min-w-24 text-muted tabular-nums`}>{line.before}</td>
      <td className={`${cell} min-w-24 tabular-nums`}>{line.after}</td>
    </tr>
  )
}
