import type { SheetView, Viewer } from '@kamar/viewer'
import { useEffect, useState } from 'react'

interface HistoryControl {
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly undo: () => void
  readonly redo: () => void
}

/** Provides undo and redo of the tools' changes to the view of a model or of a sheet. */
export function useHistory(viewer: Viewer | SheetView | null): HistoryControl {
  const [, setChanges] = useState(0)
  useEffect(() => {
    const listen = (): void => setChanges((count) => count + 1)
    // Both have the event, but its name is not one of a union of their types.
    if (viewer === null) return undefined
    return 'measuring' in viewer ? viewer.on('historyChanged', listen) : viewer.on('historyChanged', listen)
  }, [viewer])
  return {
    canUndo: viewer?.history.canUndo ?? false,
    canRedo: viewer?.history.canRedo ?? false,
    undo: () => void viewer?.history.undo(),
    redo: () => void viewer?.history.redo(),
  }
}
