import type { Viewer } from '@kamar/viewer'
import { useEffect, useState } from 'react'

interface HistoryControl {
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly undo: () => void
  readonly redo: () => void
}

/** Provides undo and redo of the tools' changes to the view. */
export function useHistory(viewer: Viewer | null): HistoryControl {
  const [, setChanges] = useState(0)
  useEffect(() => viewer?.on('historyChanged', () => setChanges((count) => count + 1)), [viewer])
  return {
    canUndo: viewer?.history.canUndo ?? false,
    canRedo: viewer?.history.canRedo ?? false,
    undo: () => void viewer?.history.undo(),
    redo: () => void viewer?.history.redo(),
  }
}
