import { useState } from 'react'
import { storage, storageKeys } from '../../../platform/storage.js'

interface StoredPanels {
  /** Id of the open view; null when none is open. */
  readonly left: string | null
  readonly leftWidth: number
  readonly rightWidth: number
}

export interface Panels extends StoredPanels {
  /** Toggles a panel. */
  readonly toggleLeft: (panel: string) => void
  readonly setLeft: (panel: string | null) => void
  readonly setLeftWidth: (pixels: number) => void
  readonly setRightWidth: (pixels: number) => void
}

export const panelPixels = { narrowest: 240, widest: 560 } as const
const defaults: StoredPanels = { left: 'tree', leftWidth: 300, rightWidth: 336 }
export const clampPanel = (pixels: number): number =>
  Math.round(Math.min(panelPixels.widest, Math.max(panelPixels.narrowest, pixels)))

/** Provides the open left panel and the panel widths; stored on this device. `names` are the panels that reopen. */
export function usePanels(start: { readonly left?: string | null }, names: readonly string[]): Panels {
  const [state, setState] = useState<StoredPanels>(() => ({ ...recall(names), ...start }))
  const change = (part: Partial<StoredPanels>): void => {
    const next = { ...state, ...part }
    setState(next)
    storage.writeJson(storageKeys.panels, next)
  }
  return {
    ...state,
    toggleLeft: (panel) => change({ left: state.left === panel ? null : panel }),
    setLeft: (left) => change({ left }),
    setLeftWidth: (pixels) => change({ leftWidth: clampPanel(pixels) }),
    setRightWidth: (pixels) => change({ rightWidth: clampPanel(pixels) }),
  }
}

function recall(names: readonly string[]): StoredPanels {
  const stored = (storage.readJson(storageKeys.panels) ?? {}) as Partial<StoredPanels>
  return {
    left: stored.left === null || names.includes(stored.left ?? '') ? (stored.left ?? null) : defaults.left,
    leftWidth: typeof stored.leftWidth === 'number' ? clampPanel(stored.leftWidth) : defaults.leftWidth,
    rightWidth: typeof stored.rightWidth === 'number' ? clampPanel(stored.rightWidth) : defaults.rightWidth,
  }
}
