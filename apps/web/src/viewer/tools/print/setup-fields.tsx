import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { inputClass } from '../../../platform/design/fields/text-field.js'
import { Checkbox } from '../../../platform/design/fields/checkbox.js'
import { Segments } from '../../kit/fields/segments.js'
import type { LoadedItem } from './load-item.js'
import { imperialScales, metricScales, type PaperId, papers, paperScales } from './page/page-setup.js'
import { formatScale, type PrintSetup, resolvePage } from './print-setup.js'
import type { PrintDocument } from './use-print.js'

interface SetupFieldsProps {
  readonly print: PrintDocument
  /** The page in the preview. */
  readonly loaded: LoadedItem | undefined
}

/** Renders paper, orientation, scale and content of the pages. */
export function SetupFields({ print, loaded }: SetupFieldsProps) {
  const { t } = useTranslation()
  const { setup, change } = print
  const own = loaded?.own ?? null
  const isOwn = own !== null && setup.paper === 'own'
  const isLandscape = loaded ? resolvePage(loaded, setup, print.isImperial).setup.isLandscape : setup.isLandscape
  return (
    <div className="space-y-3">
      <Select
        label={t('print.paper')}
        value={own === null && setup.paper === 'own' ? 'a3' : setup.paper}
        onChoose={(paper) => change({ paper: paper as PaperId })}
      >
        {own === null ? null : <option value="own">{t('print.ownPaper')}</option>}
        {Object.entries(papers).map(([id, [short, long]]) => (
          <option key={id} value={id}>
            {`${id.replace('ansi-', 'ANSI ').toUpperCase()} – ${short} × ${long} mm`}
          </option>
        ))}
      </Select>
      {isOwn ? null : (
        <>
          <Segments
            legend={t('print.orientation')}
            value={isLandscape ? 'landscape' : 'portrait'}
            choices={[
              { value: 'portrait', label: t('print.portrait') },
              { value: 'landscape', label: t('print.landscape') },
            ]}
            onChoose={(value) => change({ isLandscape: value === 'landscape' })}
          />
          {own === null ? <ScaleField print={print} /> : <PaperScaleField print={print} />}
        </>
      )}
      <Switches {...{ print, isOwn }} />
    </div>
  )
}

/** Renders what can be switched on and off. */
function Switches({
  print: { setup, change, isSheet },
  isOwn,
}: Pick<SetupFieldsProps, 'print'> & { readonly isOwn: boolean }) {
  const { t } = useTranslation()
  return (
    <div className="grid justify-items-start">
      {isOwn ? null : (
        <Checkbox
          label={t('print.frame')}
          checked={setup.hasFrame}
          onChange={(event) => change({ hasFrame: event.currentTarget.checked })}
        />
      )}
      <Checkbox
        label={t('print.monochrome')}
        checked={setup.isMonochrome}
        onChange={(event) => change({ isMonochrome: event.currentTarget.checked })}
      />
      {isSheet ? null : (
        <>
          <Checkbox
            label={t('print.spaces')}
            checked={setup.hasSpaces}
            onChange={(event) => change({ hasSpaces: event.currentTarget.checked })}
          />
          <Checkbox
            label={t('print.hatch')}
            checked={setup.isHatched}
            onChange={(event) => change({ isHatched: event.currentTarget.checked })}
          />
        </>
      )}
    </div>
  )
}

const parseScale = (value: string): PrintSetup['scale'] => (value === 'best' || value === 'fit' ? value : Number(value))

function ScaleField({ print: { setup, change, isImperial } }: Pick<SetupFieldsProps, 'print'>) {
  const { t } = useTranslation()
  const offered: readonly number[] = isImperial
    ? [...imperialScales.map(([scale]) => scale), ...metricScales]
    : metricScales
  // The setup is shared by all models: its scale may be one of the other unit.
  const isOther = typeof setup.scale === 'number' && !offered.includes(setup.scale)
  const scales = isOther ? [...offered, setup.scale] : offered
  return (
    <Select
      label={t('print.scale')}
      value={String(setup.scale)}
      onChoose={(value) => change({ scale: parseScale(value) })}
    >
      <option value="best">{t('print.bestScale')}</option>
      <option value="fit">{t('print.fit')}</option>
      {scales.map((scale) => (
        <option key={scale} value={scale}>
          {formatScale(scale, String)}
        </option>
      ))}
    </Select>
  )
}

function PaperScaleField({ print: { setup, change } }: Pick<SetupFieldsProps, 'print'>) {
  const { t } = useTranslation()
  return (
    <Select
      label={t('print.size')}
      value={String(setup.paperScale)}
      onChoose={(value) => change({ paperScale: value === 'fit' ? 'fit' : Number(value) })}
    >
      <option value="fit">{t('print.fit')}</option>
      {paperScales.map((scale) => (
        <option key={scale} value={scale}>
          {`${100 / scale} %`}
        </option>
      ))}
    </Select>
  )
}

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly onChoose: (value: string) => void
  readonly children: ReactNode
}

function Select({ label, value, onChoose, children }: SelectProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-13 font-medium">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChoose(event.currentTarget.value)}
        className={`${inputClass} px-2`}
      >
        {children}
      </select>
    </div>
  )
}
