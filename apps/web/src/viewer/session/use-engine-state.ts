import { useMemo } from 'react'
import { createObservable, useObservable } from '../../platform/observable.js'

/** Merges new values into the state of a tool. */
export type ChangeState<State> = (part: Partial<State>) => void

/**
 * Returns the state of a tool, which `follow` sets from its engine and changes after the engine's events; the listeners
 * end with the engine. `initial` and `follow` must not depend on the rendering.
 */
export function useEngineState<Engine, State extends object>(
  engine: Engine | null,
  initial: State,
  follow: (engine: Engine, change: ChangeState<State>) => void,
): State {
  const state = useMemo(() => {
    const observable = createObservable(initial)
    if (engine) follow(engine, (part) => observable.set((current) => ({ ...current, ...part })))
    return observable
  }, [engine, initial, follow])
  return useObservable(state)
}
