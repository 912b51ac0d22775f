import type { PickResult, Viewer } from '@kamar/viewer'
import { useEffect, useRef, useState } from 'react'

/** Choice of the place of a topic in the model. */
export interface AnchorPicker {
  readonly isActive: boolean
  /** Waits for a click on the model, and calls `onPick` with what was picked. */
  readonly start: (onPick: (pick: PickResult) => void) => void
  readonly stop: () => void
}

interface AnchorPickerOptions {
  readonly viewer: Viewer | null
  /** Called at the start, when a panel may cover the model, and at the end. */
  readonly onStart: () => void
  readonly onEnd: () => void
}

/** Provides the tool that picks the place of a topic; orbiting and zooming continue to work. */
export function useAnchorPicker({ viewer, onStart, onEnd }: AnchorPickerOptions): AnchorPicker {
  const [onPick, setOnPick] = useState<{ readonly run: (pick: PickResult) => void } | null>(null)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    if (!viewer || !onPick) return undefined
    const restoreCursor = showCrosshair(viewer.canvas)
    const stop = viewer.clickInterceptors.add(({ kind, pick }) => {
      if (kind !== 'click' || !pick) return kind === 'click' || kind === 'doubleClick'
      onPick.run(pick)
      setOnPick(null)
      end.current()
      return true
    })
    return () => {
      stop()
      restoreCursor()
    }
  }, [viewer, onPick])
  return {
    isActive: onPick !== null,
    start(run) {
      setOnPick({ run })
      onStart()
    },
    stop() {
      setOnPick(null)
      onEnd()
    },
  }
}

function showCrosshair({ style }: HTMLElement): () => void {
  const { cursor } = style
  style.cursor = 'crosshair'
  return () => {
    style.cursor = cursor
  }
}
