import type { ModelMember, ModelsExtension, Viewer } from '@kamar/viewer'
import { useMemo } from 'react'
import { createObservable, useObservable } from '../../../shared/observable.js'
import { useExtension } from '../use-extension.js'
import { toUnchangedSource } from './model-sources.js'

/** Models of the view. */
export interface Members {
  readonly engine: ModelsExtension | null
  /** The open model alone until another one is added. */
  readonly members: readonly ModelMember[]
  readonly distantModels: ModelsExtension['distantModels']
  /** Whether elements are numbered across several models. */
  readonly isJoined: boolean
  /** Removes all other models and keeps this one's placement; the others can be added again. */
  readonly showSingle: (key: string) => void
}

const none = { members: [], distantModels: [], isJoined: false } as const

/** Provides the models of the view; the engine is null until a second model is added. */
export function useMembers(viewer: Viewer | null): Members {
  const { engine } = useExtension<ModelsExtension>(viewer, 'kamar.models')
  const state = useObservable(useMemo(() => observe(engine), [engine]))
  return {
    engine,
    ...state,
    showSingle: (key) =>
      void engine?.setModels(state.members.filter((one) => one.key === key).map((one) => toUnchangedSource(one))),
  }
}

function observe(engine: ModelsExtension | null) {
  const read = (): Pick<Members, 'members' | 'distantModels' | 'isJoined'> =>
    engine ? { members: engine.members, distantModels: engine.distantModels, isJoined: engine.isJoined } : none
  const state = createObservable(read())
  engine?.on('changed', () => state.set(read))
  return state
}
