import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ArModel, LoadOptions } from './ar-model.js'

/** What the stage shows. */
export type ArState =
  | { readonly step: 'empty' }
  | { readonly step: 'loading'; readonly fraction: number }
  /** Loaded; `isDrawn` when it is on the screen. */
  | { readonly step: 'model'; readonly model: ArModel; readonly isDrawn: boolean }
  | { readonly step: 'failed'; readonly error: unknown }

/** The view itself could not show a model that had arrived. */
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
  /** Loads a model instead of the one that is shown or on its way. */
  readonly show: (load: (options: LoadOptions) => Promise<ArModel>) => void
  readonly markDrawn: () => void
  readonly fail: (error: unknown) => void
}

interface Loading {
  readonly abort: AbortController
  /** Once it has arrived. */
  model: ArModel | null
}

function end(current: RefObject<Loading | null>): void {
  current.current?.abort.abort()
  current.current?.model?.release()
  current.current = null
}

/** One model at a time; what it held is freed when another comes and when the dialog closes. */
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
