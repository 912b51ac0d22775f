import type { ColorLegend, LegendEntry, QueryField, Viewer } from '@kamar/viewer'
import { Palette } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../../platform/design/fields/checkbox.js'
import { EmptyState } from '../../../platform/design/empty-state.js'
import { notify } from '../../../platform/design/toasts-state.js'
import { numberFormat } from '../../../platform/format/number.js'
import { Toggle } from '../../../platform/design/fields/toggle.js'
import { NumberField } from '../../kit/fields/number-field.js'
import { PanelFoot } from '../../kit/panel/panel-foot.js'
import { ColorInput } from '../../kit/fields/color-input.js'
import { FieldInput } from '../../kit/fields/field-input.js'
import { useRevealInList } from '../../session/reveal/use-reveal-in-list.js'
import { Segments } from '../../kit/fields/segments.js'
import type { ColorsControl } from './use-colors.js'
import { type FieldChoice, isSameField, formatLabel, useFields } from '../../kit/fields/use-fields.js'

interface ColorsPanelProps {
  readonly viewer: Viewer | null
  readonly colors: ColorsControl
}

/** Colours the model by a property and shows the legend. */
export function ColorsPanel({ viewer, colors }: ColorsPanelProps) {
  const { t } = useTranslation()
  const fields = useFields(viewer)
  const { legend, engine } = colors
  const paint = async (field: QueryField, kind: ColorLegend['kind'], ranges = 5): Promise<void> => {
    const painted = await colors.loadEngine().then((extension) => extension?.colorBy(field, { kind, ranges }))
    if (painted === false)
      notify(t(kind === 'ranges' ? 'colors.noNumbers' : 'colors.noValues'), { tone: 'information' })
  }
  const getLegendKind = (field: QueryField): ColorLegend['kind'] =>
    fields?.find((choice) => isSameField(choice.field, field))?.kind === 'number' ? 'ranges' : 'categories'
  if (!viewer || fields === null) {
    return (
      <p role="status" className="p-3 text-13 text-pretty text-muted">
        {t('properties.waiting')}
      </p>
    )
  }
  return (
    <>
      <div className="shrink-0 space-y-2 border-b border-line p-3">
        <FieldInput
          label={t('filter.property')}
          placeholder={t('colors.choose')}
          fields={fields}
          value={legend?.field ?? null}
          onChange={(field) => void paint(field, getLegendKind(field))}
        />
        {legend ? (
          <Segments
            legend={t('colors.kind')}
            value={legend.kind}
            choices={(['categories', 'ranges'] as const).map((value) => ({ value, label: t(`colors.${value}`) }))}
            onChoose={(kind) => void paint(legend.field, kind)}
          />
        ) : null}
      </div>
      {legend ? (
        <Legend
          {...{ viewer, colors, legend, fields }}
          onRanges={(count) => void paint(legend.field, 'ranges', count)}
        />
      ) : (
        <div className="min-h-0 grow overflow-y-auto">
          <EmptyState icon={<Palette size={28} strokeWidth={1.25} />} title={t('colors.none')}>
            {t('colors.noneHint')}
          </EmptyState>
        </div>
      )}
      <PanelFoot
        viewer={viewer}
        clearText={t('colors.clear')}
        disabled={legend === null}
        onClear={() => engine?.clear()}
      />
    </>
  )
}

interface LegendProps {
  readonly viewer: Viewer
  readonly colors: ColorsControl
  readonly legend: ColorLegend
  readonly fields: readonly FieldChoice[]
  readonly onRanges: (count: number) => void
}

function Legend({ viewer, colors, legend, fields, onRanges }: LegendProps) {
  const { t } = useTranslation()
  const reveal = useRevealInList(viewer)
  const { engine } = colors
  const unit = fields.find(({ field }) => isSameField(field, legend.field))?.unit
  const property = formatLabel(fields, legend.field)
  return (
    <div className="min-h-0 grow overflow-y-auto overscroll-contain">
      <p role="status" className="sr-only">
        {t('colors.painted', { count: legend.entries.length, property })}
      </p>
      <ul aria-label={t('colors.legend', { property })} className="py-1">
        {legend.entries.map((entry, at) => (
          <LegendRow
            // oxlint-disable-next-line react/no-array-index-key -- entries keep their place
            key={at}
            entry={entry}
            unit={unit}
            onColor={(rgb) => engine?.setEntry(at, { rgb })}
            onEnable={() => engine?.setEntry(at, { enabled: !entry.enabled })}
            onSelect={() => reveal(engine?.elements[at] ?? [])}
          />
        ))}
      </ul>
      {legend.others > 0 ? (
        <p className="px-3 pb-2 text-12 text-muted">{t('colors.others', { count: legend.others })}</p>
      ) : null}
      {legend.kind === 'ranges' ? <Bounds {...{ colors, legend, onRanges }} /> : null}
      <div className="border-t border-line px-3">
        <Toggle
          label={t('colors.othersGrey')}
          checked={legend.othersGrey}
          onChange={(grey) => engine?.setOthersGrey(grey)}
        />
      </div>
    </div>
  )
}

interface LegendRowProps {
  readonly entry: LegendEntry
  readonly unit: string | undefined
  readonly onColor: (rgb: LegendEntry['rgb']) => void
  readonly onEnable: () => void
  readonly onSelect: () => void
}

function LegendRow({ entry, unit, onColor, onEnable, onSelect }: LegendRowProps) {
  const { t, i18n } = useTranslation()
  const number = numberFormat(i18n.language, { maximumSignificantDigits: 6 })
  const { range } = entry
  const text = range ? `${number.format(range.low)} – ${number.format(range.high)} ${unit ?? ''}`.trim() : entry.text
  return (
    <li className="flex min-h-9 items-center gap-2 px-3 py-0.5 text-13">
      <Checkbox aria-label={t('colors.on', { value: text })} checked={entry.enabled} onChange={onEnable} />
      <ColorInput label={t('colors.colorOf', { value: text })} rgb={entry.rgb} onChange={onColor} />
      <button
        type="button"
        onClick={onSelect}
        className="min-h-7 min-w-0 grow truncate text-start hover:underline pointer-coarse:min-h-11"
        title={text}
      >
        {text}
      </button>
      <span className="shrink-0 text-12 text-muted tabular-nums">{number.format(entry.elements)}</span>
    </li>
  )
}

/** Edits the number of ranges, and their limits. */
function Bounds({ colors, legend, onRanges }: Pick<LegendProps, 'colors' | 'legend' | 'onRanges'>) {
  const { t } = useTranslation()
  const [count, setCount] = useState(legend.entries.length)
  const bounds = [legend.entries[0]?.range?.low ?? 0, ...legend.entries.map(({ range }) => range?.high ?? 0)]
  const change = (at: number, value: number): void => {
    const next = bounds.with(at, value)
    const isAscending = next.every((bound, index) => index === 0 || bound > (next[index - 1] ?? -Infinity))
    if (isAscending) void colors.engine?.setBounds(legend.field, next)
  }
  return (
    <details className="border-t border-line px-3 py-2">
      <summary className="cursor-pointer text-13 text-muted">{t('colors.bounds')}</summary>
      <div className="grid grid-cols-2 gap-2 pt-2">
        <NumberField
          label={t('colors.count')}
          value={count}
          decimals={0}
          step={1}
          onChange={(value) => {
            const next = Math.max(1, Math.min(20, Math.round(value)))
            setCount(next)
            onRanges(next)
          }}
        />
        {bounds.map((bound, at) => (
          <NumberField
            // oxlint-disable-next-line react/no-array-index-key -- bounds keep their place
            key={at}
            label={t('colors.bound', { number: at + 1 })}
            value={bound}
            decimals={3}
            step={Math.max(0.001, ((bounds.at(-1) ?? 1) - (bounds[0] ?? 0)) / 100)}
            onChange={(value) => change(at, value)}
          />
        ))}
      </div>
    </details>
  )
}
