import { useTranslation } from 'react-i18next'
import { numberFormat } from '../../../platform/format/number.js'
import { useRevealInList } from '../../session/reveal/use-reveal-in-list.js'
import { elementName } from '../../session/use-tree.js'
import { lengthScale } from './length-scale.js'
import type { SectionPanelProps } from './use-section.js'

/** Maximum number of rows; the sum includes all. */
const maxRows = 60

/** Lists the cut area of each element, square metres; a click selects the element. */
export function CutAreaList({ section, tree, viewer }: SectionPanelProps) {
  const { t, i18n } = useTranslation()
  const reveal = useRevealInList(viewer)
  const { areas, busy } = section
  const isSmall = lengthScale(viewer).unit === 'mm'
  const decimals = isSmall ? 2 : 3
  const format = numberFormat(i18n.language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  const areaText = (area: number): string =>
    isSmall ? `${format.format(area * 1e6)} mm²` : `${format.format(area)} m²`
  const total = areas.reduce((sum, { squareMetres }) => sum + squareMetres, 0)
  return (
    <section className="border-t border-line px-3 py-2">
      <div className="flex flex-wrap items-baseline gap-x-2 pt-1 pb-2">
        <h3 className="grow text-13 font-semibold">{t('section.areas')}</h3>
        <span className="text-13 text-muted tabular-nums">
          {busy ? t('section.areasBusy') : `${t('section.total')} ${areaText(total)}`}
        </span>
      </div>
      {areas.length === 0 && !busy ? <p className="py-1 text-13 text-muted">{t('section.areasNone')}</p> : null}
      <ul>
        {areas.slice(0, maxRows).map(({ element, plane, squareMetres }) => (
          <li key={`${plane} ${element}`}>
            <button
              type="button"
              onClick={() => reveal([element])}
              className="flex min-h-8 w-full pointer-coarse:min-h-11 pointer-coarse:items-center items-baseline gap-2 rounded-control px-1 text-start text-13 hover:bg-sunken"
            >
              <span className="min-w-0 grow truncate">{tree ? elementName(tree, element) : element}</span>
              <span className="shrink-0 tabular-nums">{areaText(squareMetres)}</span>
            </button>
          </li>
        ))}
      </ul>
      {areas.length > maxRows ? (
        <p className="px-1 py-1 text-12 text-muted">{t('section.more', { count: areas.length - maxRows })}</p>
      ) : null}
    </section>
  )
}
