import type { Extension, Viewer } from '@kamar/viewer'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../platform/design/toasts-state.js'

/** Tool of the engine, as controlled by a bar or a panel. */
export interface ExtensionControl<Engine extends Extension> {
  /** Null until it is used or a saved view loads it. */
  readonly engine: Engine | null
  readonly isActive: boolean
  readonly start: (mode?: string) => void
  readonly stop: () => void
}

/** Loads the code of a tool when it is first started, or when a saved view needs it. */
export function useExtension<Engine extends Extension>(viewer: Viewer | null, id: string): ExtensionControl<Engine> {
  const { t } = useTranslation()
  const [engine, setEngine] = useState<Engine | null>(null)
  const [isActive, setActive] = useState(false)
  useEffect(() => {
    if (!viewer) return undefined
    const ends = [
      viewer.on('extensionLoaded', (event) => {
        if (event.id === id) setEngine(viewer.getExtension(id) as Engine)
      }),
      viewer.on('extensionActivated', (event) => (event.id === id ? setActive(true) : undefined)),
      viewer.on('extensionDeactivated', (event) => (event.id === id ? setActive(false) : undefined)),
    ]
    return () => {
      for (const end of ends) end()
      setEngine(null)
      setActive(false)
    }
  }, [viewer, id])
  return {
    engine,
    isActive,
    stop: () => void viewer?.extensions.deactivate(id),
    start(mode) {
      viewer?.loadExtension(id).then(
        () => viewer.extensions.activate(id, mode),
        () => notify(t('errors.unexpected'), { tone: 'problem' }),
      )
    },
  }
}
