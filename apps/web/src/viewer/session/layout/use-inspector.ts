import type { Viewer } from '@kamar/viewer'
import { useEffect, useState } from 'react'

export interface Inspector {
  readonly isOpen: boolean
  /** Id of the displayed view. */
  readonly tab: string
  readonly setTab: (tab: string) => void
  /** Opens it at a tab and keeps it open without a selection. */
  readonly open: (tab: string) => void
  readonly close: () => void
}

interface InspectorState {
  /** `follows` the selection, stays `open`, or `closed` until another element is selected. */
  readonly mode: 'follows' | 'open' | 'closed'
  readonly tab: string
  readonly hasSelection: boolean
}

/**
 * Opens and closes with the selection, unless the user opened it: then it stays until it is closed. On a phone it opens
 * manually only, because it would cover the model.
 */
export function useInspector(viewer: Viewer | null, opensBySelection: boolean): Inspector {
  const [state, setState] = useState<InspectorState>({ mode: 'follows', tab: 'properties', hasSelection: false })
  useEffect(
    () =>
      viewer?.on('selectionChanged', ({ elements }) =>
        setState((current) => selectionChanged(current, elements.length > 0, opensBySelection)),
      ),
    [viewer, opensBySelection],
  )
  const change = (part: Partial<InspectorState>): void => setState((current) => ({ ...current, ...part }))
  return {
    isOpen: state.mode === 'open' || (state.mode === 'follows' && state.hasSelection && opensBySelection),
    tab: state.tab,
    setTab: (tab) => change({ tab }),
    open: (tab) => change({ tab, mode: 'open' }),
    close: () => change({ mode: 'closed' }),
  }
}

/** A displayed sheet, as its inspector needs it. */
export interface InspectedSheet {
  /** The selected entity; null without one. */
  readonly selected: unknown
  /** Whether the inspector is open without a selection: it also has the report of the translation. */
  readonly opens: boolean
  /** Whether it opens with a selection. */
  readonly opensBySelection: boolean
  readonly tab: string
}

/** As for a model: open by itself until it is closed, and again with another selection. */
export function useSheetInspector(sheet: InspectedSheet): Inspector {
  const [choice, setChoice] = useState<{ readonly isOpen: boolean; readonly selected: unknown } | null>(null)
  const { selected } = sheet
  const opens = sheet.opens || (sheet.opensBySelection && selected !== null)
  const isChosen = choice !== null && (choice.isOpen || choice.selected === selected || selected === null)
  return {
    isOpen: isChosen ? choice.isOpen : opens,
    tab: sheet.tab,
    setTab: () => undefined,
    open: () => setChoice({ isOpen: true, selected }),
    close: () => setChoice({ isOpen: false, selected }),
  }
}

function selectionChanged(state: InspectorState, hasSelection: boolean, opens: boolean): InspectorState {
  const isNew = hasSelection && !state.hasSelection
  return {
    hasSelection,
    mode: isNew && state.mode === 'closed' ? 'follows' : state.mode,
    tab: hasSelection && opens ? 'properties' : state.tab,
  }
}
