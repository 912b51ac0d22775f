import type { SectionPlane } from '@kamar/viewer'
import { Slice } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../platform/design/empty-state.js'
import { Toggle } from '../../../platform/design/fields/toggle.js'
import { canWrite, type FileAccess } from '../../session/session.js'
import { PanelFoot } from '../../kit/panel/panel-foot.js'
import { BoxFields } from './box-fields.js'
import { CutAreaList } from './cut-area-list.js'
import { PositionField } from './position-field.js'
import { SavedSections } from './saved-sections.js'
import { SectionRow } from './section-row.js'
import type { SectionPanelProps } from './use-section.js'

/** File of the saved sections, and the user's role. */
export type SectionAccess = Pick<FileAccess, 'fileId' | 'role' | 'fileVersion'>

/** Renders the planes and the box with their numbers, their cut areas, and the saved sections. */
export function SectionPanel({ access, ...props }: SectionPanelProps & { readonly access: SectionAccess }) {
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
          </>
        )}
        {viewer && access.fileId !== null ? (
          <SavedSections
            {...{ section, viewer, isEmpty }}
            fileId={access.fileId}
            fileVersion={access.fileVersion}
            canSave={canWrite(access)}
          />
        ) : null}
        {/* Last, because the list is long. */}
        {isEmpty ? null : <CutAreaList {...props} />}
      </div>
      <PanelFoot viewer={viewer} clearText={t('section.clear')} disabled={isEmpty} onClear={() => engine?.clear()} />
    </>
  )
}

function PlaneRow({ section, viewer, plane, number }: SectionPanelProps & { plane: SectionPlane; number: number }) {
  const { t } = useTranslation()
  const { engine, selected } = section
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
      onView={() => void engine?.lookAt(plane.id)}
    >
      <PositionField {...{ section, viewer, plane }} />
    </SectionRow>
  )
}
