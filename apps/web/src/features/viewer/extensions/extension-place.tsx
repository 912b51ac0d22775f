import { lazy, Suspense } from 'react'
import type { ShownModel } from '../use-model-view.js'
import { useExtensionHost, useRestoredExtensions } from './use-extension-host.js'

const ExtensionPanels = lazy(async () => ({ default: (await import('./extension-surface.js')).ExtensionPanels }))
const ExtensionBar = lazy(async () => ({ default: (await import('./extension-surface.js')).ExtensionBar }))

interface ExtensionPlaceProps {
  readonly model: ShownModel
  readonly isPhone: boolean
  /** CSS pixels that panels and tools cover where a panel opens first. */
  readonly covered: { readonly left: number; readonly bottom: number }
}

/** Panels of extensions; nothing of them is fetched while there is no extension. */
export function ExtensionPlace({ model, isPhone, covered }: ExtensionPlaceProps) {
  const { host, runtime } = useExtensionHost(model.viewer)
  useRestoredExtensions(host, model)
  if (!runtime) return null
  return (
    <Suspense fallback={null}>
      <ExtensionPanels ui={runtime.api.ui} isPhone={isPhone} covered={covered} />
    </Suspense>
  )
}

/** Buttons of extensions; on a phone only while no sheet and no other bar covers their place. */
export function ExtensionBarPlace({ model, isPhone }: Pick<ExtensionPlaceProps, 'model' | 'isPhone'>) {
  const { runtime } = useExtensionHost(model.viewer)
  if (!runtime) return null
  return (
    <Suspense fallback={null}>
      <ExtensionBar ui={runtime.api.ui} isPhone={isPhone} />
    </Suspense>
  )
}
