import type { ChangeCounts } from '@kamar/comparison'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../../platform/design/class-names.js'
import { useFormats } from '../../../platform/format/use-formats.js'
import { comparedKinds, type ComparedKind, kindAppearances, type ShownKinds } from './compared-kinds.js'

interface KindLegendProps {
  readonly counts: ChangeCounts
  readonly shownKinds: ShownKinds
  readonly onToggle: (kind: ComparedKind) => void
}

/** Renders the legend: the meaning of each colour, the number of elements, and whether they are shown. */
export function KindLegend({ counts, shownKinds, onToggle }: KindLegendProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <div role="group" aria-label={t('compare.shown')} className="grid shrink-0 grid-cols-2 gap-1.5 px-3 pb-3">
      {comparedKinds.map((kind) => {
        const { icon: Icon, swatch, text } = kindAppearances[kind]
        return (
          <button
            key={kind}
            type="button"
            aria-pressed={shownKinds.has(kind)}
            onClick={() => onToggle(kind)}
            className="min-h-11 min-w-0 rounded-control border border-line px-2 py-1 text-start text-13 text-muted hover:border-edge aria-pressed:border-edge aria-pressed:bg-sunken aria-pressed:text-text"
          >
            <span className="flex items-center gap-2">
              <span
                aria-hidden="true"
                className={classNames(
                  'size-3.5 shrink-0 rounded-[4px] border border-edge',
                  shownKinds.has(kind) ? swatch : '',
                )}
              />
              <span className="grow text-14 font-medium tabular-nums">{formats.number(counts[kind])}</span>
              <Icon className="shrink-0" />
            </span>
            <span className="mt-0.5 block text-12 wrap-anywhere">{t(text)}</span>
          </button>
        )
      })}
    </div>
  )
}
