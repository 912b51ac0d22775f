import type { Extension, Viewer } from '@kamar/viewer'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../shared/design/toasts-state.js'

/** A tool of the engine, as a bar or a panel steers it. */
export interface ExtensionControl<Engine extends Extension> {
  /** Null until somebody wanted it, or a saved view brought it. */
  readonly engine: Engine | null
  readonly isActive: boolean
  readonly start: (mode?: string) => void
  readonly stop: () => void
}

/** The code of a tool is fetched when it is started for the first time, or when a saved view needs it. */
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
