import type { PropertyChange } from '@kamar/comparison'
import { ArrowRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../../platform/i18n/index.js'
import { propertyText } from '../../../kit/property-value.js'
import { kindAppearances } from '../compared-kinds.js'
import type { DrawingState, ListedChange } from './drawing-differences.js'
import { sheetPartsText } from './sheet-change-text.js'

interface SheetChangeInfoProps {
  readonly listed: ListedChange
  readonly versions: DrawingState['versions']
}

/** Renders a changed entity with its old and new values. */
export function SheetChangeInfo({ listed, versions }: SheetChangeInfoProps) {
  const { t } = useTranslation()
  const { change } = listed
  const { icon: Icon, text } = kindAppearances[change.kind]
  const properties = usePropertyChanges(listed, versions)
  // In some formats a text is also a property, but it is already shown here.
  const isListed = ({ before, after }: PropertyChange): boolean =>
    change.texts.some((text) => text.before === before?.value && text.after === after?.value)
  const items = [
    [t('sheets.type'), change.type],
    [t('sheets.name'), change.name],
    [t('sheets.layer'), change.layerBefore === null ? change.layer : ''],
    [t('sheets.handle'), change.handle],
    [t('compare.what'), sheetPartsText(change, t)],
    [t('compare.text'), change.text],
  ].filter(([, value]) => value !== '')
  const labels = { yes: t('properties.yes'), no: t('properties.no') }
  const valueOf = (state: PropertyChange['before'], name: string): string | null =>
    state && propertyText({ name, ...state }, labels, currentLanguage())
  return (
    <div className="min-h-0 grow overflow-y-auto overscroll-contain">
      <p className="flex items-center gap-2 px-4 pt-3 text-13 font-medium">
        <Icon className="shrink-0" />
        {t(text)}
      </p>
      <dl className="py-2">
        {items.map(([name, value]) => (
          <div key={name} className="grid grid-cols-2 gap-3 px-4 py-1 text-13">
            <dt className="wrap-anywhere text-muted">{name}</dt>
            <dd className="wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <dl className="border-t border-line px-4 py-2 text-13">
        {change.layerBefore === null ? null : (
          <BeforeAfter label={t('sheets.layer')} before={change.layerBefore} after={change.layer} />
        )}
        {change.texts.map(({ before, after }, index) => (
          <BeforeAfter key={index} label={t('compare.text')} before={before} after={after} />
        ))}
        {properties
          .filter((property) => !isListed(property))
          .map(({ set, name, before, after }, index) => (
            <BeforeAfter
              key={`${index} ${set} ${name}`}
              label={set === '' ? name : `${set}: ${name}`}
              before={valueOf(before, name)}
              after={valueOf(after, name)}
            />
          ))}
      </dl>
    </div>
  )
}

interface BeforeAfterProps {
  readonly label: string
  /** Null when the version does not have it. */
  readonly before: string | null
  readonly after: string | null
}

function BeforeAfter({ label, before, after }: BeforeAfterProps) {
  const { t } = useTranslation()
  return (
    <div className="py-1">
      <dt className="wrap-anywhere text-muted">{label}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-2 wrap-anywhere whitespace-pre-line tabular-nums">
        <span className="sr-only">{t('compare.before')}</span>
        {before === null ? (
          <span className="text-muted">{t('compare.missing')}</span>
        ) : (
          <del className="text-muted">{before}</del>
        )}
        <ArrowRight size={12} strokeWidth={2} className="shrink-0 self-center" />
        <span className="sr-only">{t('compare.after')}</span>
        {after === null ? (
          <span className="text-muted">{t('compare.missing')}</span>
        ) : (
          <ins className="font-medium no-underline">{after}</ins>
        )}
      </dd>
    </div>
  )
}

const noChanges: readonly PropertyChange[] = []

/** Returns the changed properties of an entity that both versions have; read when it is selected. */
function usePropertyChanges({ picks }: ListedChange, versions: DrawingState['versions']): readonly PropertyChange[] {
  const [read, setRead] = useState<{ readonly of: unknown; readonly changes: readonly PropertyChange[] } | null>(null)
  useEffect(() => {
    if (!versions || picks.length < 2) return undefined
    let isCurrent = true
    const readAll = async (): Promise<void> => {
      const [{ compareProperties }, { readSheetEntitySets }] = await Promise.all([
        import('@kamar/comparison'),
        import('@kamar/viewer'),
      ])
      const [before, after] = await Promise.all(
        picks.map(({ side, sheet, entity }) => readSheetEntitySets({ ...versions[side], sheet, entity })),
      )
      if (isCurrent && before && after) setRead({ of: picks, changes: compareProperties(before, after) })
    }
    // The change is shown even without properties.
    readAll().catch(() => null)
    return () => {
      isCurrent = false
    }
  }, [picks, versions])
  return read?.of === picks ? read.changes : noChanges
}
