import type { ModelMember, ModelsExtension, Viewer } from '@kamar/viewer'
import { type ChangeState, useEngineState } from '../use-engine-state.js'
import { useExtension } from '../use-extension.js'
import { toUnchangedSource } from './model-sources.js'

/** Models of the view. */
export interface Members {
  readonly engine: ModelsExtension | null
  /** The open model alone until another one is added. */
  readonly members: readonly ModelMember[]
  readonly distantModels: ModelsExtension['distantModels']
  /** Keys of the models that are not where their files put them. */
  readonly movedKeys: readonly string[]
  /** Whether elements are numbered across several models. */
  readonly isJoined: boolean
  /** Removes all other models and keeps this one's placement; the others can be added again. */
  readonly showSingle: (key: string) => void
}

type MembersState = Pick<Members, 'members' | 'distantModels' | 'movedKeys' | 'isJoined'>

const none: MembersState = { members: [], distantModels: [], movedKeys: [], isJoined: false }

/** Provides the models of the view; the engine is null until a second model is added. */
export function useMembers(viewer: Viewer | null): Members {
  const { engine } = useExtension<ModelsExtension>(viewer, 'kamar.models')
  const state = useEngineState(engine, none, follow)
  return {
    engine,
    ...state,
    showSingle: (key) =>
      void engine?.setModels(state.members.filter((one) => one.key === key).map((one) => toUnchangedSource(one))),
  }
}

function follow(engine: ModelsExtension, change: ChangeState<MembersState>): void {
  const read = (): void =>
    change({
      members: engine.members,
      distantModels: engine.distantModels,
      movedKeys: engine.movedKeys,
      isJoined: engine.isJoined,
    })
  read()
  engine.on('changed', read)
}
