import type { CommandTarget } from '@kamar/extensions'
import type { SheetView, Viewer } from '@kamar/viewer'
import { useEffect, useRef, useState } from 'react'

/** Choice of the place of a topic in the model or on the sheet. */
export interface AnchorPicker {
  readonly isActive: boolean
  /** Waits for a click on the model or the sheet, and calls `onPick` with what was picked. */
  readonly start: (onPick: (target: CommandTarget) => void) => void
  readonly stop: () => void
}

interface AnchorPickerOptions {
  readonly viewer: Viewer | null
  /** The displayed sheet; none while a model is displayed. */
  readonly sheet?: SheetView | null
  /** Called at the start, when a panel may cover the model, and at the end. */
  readonly onStart: () => void
  readonly onEnd: () => void
}

/** Provides the tool that picks the place of a topic; orbiting and zooming continue to work. */
export function useAnchorPicker({ viewer, sheet = null, onStart, onEnd }: AnchorPickerOptions): AnchorPicker {
  const [onPick, setOnPick] = useState<{ readonly run: (target: CommandTarget) => void } | null>(null)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    if (!onPick) return undefined
    const finish = (target: CommandTarget): void => {
      onPick.run(target)
      setOnPick(null)
      end.current()
    }
    if (sheet) return sheet.on('clicked', (target) => finish({ ...target, pick: null }))
    if (!viewer) return undefined
    const restoreCursor = showCrosshair(viewer.canvas)
    const stop = viewer.clickInterceptors.add(({ kind, pick }) => {
      if (kind !== 'click' || !pick) return kind === 'click' || kind === 'doubleClick'
      finish(pick)
      return true
    })
    return () => {
      stop()
      restoreCursor()
    }
  }, [viewer, sheet, onPick])
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
