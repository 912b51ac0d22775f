import type { ChangeCounts } from '@kamar/comparison'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../../platform/design/class-names.js'
import { useFormats } from '../../../platform/format/use-formats.js'
import { comparedKinds, kindAppearances } from './compared-kinds.js'

/** Renders the number of elements of each kind. */
export function ReportCounts({ counts }: { counts: ChangeCounts }) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <dl className="mt-6 grid grid-cols-2 gap-3 sm:grid-cols-4 print:grid-cols-4">
      {comparedKinds.map((kind) => {
        const { icon: Icon, swatch, text } = kindAppearances[kind]
        return (
          <div key={kind} className="rounded-card border border-line bg-surface p-3">
            <dt className="flex items-center gap-2 text-13 text-muted">
              <span
                aria-hidden="true"
                className={classNames('size-3 shrink-0 rounded-[3px] border border-edge', swatch)}
              />
              <span className="min-w-0 grow wrap-anywhere">{t(text)}</span>
              <Icon className="shrink-0" />
            </dt>
            <dd className="mt-1 text-28 tabular-nums">{formats.number(counts[kind])}</dd>
          </div>
        )
      })}
    </dl>
  )
}
