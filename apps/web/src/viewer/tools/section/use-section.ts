import type { ModelTree } from '@kamar/package-format/read'
import type { CutArea, SectionExtension, SectionState, Viewer } from '@kamar/viewer'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type ChangeState, useEngineState } from '../../session/use-engine-state.js'
import { useExtension, type ExtensionControl } from '../../session/use-extension.js'

interface SectionToolState {
  readonly state: SectionState
  readonly selected: string | null
  /** Purpose of the next clicks in the model. */
  readonly picking: 'face' | 'points' | null
  /** Number of picked points of a plane through three points. */
  readonly points: number
  readonly areas: readonly CutArea[]
  readonly busy: boolean
}

/** Section tool, as controlled by its bar and panel. */
export interface SectionControl extends SectionToolState, ExtensionControl<SectionExtension> {}

/** Properties of the parts of the section panel. */
export interface SectionPanelProps {
  readonly section: SectionControl
  readonly viewer: Viewer | null
  readonly tree: ModelTree | null
}

/** State before the section tool is used. */
export const initialState: SectionToolState = {
  state: { planes: [], box: null, hatched: true },
  selected: null,
  picking: null,
  points: 0,
  areas: [],
  busy: false,
}

function getPicking(engine: SectionExtension): SectionToolState['picking'] {
  if (engine.isActive('face')) return 'face'
  return engine.isActive('points') ? 'points' : null
}

export function useSection(viewer: Viewer | null): SectionControl {
  const { t } = useTranslation()
  const control = useExtension<SectionExtension>(viewer, 'kamar.section')
  const { engine } = control
  const toolState = useEngineState(engine, initialState, follow)
  useEffect(
    () =>
      engine?.setLabels({ move: t('section.gizmoMove'), rotate: t('section.gizmoTurn'), side: t('section.gizmoSide') }),
    [engine, t],
  )
  return { ...toolState, ...control }
}

function follow(engine: SectionExtension, change: ChangeState<SectionToolState>): void {
  const { state, selected } = engine
  change({ state, selected, picking: getPicking(engine), areas: engine.cutAreas() })
  engine.on('changed', (event) => change({ state: event.state, busy: engine.busy }))
  engine.on('selected', ({ id }) => change({ selected: id }))
  engine.on('capped', () => change({ areas: engine.cutAreas(), busy: false }))
  engine.on('picking', ({ points }) => change({ points, picking: getPicking(engine) }))
}
