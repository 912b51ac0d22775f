import type { ReadReport } from '@kamar/core'
import type { SheetEntityInfo } from '@kamar/viewer'
import { useTranslation } from 'react-i18next'
import { TranslationReport } from '../../../platform/files/report/translation-report.js'
import { currentLanguage } from '../../../platform/i18n/index.js'
import { propertyText } from '../../kit/property-value.js'

interface SheetInfoPanelProps {
  readonly entityInfo: SheetEntityInfo | null
  readonly report: ReadReport | null
}

/** Renders the selection of the sheet, or without one the report of the translation. */
export function SheetInfoPanel({ entityInfo, report }: SheetInfoPanelProps) {
  const { t } = useTranslation()
  if (entityInfo === null)
    return (
      <div className="min-h-0 grow space-y-5 overflow-y-auto p-4">
        <p className="text-13 text-pretty text-muted">{t('sheets.hint')}</p>
        {report ? <TranslationReport report={report} /> : null}
      </div>
    )
  const rows = [
    ['sheets.type', entityInfo.type],
    ['sheets.name', entityInfo.name],
    ['sheets.layer', entityInfo.layer],
    ['sheets.handle', entityInfo.handle],
  ] as const
  const labels = { yes: t('properties.yes'), no: t('properties.no') }
  return (
    <div className="min-h-0 grow overflow-y-auto overscroll-contain">
      <Rows rows={rows.filter(([, value]) => value !== '').map(([name, value]) => [t(name), value])} />
      {entityInfo.sets.map((set) => (
        <section key={set.name} className="border-t border-line pt-2">
          <h3 className="px-4 text-13 font-semibold">{set.name}</h3>
          <Rows
            rows={set.properties.map((property) => [property.name, propertyText(property, labels, currentLanguage())])}
          />
        </section>
      ))}
    </div>
  )
}

function Rows({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <dl className="py-2">
      {rows.map(([name, value], index) => (
        <div key={`${index} ${name}`} className="grid grid-cols-2 gap-3 px-4 py-1 text-13">
          <dt className="wrap-anywhere text-muted">{name}</dt>
          <dd className="wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
