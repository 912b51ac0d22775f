import { useEffect, useState } from 'react'
import type { InspectorTab } from './use-panels.js'

export interface Inspector {
  readonly isOpen: boolean
  readonly tab: InspectorTab
  setTab(tab: InspectorTab): void
  /** Opens it at a tab and keeps it open without a selection. */
  open(tab: InspectorTab): void
  close(): void
}

/**
 * Opens when something is selected and goes with the selection, unless the user opened it: then it stays until it is
 * closed. On a phone it opens by hand only, because it would cover the model.
 */
export function useInspector(selectedCount: number, opensBySelection: boolean): Inspector {
  const [mode, setMode] = useState<'follows' | 'open' | 'closed'>('follows')
  const [tab, setTab] = useState<InspectorTab>('properties')
  const hasSelection = selectedCount > 0
  useEffect(() => {
    if (hasSelection) setMode((current) => (current === 'closed' ? 'follows' : current))
    if (hasSelection && opensBySelection) setTab('properties')
  }, [hasSelection, opensBySelection])
  return {
    isOpen: mode === 'open' || (mode === 'follows' && hasSelection && opensBySelection),
    tab,
    setTab,
    open(next) {
      setTab(next)
      setMode('open')
    },
    close: () => setMode('closed'),
  }
}
