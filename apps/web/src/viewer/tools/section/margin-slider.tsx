import type { SectionBox } from '@kamar/viewer'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { numberFormat } from '../../../platform/format/number.js'
import { lengthScale } from './length-scale.js'
import type { SectionPanelProps } from './use-section.js'

/** Maximum margin, metres; in a small model a ratio of its size. */
const maxMargin = 3
const maxRatio = 0.5
const steps = 100

/** Sets how far the box extends beyond what it was set around. */
export function MarginSlider({ section, viewer, box }: SectionPanelProps & { readonly box: SectionBox }) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const { metres, unit } = lengthScale(viewer)
  const bounds = viewer?.model?.manifest.bounds
  const diagonal = bounds ? Math.hypot(...bounds.max.map((value, axis) => value - (bounds.min[axis] ?? 0))) : maxMargin
  const limit = Math.min(maxMargin, diagonal * maxRatio)
  const margin = box.marginMetres ?? 0
  const [isDragged, setDragged] = useState(false)
  const settle = (): void => {
    if (isDragged) section.engine?.setBoxMargin(margin, true)
    setDragged(false)
  }
  const format = numberFormat(i18n.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return (
    <div className="pb-2">
      <div className="flex items-baseline gap-2 text-12">
        <label htmlFor={id} className="grow text-muted">
          {t('section.margin')}
        </label>
        <output htmlFor={id} className="tabular-nums">
          {format.format(margin / metres)} {unit}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={0}
        max={steps}
        value={Math.round((margin / limit) * steps)}
        onChange={(event) => {
          setDragged(true)
          section.engine?.setBoxMargin((Number(event.target.value) / steps) * limit, false)
        }}
        onPointerUp={settle}
        onKeyUp={settle}
        onBlur={settle}
        className="h-8 w-full accent-(--color-accent) pointer-coarse:h-11"
      />
    </div>
  )
}
