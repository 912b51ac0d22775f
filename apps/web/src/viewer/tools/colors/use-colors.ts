import type { ColorLegend, ColorsExtension, Viewer } from '@kamar/viewer'
import { type ChangeState, useEngineState } from '../../session/use-engine-state.js'
import { useExtension } from '../../session/use-extension.js'

/** State of colouring by a property, controlled by its panel. */
export interface ColorsControl {
  readonly engine: ColorsExtension | null
  readonly legend: ColorLegend | null
  /** Loads the engine on demand; rejects on failure. */
  readonly loadEngine: () => Promise<ColorsExtension | null>
}

export function useColors(viewer: Viewer | null): ColorsControl {
  const { engine } = useExtension<ColorsExtension>(viewer, 'kamar.colors')
  const { legend } = useEngineState(engine, noLegend, follow)
  return {
    engine,
    legend,
    loadEngine: async () => ((await viewer?.loadExtension('kamar.colors')) ?? null) as ColorsExtension | null,
  }
}

const noLegend: Pick<ColorsControl, 'legend'> = { legend: null }

function follow(engine: ColorsExtension, change: ChangeState<typeof noLegend>): void {
  change({ legend: engine.legend })
  engine.on('changed', ({ legend }) => change({ legend }))
}
