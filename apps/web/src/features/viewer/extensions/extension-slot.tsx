import { lazy, Suspense } from 'react'
import type { ActiveModel } from '../use-model-view.js'
import { useExtensionHost, useRestoredExtensions } from './use-extension-host.js'

const ExtensionPanels = lazy(async () => ({ default: (await import('./extension-surface.js')).ExtensionPanels }))
const ExtensionBar = lazy(async () => ({ default: (await import('./extension-surface.js')).ExtensionBar }))

interface ExtensionSlotProps {
  readonly model: ActiveModel
  readonly isCompact: boolean
  /** CSS pixels that panels and tools cover where a panel opens first. */
  readonly covered: { readonly left: number; readonly bottom: number }
}

/** Panels of extensions; nothing of them is fetched while there is no extension. */
export function ExtensionSlot({ model, isCompact, covered }: ExtensionSlotProps) {
  const { host, runtime } = useExtensionHost(model.viewer)
  useRestoredExtensions(host, model)
  if (!runtime) return null
  return (
    <Suspense fallback={null}>
      <ExtensionPanels ui={runtime.api.ui} isCompact={isCompact} covered={covered} />
    </Suspense>
  )
}

/** Buttons of extensions; on a phone only while no sheet and no other bar covers their place. */
export function ExtensionBarSlot({ model, isCompact }: Pick<ExtensionSlotProps, 'model' | 'isCompact'>) {
  const { runtime } = useExtensionHost(model.viewer)
  if (!runtime) return null
  return (
    <Suspense fallback={null}>
      <ExtensionBar ui={runtime.api.ui} isCompact={isCompact} />
    </Suspense>
  )
}
