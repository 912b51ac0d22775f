import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ArModel, LoadOptions } from './ar-model.js'

/** Content of the stage. */
export type ArState =
  | { readonly step: 'empty' }
  | { readonly step: 'loading'; readonly fraction: number }
  /** Loaded; `isDrawn` once it is rendered. */
  | { readonly step: 'model'; readonly model: ArModel; readonly isDrawn: boolean }
  | { readonly step: 'failed'; readonly error: unknown }

/** Error for a model that was fetched but that the view could not show. */
export class StageError extends Error {
  readonly reason: 'view' | 'format'

  constructor(reason: 'view' | 'format') {
    super(reason)
    this.name = 'StageError'
    this.reason = reason
  }
}

export interface ArModelControl {
  readonly state: ArState
  /** Loads a model in place of the one that is shown or loading. */
  readonly show: (load: (options: LoadOptions) => Promise<ArModel>) => void
  readonly markDrawn: () => void
  readonly fail: (error: unknown) => void
}

interface Loading {
  readonly abort: AbortController
  /** Set once the model has loaded. */
  model: ArModel | null
}

function end(current: RefObject<Loading | null>): void {
  current.current?.abort.abort()
  current.current?.model?.release()
  current.current = null
}

/** Holds one model at a time; frees its resources when another one is loaded and when the dialog closes. */
export function useArModel(): ArModelControl {
  const [state, setState] = useState<ArState>({ step: 'empty' })
  const current = useRef<Loading>(null)
  useEffect(() => () => end(current), [])
  const fail = (error: unknown): void => {
    end(current)
    setState({ step: 'failed', error })
  }
  return {
    state,
    show(load) {
      end(current)
      const own: Loading = { abort: new AbortController(), model: null }
      current.current = own
      const isCurrent = (): boolean => current.current === own
      const onFraction = (fraction: number): void => {
        if (isCurrent()) setState({ step: 'loading', fraction })
      }
      onFraction(0)
      load({ signal: own.abort.signal, onFraction }).then(
        (model) => {
          if (!isCurrent()) return model.release()
          own.model = model
          setState({ step: 'model', model, isDrawn: false })
        },
        (error: unknown) => {
          if (isCurrent()) fail(error)
        },
      )
    },
    markDrawn: () => setState((now) => (now.step === 'model' ? { ...now, isDrawn: true } : now)),
    fail,
  }
}
