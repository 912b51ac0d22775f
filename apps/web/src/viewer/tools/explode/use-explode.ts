import type { ExplodeExtension, ExplodeState, Viewer } from '@kamar/viewer'
import { type ChangeState, useEngineState } from '../../session/use-engine-state.js'
import { useExtension } from '../../session/use-extension.js'

/** State of the exploded view, controlled by a slider. */
export interface ExplodeControl {
  readonly state: ExplodeState
  /** Sets the state; `settled` when the slider was released: that step can be undone. */
  readonly set: (state: ExplodeState, settled: boolean) => void
}

const assembled: ExplodeState = { mode: 'radial', amount: 0 }

export function useExplode(viewer: Viewer | null): ExplodeControl {
  const { engine } = useExtension<ExplodeExtension>(viewer, 'kamar.explode')
  const state = useEngineState(engine, assembled, follow)
  return {
    state,
    set: (next, settled) => void explode(viewer, next, settled).catch(() => null),
  }
}

async function explode(viewer: Viewer | null, state: ExplodeState, settled: boolean): Promise<void> {
  const extension = (await viewer?.loadExtension('kamar.explode')) as ExplodeExtension | undefined
  await extension?.set(state, settled)
}

function follow(engine: ExplodeExtension, change: ChangeState<ExplodeState>): void {
  change(engine.state)
  engine.on('changed', ({ state }) => change(state))
}
