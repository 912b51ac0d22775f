import type { SectionBox } from '@kamar/viewer'
import { useTranslation } from 'react-i18next'
import { lengthScale } from './length-scale.js'
import { NumberField } from '../../kit/fields/number-field.js'
import type { SectionPanelProps } from './use-section.js'
import { MarginSlider } from './margin-slider.js'
import { SectionRow } from './section-row.js'

const sizes = ['width', 'depth', 'height'] as const
const axes = ['X', 'Y', 'Z'] as const

/** Renders the section box as numbers: centre, size and rotation. */
export function BoxFields({ section, viewer, tree, box }: SectionPanelProps & { readonly box: SectionBox }) {
  const { t } = useTranslation()
  const { engine, selected } = section
  const scale = lengthScale(viewer)
  const origin = viewer?.model?.manifest.origin ?? [0, 0, 0]
  const put = (key: 'center' | 'half', axis: number, metres: number): void => {
    const changed = box[key].map((value, at) => (at === axis ? metres : value))
    engine?.setBox({ ...box, [key]: changed })
  }
  return (
    <SectionRow
      name={t('section.box')}
      isSelected={selected === 'box'}
      enabled={box.enabled}
      onSelect={() => engine?.select('box')}
      onEnable={() => engine?.setEnabled('box', !box.enabled)}
      onRemove={() => engine?.remove('box')}
      onView={() => void engine?.lookAt('box')}
    >
      <MarginSlider {...{ section, viewer, tree, box }} />
      <div className="grid grid-cols-3 gap-2">
        {sizes.map((size, axis) => (
          <NumberField
            key={size}
            label={t(`section.${size}`, { unit: scale.unit })}
            value={((box.half[axis] ?? 0) * 2) / scale.metres}
            decimals={scale.decimals}
            step={scale.step}
            onChange={(value) => put('half', axis, Math.max(0.005, (value * scale.metres) / 2))}
          />
        ))}
        {axes.map((name, axis) => (
          <NumberField
            key={name}
            label={t('section.centre', { axis: name, unit: scale.unit })}
            value={((box.center[axis] ?? 0) + (origin[axis] ?? 0)) / scale.metres}
            decimals={scale.decimals}
            step={scale.step}
            onChange={(value) => put('center', axis, value * scale.metres - (origin[axis] ?? 0))}
          />
        ))}
        <NumberField
          label={t('section.turn')}
          value={box.turnDegrees}
          decimals={1}
          step={1}
          onChange={(rotationDegrees) => engine?.setBox({ ...box, turnDegrees: rotationDegrees })}
        />
      </div>
    </SectionRow>
  )
}
