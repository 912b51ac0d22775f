import type { SectionPlane, Viewer } from '@kamar/viewer'
import { useTranslation } from 'react-i18next'
import { NumberField } from '../../kit/fields/number-field.js'
import { lengthScale } from './length-scale.js'
import type { SectionControl } from './use-section.js'

interface PositionFieldProps {
  readonly section: Pick<SectionControl, 'engine'>
  readonly viewer: Viewer | null
  readonly plane: SectionPlane
}

/** Renders the position of a plane as a number. */
export function PositionField({ section: { engine }, viewer, plane }: PositionFieldProps) {
  const { t } = useTranslation()
  const scale = lengthScale(viewer)
  const shift = originAlong(viewer, plane)
  return (
    <NumberField
      label={t('section.position', { unit: scale.unit })}
      value={((engine?.computePosition(plane) ?? 0) + shift) / scale.metres}
      decimals={scale.decimals}
      step={scale.step}
      onChange={(value) => engine?.moveTo(plane.id, value * scale.metres - shift)}
    />
  )
}

/**
 * Returns the origin for the displayed position: a plane along an axis shows source coordinates, an oblique one model
 * coordinates.
 */
function originAlong(viewer: Viewer | null, { normal }: SectionPlane): number {
  const axis = normal.findIndex((part) => Math.abs(part) > 0.999_999)
  return axis < 0 ? 0 : (viewer?.model?.manifest.origin[axis] ?? 0)
}
