import type { AlignMethod, ModelMember, ModelPlacement } from '@kamar/viewer'
import { MousePointerClick } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../platform/design/button.js'
import { compactInputClass } from '../../../platform/design/fields/text-field.js'
import { NumberField } from '../../kit/fields/number-field.js'
import { usePointPairs } from './use-point-pairs.js'
import type { Federation } from './use-federation.js'

export const methodMessages = {
  map: 'together.byMap',
  site: 'together.bySite',
  shared: 'together.byShared',
  hand: 'together.byHand',
} as const satisfies Readonly<Record<AlignMethod, string>>

interface AlignFieldsProps {
  readonly member: ModelMember
  readonly federation: Federation
}

const axes = ['x', 'y', 'z'] as const

/** Renders the placement of a model: from the files' coordinates, by numbers, or by pairs of matching points. */
export function AlignFields({ member, federation }: AlignFieldsProps) {
  const { t } = useTranslation()
  const id = useId()
  const { engine, run } = federation
  const { key, placement } = member
  const applyPlacement = (part: Partial<ModelPlacement>): void =>
    run((models) => models.setPlacement(key, { ...placement, ...part }))
  const choose = (method: AlignMethod): void =>
    run((models) => (method === 'hand' ? models.setPlacement(key, placement) : models.align(key, method)))
  return (
    <div className="space-y-2">
      <label htmlFor={id} className="block text-12 text-muted">
        {t('together.method')}
      </label>
      <select
        id={id}
        value={member.method}
        onChange={(event) => choose(event.currentTarget.value as AlignMethod)}
        className={compactInputClass}
      >
        {(engine?.waysToAlign(key) ?? []).map((method) => (
          <option key={method} value={method}>
            {t(methodMessages[method])}
          </option>
        ))}
      </select>
      <div className="grid grid-cols-2 gap-2">
        {axes.map((axis) => (
          <NumberField
            key={axis}
            label={t(`together.${axis}`)}
            value={placement[axis]}
            decimals={3}
            step={0.1}
            onChange={(value) => applyPlacement({ [axis]: value })}
          />
        ))}
        <NumberField
          label={t('together.rotation')}
          value={placement.rotationDegrees}
          decimals={3}
          step={1}
          onChange={(rotationDegrees) => applyPlacement({ rotationDegrees: rotationDegrees % 360 })}
        />
      </div>
      <ByPoints {...{ member, engine }} />
    </div>
  )
}

/** Renders alignment by one or two pairs of matching points. */
function ByPoints({ member, engine }: Pick<AlignFieldsProps, 'member'> & Pick<Federation, 'engine'>) {
  const { t } = useTranslation()
  const points = usePointPairs(member, engine)
  if (points.step === null)
    return (
      <Button size="small" className="w-full" icon={<MousePointerClick />} onClick={points.start}>
        {t('together.points')}
      </Button>
    )
  return (
    <div className="space-y-2 rounded-control border border-accent p-2">
      <p role="status" className="text-13 text-pretty">
        {t(points.step, { name: member.label })}
      </p>
      <div className="flex flex-wrap gap-1.5">
        {points.canFinish ? (
          <Button size="small" onClick={points.finish}>
            {t('together.withoutTurn')}
          </Button>
        ) : null}
        <Button size="small" onClick={points.cancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </div>
  )
}
