import { lazy, Suspense } from 'react'
import type { ActiveModel } from '../../session/use-model-view.js'
import { useExtensionHost, useRestoredExtensions } from './use-extension-host.js'

const ExtensionPanels = lazy(async () => ({ default: (await import('./extension-surface.js')).ExtensionPanels }))
const ExtensionBar = lazy(async () => ({ default: (await import('./extension-surface.js')).ExtensionBar }))

interface ExtensionSlotProps {
  readonly model: ActiveModel
  readonly isCompact: boolean
  /** CSS pixels that panels and tools cover at the initial position of a panel. */
  readonly covered: { readonly left: number; readonly bottom: number }
}

/** Renders the panels of extensions; their code is fetched with the first extension. */
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

/** Renders the buttons of extensions; on a phone only while no sheet and no other bar covers them. */
export function ExtensionBarSlot({ model, isCompact }: Pick<ExtensionSlotProps, 'model' | 'isCompact'>) {
  const { runtime } = useExtensionHost(model.viewer)
  if (!runtime) return null
  return (
    <Suspense fallback={null}>
      <ExtensionBar ui={runtime.api.ui} isCompact={isCompact} />
    </Suspense>
  )
}
