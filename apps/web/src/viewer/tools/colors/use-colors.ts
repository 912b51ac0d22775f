import type { ColorLegend, ColorsExtension, Viewer } from '@kamar/viewer'
import { useMemo } from 'react'
import { createObservable, useObservable } from '../../../shared/observable.js'
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
  const legend = useObservable(useMemo(() => observe(engine), [engine]))
  return {
    engine,
    legend,
    loadEngine: async () => ((await viewer?.loadExtension('kamar.colors')) ?? null) as ColorsExtension | null,
  }
}

function observe(engine: ColorsExtension | null) {
  const legend = createObservable(engine?.legend ?? null)
  engine?.on('changed', (event) => legend.set(() => event.legend))
  return legend
}
