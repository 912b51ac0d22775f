import type { LengthUnit, Measurement, MeasureExtension, MeasureKind } from '@kamar/viewer'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../platform/design/toasts-state.js'
import { numberLocale } from '../../../platform/format/number.js'
import type { Session } from '../../session/session.js'
import { type ChangeState, useEngineState } from '../../session/use-engine-state.js'
import { useExtension, type ExtensionControl } from '../../session/use-extension.js'

/** A unit, or the unit of the model's source. */
export type UnitChoice = LengthUnit | 'source'

export const unitChoices: readonly UnitChoice[] = ['source', 'mm', 'cm', 'm', 'ft-in']

interface MeasureToolState {
  readonly measurements: readonly Measurement[]
  readonly selected: string | null
  readonly isVisible: boolean
  readonly kind: MeasureKind | null
  /** Number of points set in the current measurement. */
  readonly points: number
}

/** Measuring tool, as controlled by its bar and panel. */
export interface MeasureControl extends MeasureToolState, ExtensionControl<MeasureExtension> {
  readonly unit: UnitChoice
  readonly setUnit: (unit: UnitChoice) => void
}

const initialState: MeasureToolState = {
  measurements: [],
  selected: null,
  isVisible: true,
  kind: null,
  points: 0,
}

const readUnit = (stored: unknown): UnitChoice => unitChoices.find((unit) => unit === stored) ?? 'source'

export function useMeasure({ viewer, preference }: Pick<Session, 'viewer' | 'preference'>): MeasureControl {
  const { t, i18n } = useTranslation()
  const control = useExtension<MeasureExtension>(viewer, 'kamar.measure')
  const { engine } = control
  const { value: unit, set: setUnit } = preference('measureUnit', readUnit)
  const toolState = useEngineState(engine, initialState, follow)
  useEffect(() => engine?.setUnit(unit === 'source' ? null : unit), [engine, unit])
  useEffect(() => engine?.setLocale(numberLocale(i18n.language), t('measure.touching')), [engine, i18n.language, t])
  useEffect(() => engine?.on('refused', ({ reason }) => notify(t(`measure.refused.${reason}`))), [engine, t])
  return {
    ...toolState,
    ...control,
    unit,
    setUnit,
  }
}

function follow(engine: MeasureExtension, change: ChangeState<MeasureToolState>): void {
  // A kind that loaded the engine is active already.
  const { isVisible, kind, measurements } = engine
  change({ isVisible, kind, measurements })
  engine.on('changed', (list) => change({ measurements: list.measurements, isVisible: engine.isVisible }))
  engine.on('selected', ({ id }) => change({ selected: id }))
  engine.on('progress', ({ kind, points }) => change({ kind, points }))
}
