import type { ExplodeExtension, ExplodeState, Viewer } from '@kamar/viewer'
import { useMemo } from 'react'
import { createObservable, useObservable } from '../../../shared/observable.js'
import { useExtension } from '../use-extension.js'

/** Taking the model apart, as a slider steers it. */
export interface ExplodeControl {
  readonly state: ExplodeState
  /** `settled` when the slider was let go: that is what can be taken back. */
  readonly set: (state: ExplodeState, settled: boolean) => void
}

const together: ExplodeState = { mode: 'radial', amount: 0 }

export function useExplode(viewer: Viewer | null): ExplodeControl {
  const { engine } = useExtension<ExplodeExtension>(viewer, 'kamar.explode')
  const state = useObservable(useMemo(() => observe(engine), [engine]))
  return {
    state,
    set(next, settled) {
      const loading = viewer?.loadExtension('kamar.explode') as Promise<ExplodeExtension> | undefined
      void loading?.then((extension) => extension.set(next, settled)).catch(() => null)
    },
  }
}

function observe(engine: ExplodeExtension | null) {
  const state = createObservable(engine?.state ?? together)
  engine?.on('changed', (event) => state.set(() => event.state))
  return state
}
