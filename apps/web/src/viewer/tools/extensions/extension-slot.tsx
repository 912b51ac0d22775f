import { lazy, Suspense } from 'react'
import type { ExtensionRuntime } from './extension-runtime.js'

const ExtensionPanels = lazy(async () => ({ default: (await import('./extension-surface.js')).ExtensionPanels }))
const ExtensionBar = lazy(async () => ({ default: (await import('./extension-surface.js')).ExtensionBar }))

interface ExtensionSlotProps {
  /** Null until an extension is loaded. */
  readonly runtime: ExtensionRuntime | null
  readonly isCompact: boolean
  /** CSS pixels that panels and tools cover at the initial position of a panel. */
  readonly covered: { readonly left: number; readonly bottom: number }
}

/** Renders the panels of extensions; their code is fetched with the first extension. */
export function ExtensionSlot({ runtime, isCompact, covered }: ExtensionSlotProps) {
  if (!runtime) return null
  return (
    <Suspense fallback={null}>
      <ExtensionPanels ui={runtime.api.ui} isCompact={isCompact} covered={covered} />
    </Suspense>
  )
}

/** Renders the buttons of extensions; on a phone only while no sheet and no other bar covers them. */
export function ExtensionBarSlot({ runtime, isCompact }: Omit<ExtensionSlotProps, 'covered'>) {
  if (!runtime) return null
  return (
    <Suspense fallback={null}>
      <ExtensionBar ui={runtime.api.ui} isCompact={isCompact} />
    </Suspense>
  )
}
