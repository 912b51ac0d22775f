import type { SectionPlane, Viewer } from '@kamar/viewer'
import { Slice } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../platform/design/empty-state.js'
import { Toggle } from '../../../platform/design/fields/toggle.js'
import { PanelFoot } from '../../kit/panel-foot.js'
import { BoxFields } from './box-fields.js'
import { CutAreaList } from './cut-area-list.js'
import { NumberField } from '../../kit/fields/number-field.js'
import { lengthScale } from './length-scale.js'
import { SectionRow } from './section-row.js'
import type { SectionPanelProps } from './use-section.js'

/** Renders the planes and the box with their numbers, and their cut areas. */
export function SectionPanel(props: SectionPanelProps) {
  const { t } = useTranslation()
  const { section, viewer } = props
  const { engine, state } = section
  const isEmpty = state.planes.length === 0 && state.box === null
  return (
    <>
      <div className="min-h-0 grow overflow-y-auto overscroll-contain">
        {isEmpty ? (
          <EmptyState icon={<Slice size={28} strokeWidth={1.25} />} title={t('section.none')}>
            {t('section.noneHint')}
          </EmptyState>
        ) : (
          <>
            <ul className="divide-y divide-line/60">
              {state.planes.map((plane, index) => (
                <PlaneRow key={plane.id} {...props} plane={plane} number={index + 1} />
              ))}
              {state.box ? <BoxFields {...props} box={state.box} /> : null}
            </ul>
            <div className="border-t border-line px-3">
              <Toggle
                label={t('section.hatched')}
                checked={state.hatched}
                onChange={(hatched) => engine?.setHatched(hatched)}
              />
            </div>
            <CutAreaList {...props} />
          </>
        )}
      </div>
      <PanelFoot viewer={viewer} clearText={t('section.clear')} disabled={isEmpty} onClear={() => engine?.clear()} />
    </>
  )
}

function PlaneRow({ section, viewer, plane, number }: SectionPanelProps & { plane: SectionPlane; number: number }) {
  const { t } = useTranslation()
  const { engine, selected } = section
  const scale = lengthScale(viewer)
  const shift = originAlong(viewer, plane)
  const name = `${number}. ${plane.name ?? t(`section.plane.${plane.kind}`)}`
  return (
    <SectionRow
      name={name}
      isSelected={selected === plane.id}
      enabled={plane.enabled}
      onSelect={() => engine?.select(plane.id)}
      onEnable={() => engine?.setEnabled(plane.id, !plane.enabled)}
      onRemove={() => engine?.remove(plane.id)}
      onFlip={() => engine?.flip(plane.id)}
    >
      <NumberField
        label={t('section.position', { unit: scale.unit })}
        value={((engine?.computePosition(plane) ?? 0) + shift) / scale.metres}
        decimals={scale.decimals}
        step={scale.step}
        onChange={(value) => engine?.moveTo(plane.id, value * scale.metres - shift)}
      />
    </SectionRow>
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
