import type { FieldSummary, QueryField, ValueGroup, Viewer } from '@kamar/viewer'
import type { TFunction } from 'i18next'
import { ChevronRight } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../platform/i18n/index.js'
import { useClassNames } from '../../kit/classes/use-class-names.js'
import { PanelSection } from '../../kit/panel/panel-section.js'
import { numberText, propertyText } from '../../kit/property-value.js'
import { type PropertyGroup, PropertyList, type PropertyRow } from './property-list.js'
import { isEcho, type PropertyPreference } from './property-settings.js'
import { PropertiesSkeleton } from './properties-skeleton.js'
import { findTotals, isQuantity, type Total } from './quantities.js'
import { markElements, maxSummarized, type SelectionSummary, useSummary } from './use-summary.js'

interface SeveralElementsProps {
  readonly viewer: Viewer
  readonly selected: readonly number[]
  readonly preference: PropertyPreference
}

/** Renders what several elements have in common, where they differ, and their sums. */
export function SeveralElements({ viewer, selected, preference }: SeveralElementsProps) {
  const { t } = useTranslation()
  const summary = useSummary(viewer, selected)
  return (
    <>
      <h3 className="px-4 pt-3 pb-2 text-14">{t('properties.several', { count: selected.length })}</h3>
      {selected.length > maxSummarized ? (
        <p className="px-4 pb-2 text-12 text-muted">{t('properties.capped', { count: maxSummarized })}</p>
      ) : null}
      {summary === null ? <PropertiesSkeleton /> : null}
      {summary === 'failed' ? (
        <p role="alert" className="px-4 py-3 text-13 text-danger">
          {t('properties.failed')}
        </p>
      ) : null}
      {summary === null || summary === 'failed' ? null : (
        <LoadedSummary {...{ viewer, selected, preference, summary }} />
      )}
    </>
  )
}

function LoadedSummary(props: SeveralElementsProps & { readonly summary: SelectionSummary }) {
  const { t } = useTranslation()
  const { viewer, selected, preference, summary } = props
  const formatClass = useClassNames()
  const totals = findTotals(summary.fields)
  const { openingArea } = summary
  const sets = useMemo(() => toGroups(viewer, selected, summary.fields, t), [viewer, selected, summary.fields, t])
  return (
    <>
      {totals.length > 0 || openingArea ? (
        <PanelSection title={t('properties.totals')}>
          <dl>
            {openingArea ? (
              <TotalRow
                kind="area"
                {...openingArea}
                selectedCount={selected.length}
                note={t('properties.computedArea')}
              />
            ) : null}
            {totals.map((total) => (
              <TotalRow key={total.kind} {...total} selectedCount={selected.length} />
            ))}
          </dl>
        </PanelSection>
      ) : null}
      <Kinds title={t('properties.byClass')} groups={summary.classes} viewer={viewer} format={formatClass} />
      <Kinds title={t('properties.byType')} groups={summary.types} viewer={viewer} />
      {sets.length === 0 ? (
        <p className="px-4 py-3 text-13 text-muted">{t('properties.empty')}</p>
      ) : (
        <PropertyList sets={sets} preference={preference} />
      )}
      {summary.omitted > 0 ? (
        <p className="px-4 py-2 text-12 text-muted">{t('properties.omitted', { count: summary.omitted })}</p>
      ) : null}
    </>
  )
}

interface TotalRowProps extends Total {
  readonly selectedCount: number
  /** How it was computed; omitted for what the file states. */
  readonly note?: string
}

/** Renders the sum of a quantity, and how many of the elements have it. */
function TotalRow({ kind, sum, unit, elements, selectedCount, note }: TotalRowProps) {
  const { t } = useTranslation()
  return (
    <div className="grid grid-cols-2 gap-3 px-4 py-1 text-13">
      <dt className="text-muted">{t(`properties.total.${kind}`)}</dt>
      <dd className="tabular-nums">
        Σ {propertyText({ name: kind, value: sum, ...(unit ? { unit } : {}) }, noLabels, currentLanguage())}
        {elements < selectedCount ? <PartNote count={elements} total={selectedCount} /> : null}
        {note === undefined ? null : <span className="block text-12 text-muted">{note}</span>}
      </dd>
    </div>
  )
}

const noLabels = { yes: '', no: '' } as const

function PartNote({ count, total }: { readonly count: number; readonly total: number }) {
  const { t } = useTranslation()
  return <span className="block text-12 text-muted">{t('properties.part', { count, total })}</span>
}

interface KindsProps {
  readonly viewer: Viewer
  readonly title: string
  readonly groups: readonly ValueGroup[]
  readonly format?: (text: string) => string
}

/** Lists classes or types with their numbers of elements; a click selects these. */
function Kinds({ viewer, title, groups, format }: KindsProps) {
  if (groups.length === 0) return null
  return (
    <PanelSection title={title}>
      <ValueList label={title} {...{ viewer, groups, ...(format ? { format } : {}) }} />
    </PanelSection>
  )
}

interface ValueListProps {
  readonly viewer: Viewer
  readonly label: string
  readonly groups: readonly ValueGroup[]
  readonly format?: (text: string) => string
}

function ValueList({ viewer, label, groups, format = (text) => text }: ValueListProps) {
  return (
    <ul aria-label={label}>
      {groups.map(({ text, elements }) => (
        <li key={text}>
          <button
            type="button"
            title={text}
            onClick={() => viewer.selection.set(elements)}
            className="flex min-h-7 w-full items-center gap-2 px-4 text-start text-13 outline-offset-[-2px] hover:bg-page pointer-coarse:min-h-11"
          >
            <span className="min-w-0 grow truncate">{format(text)}</span>
            <span className="shrink-0 text-12 text-muted tabular-nums">{elements.length}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function toGroups(
  viewer: Viewer,
  selected: readonly number[],
  fields: readonly FieldSummary[],
  t: TFunction,
): readonly PropertyGroup[] {
  const labels = { yes: t('properties.yes'), no: t('properties.no') }
  const bySet = new Map<string, PropertyRow[]>()
  for (const field of fields) {
    const rows = bySet.get(field.set) ?? []
    bySet.set(field.set, rows)
    const { property: name, value, unit } = field
    const isCommon = value !== null
    const single = isCommon ? propertyText({ name, value, ...(unit ? { unit } : {}) }, labels, currentLanguage()) : ''
    rows.push({
      name,
      text: isCommon ? single : t('properties.varies', { count: field.distinct }),
      copy: isCommon ? String(value) : null,
      isEcho: isEcho(value, name),
      ...(isCommon && !isQuantity(field)
        ? {}
        : { content: <Value {...{ viewer, selected, field }} single={single} /> }),
    })
  }
  return [...bySet].map(([name, rows]) => ({ name, rows }))
}

interface ValueProps {
  readonly viewer: Viewer
  readonly selected: readonly number[]
  readonly field: FieldSummary
  /** Text of the common value; empty where there is none. */
  readonly single: string
}

/** Renders a common quantity with its sum, or a varying value that expands to its values. */
function Value({ viewer, selected, field, single }: ValueProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { property, sum, unit, elements, distinct, value } = field
  const hasSum = sum !== null && isQuantity(field)
  return (
    <>
      {value === null ? (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="inline-flex items-center gap-0.5 rounded-control text-start hover:underline pointer-coarse:min-h-11"
        >
          <ChevronRight className={isOpen ? 'rotate-90 text-muted' : 'text-muted'} />
          {distinct === 1 ? t('properties.some') : t('properties.varies', { count: distinct })}
        </button>
      ) : (
        single
      )}
      {hasSum ? (
        <span className="block text-12 text-muted">
          Σ {`${numberText(sum, currentLanguage())} ${unit ?? ''}`.trim()}
        </span>
      ) : null}
      {value === null && elements < selected.length ? <PartNote count={elements} total={selected.length} /> : null}
      {isOpen ? <Values {...{ viewer, selected, field }} label={property} /> : null}
    </>
  )
}

/** Number of values that are listed, the most frequent ones. */
const maxValues = 50

/** Lists the values of a property with their numbers of elements; a click selects these. */
function Values({ viewer, selected, field, label }: Omit<ValueProps, 'single'> & { readonly label: string }) {
  const { t } = useTranslation()
  const values = useValues(viewer, selected, field)
  const { unit } = field
  const labels: Readonly<Record<string, string>> = { true: t('properties.yes'), false: t('properties.no') }
  const format = (text: string): string => labels[text] ?? formatNumber(text, unit)
  if (values === null) return null
  return (
    <div className="-mx-4 mt-1">
      <ValueList {...{ viewer, label, format }} groups={values.groups} />
      {values.others > 0 ? (
        <p className="px-4 text-12 text-muted">{t('properties.otherValues', { count: values.others })}</p>
      ) : null}
    </div>
  )
}

function formatNumber(text: string, unit: string | undefined): string {
  const number = Number(text)
  const value = unit !== undefined && Number.isFinite(number) ? number : text
  return propertyText({ name: '', value, ...(unit ? { unit } : {}) }, noLabels, currentLanguage())
}

function useValues(viewer: Viewer, selected: readonly number[], { set, property }: QueryField) {
  const [values, setLoaded] = useState<{ readonly groups: readonly ValueGroup[]; readonly others: number } | null>(null)
  useEffect(() => {
    let isCurrent = true
    const marks = markElements(viewer, selected.slice(0, maxSummarized))
    viewer.queries.values({ set, property }, marks, maxValues).then(
      (reply) => (isCurrent ? setLoaded(reply) : undefined),
      () => null,
    )
    return () => {
      isCurrent = false
    }
  }, [viewer, selected, set, property])
  return values
}
