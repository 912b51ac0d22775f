import type { RenderEffectsExtension, RenderEffectsSettings, Viewer } from '@kamar/viewer'
import i18next from 'i18next'
import { useEffect, useRef, useState } from 'react'
import { notify } from '../../../platform/design/toasts-state.js'
import type { Session } from '../../session/session.js'

const extensionId = 'kamar.look'
const names = ['ambientOcclusion', 'edges', 'sky', 'shadows'] as const
/** The sun's shadow renders the model a second time, so it is off by default. */
const defaults: RenderEffectsSettings = { ambientOcclusion: true, edges: true, sky: true, shadows: false }
/** A graphics context that is lost twice within this time indicates overload, milliseconds. */
const retryMilliseconds = 120_000

/** Render effects, as controlled by their menu. */
export interface RenderEffectsControl {
  readonly settings: RenderEffectsSettings
  readonly change: (part: Partial<RenderEffectsSettings>) => void
}

/** Provides the user's render effects: the code comes with the viewer, and the choice is stored. */
export function useRenderEffects(viewer: Viewer | null, preference: Session['preference']): RenderEffectsControl {
  const stored = preference('look', readSettings)
  const [settings, setSettings] = useState(stored.value)
  useEffect(() => {
    if (!viewer) return
    // Without the extension rendering is plain; no error needs to be reported.
    viewer.loadExtension(extensionId, { ...settings }).then(
      (extension) => (extension as RenderEffectsExtension).set(settings),
      () => null,
    )
  }, [viewer, settings])
  useLighterWhenLost(viewer, () => setSettings((before) => ({ ...before, ambientOcclusion: false, shadows: false })))
  return {
    settings,
    change(part) {
      const next = { ...settings, ...part }
      setSettings(next)
      stored.set(next)
    },
  }
}

/** Turns effects off after repeated context loss; the user's stored choice is unchanged. */
function useLighterWhenLost(viewer: Viewer | null, lighten: () => void): void {
  const newest = useRef(lighten)
  useEffect(() => {
    newest.current = lighten
  })
  useEffect(() => {
    if (!viewer) return undefined
    let last = -Infinity
    return viewer.on('graphicsChanged', ({ isLost }) => {
      if (!isLost) return
      const now = performance.now()
      if (now - last < retryMilliseconds) {
        newest.current()
        notify(i18next.t('graphics.lighter'), { tone: 'information' })
      }
      last = now
    })
  }, [viewer])
}

function readSettings(value: unknown): RenderEffectsSettings {
  const stored = (value ?? {}) as Partial<Record<keyof RenderEffectsSettings, unknown>>
  const validNames = names.filter((name) => typeof stored[name] === 'boolean')
  return { ...defaults, ...Object.fromEntries(validNames.map((name) => [name, stored[name]])) }
}
