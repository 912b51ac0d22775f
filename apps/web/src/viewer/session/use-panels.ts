import { useState } from 'react'
import { storage, storageKeys } from '../../shared/storage.js'

export type LeftPanel =
  | 'models'
  | 'together'
  | 'tree'
  | 'search'
  | 'filter'
  | 'colors'
  | 'navigate'
  | 'views'
  | 'topics'
  | 'compare'
  | 'extensions'
  | 'section'
  | 'measure'
export type InspectorTab = 'properties' | 'report'

interface StoredPanels {
  readonly left: LeftPanel | null
  readonly leftWidth: number
  readonly rightWidth: number
}

export interface Panels extends StoredPanels {
  /** Toggles a panel. */
  readonly toggleLeft: (panel: LeftPanel) => void
  readonly setLeft: (panel: LeftPanel | null) => void
  readonly setLeftWidth: (pixels: number) => void
  readonly setRightWidth: (pixels: number) => void
}

export const panelPixels = { narrowest: 240, widest: 560 } as const
const defaults: StoredPanels = { left: 'tree', leftWidth: 300, rightWidth: 336 }
const panelNames: readonly unknown[] = [
  'models',
  'together',
  'tree',
  'search',
  'filter',
  'colors',
  'navigate',
  'views',
  'topics',
  'compare',
  'extensions',
  null,
]

export const clampPanel = (pixels: number): number =>
  Math.round(Math.min(panelPixels.widest, Math.max(panelPixels.narrowest, pixels)))

/** Provides the open left panel and the panel widths; stored on this device. */
export function usePanels(start: { readonly left?: LeftPanel | null }): Panels {
  const [state, setState] = useState<StoredPanels>(() => ({ ...recall(), ...start }))
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

function recall(): StoredPanels {
  const stored = (storage.readJson(storageKeys.panels) ?? {}) as Partial<StoredPanels>
  return {
    left: panelNames.includes(stored.left) && stored.left !== undefined ? stored.left : defaults.left,
    leftWidth: typeof stored.leftWidth === 'number' ? clampPanel(stored.leftWidth) : defaults.leftWidth,
    rightWidth: typeof stored.rightWidth === 'number' ? clampPanel(stored.rightWidth) : defaults.rightWidth,
  }
}
