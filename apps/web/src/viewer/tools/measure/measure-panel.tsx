import type { ModelTree } from '@kamar/package-format/read'
import type { Measurement, Viewer } from '@kamar/viewer'
import { Download, Pencil, Ruler, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../platform/design/button.js'
import { classNames } from '../../../platform/design/class-names.js'
import { CopyButton } from '../../../platform/design/copy-button.js'
import { EmptyState } from '../../../platform/design/empty-state.js'
import { inputClass } from '../../../platform/design/fields/text-field.js'
import { PanelFoot } from '../../kit/panel/panel-foot.js'
import { elementName } from '../../session/use-tree.js'
import { exportMeasurements } from './export-measurements.js'
import { formatValues } from './format-values.js'
import type { MeasureControl } from './use-measure.js'

export interface MeasurePanelProps {
  readonly measure: MeasureControl
  readonly viewer: Viewer | null
  readonly tree: ModelTree | null
}

/** Renders the measurements of this view with all values. */
export function MeasurePanel({ measure, viewer, tree }: MeasurePanelProps) {
  const { t } = useTranslation()
  const { engine, measurements } = measure
  const isEmpty = measurements.length === 0
  return (
    <>
      <div className="min-h-0 grow overflow-y-auto overscroll-contain">
        {isEmpty ? (
          <EmptyState icon={<Ruler size={28} strokeWidth={1.25} />} title={t('measure.none')}>
            {t('measure.noneHint')}
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line/60">
            {measurements.map((measurement, index) => (
              <MeasurementRow key={measurement.id} {...{ measure, measurement, tree }} number={index + 1} />
            ))}
          </ul>
        )}
      </div>
      <PanelFoot viewer={viewer} clearText={t('measure.clear')} disabled={isEmpty} onClear={() => engine?.clear()}>
        <Button
          size="small"
          disabled={isEmpty || engine === null}
          icon={<Download />}
          onClick={() => (engine ? exportMeasurements(engine, tree, t) : undefined)}
        >
          {t('measure.export')}
        </Button>
      </PanelFoot>
    </>
  )
}

interface MeasurementRowProps extends Pick<MeasurePanelProps, 'measure' | 'tree'> {
  readonly measurement: Measurement
  readonly number: number
}

function MeasurementRow({ measure, measurement, tree, number }: MeasurementRowProps) {
  const { t } = useTranslation()
  const [isNaming, setNaming] = useState(false)
  const { engine, selected } = measure
  const kind = t(`measure.kind.${measurement.kind}`)
  const name = measurement.name === '' ? `${number}. ${kind}` : measurement.name
  const values = engine === null ? [] : formatValues(engine, measurement, t)
  const isSelected = selected === measurement.id
  const sides = tree && measurement.kind === 'clearance' ? (measurement.elements ?? []) : []
  const sidesText = sides.map((element) => (tree ? elementName(tree, element) : '')).join(' – ')
  return (
    <li className={classNames('px-3 py-2', isSelected ? 'bg-accent-soft' : undefined)}>
      <div className="flex items-center gap-0.5">
        {isNaming ? (
          <NameField
            name={measurement.name}
            onName={(newName) => {
              setNaming(false)
              if (newName !== null && newName !== measurement.name) engine?.rename(measurement.id, newName)
            }}
          />
        ) : (
          <button
            type="button"
            aria-pressed={isSelected}
            onClick={() => engine?.select(isSelected ? null : measurement.id)}
            className="min-h-9 min-w-0 grow truncate text-start text-14 font-medium pointer-coarse:min-h-11"
          >
            {name}
          </button>
        )}
        <IconButton size="small" label={t('measure.rename')} onClick={() => setNaming(!isNaming)}>
          <Pencil />
        </IconButton>
        <CopyButton
          label={t('measure.copy')}
          text={[
            name,
            ...(sidesText === '' ? [] : [sidesText]),
            ...values.map((value) => `${value.name}: ${value.text}`),
          ].join('\n')}
        />
        <IconButton size="small" label={t('measure.remove')} onClick={() => engine?.remove(measurement.id)}>
          <Trash2 />
        </IconButton>
      </div>
      {sidesText === '' ? null : <p className="text-13 wrap-anywhere">{sidesText}</p>}
      <Values measurement={measurement} values={values} />
    </li>
  )
}

interface ValuesProps {
  readonly measurement: Measurement
  readonly values: ReturnType<typeof formatValues>
}

function Values({ measurement, values }: ValuesProps) {
  const { t } = useTranslation()
  return (
    <>
      <dl className="grid grid-cols-[1fr_auto] gap-x-3 text-13">
        {values.map((value) => (
          <div key={value.name} className="contents">
            <dt className="min-w-0 break-words text-muted">{value.name}</dt>
            <dd className="text-end whitespace-nowrap tabular-nums">{value.text}</dd>
          </div>
        ))}
      </dl>
      {measurement.kind === 'volume' && measurement.volume === undefined ? (
        <p className="text-12 text-muted">{t('measure.notClosed')}</p>
      ) : null}
    </>
  )
}

/** Maximum length of a measurement's name. */
const maxNameLength = 80

function NameField({ name, onName }: { readonly name: string; readonly onName: (name: string | null) => void }) {
  const { t } = useTranslation()
  return (
    <input
      aria-label={t('measure.name')}
      defaultValue={name}
      maxLength={maxNameLength}
      ref={(field) => field?.focus()}
      onBlur={(event) => onName(event.target.value.trim())}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onName(event.currentTarget.value.trim())
        if (event.key === 'Escape') onName(null)
      }}
      className={inputClass}
    />
  )
}
