import type { RenderEffectsExtension, RenderEffectsSettings, Viewer } from '@kamar/viewer'
import i18next from 'i18next'
import { useEffect, useRef, useState } from 'react'
import { notify } from '../../../shared/design/toasts-state.js'
import { storage, storageKeys } from '../../../shared/storage.js'

const extensionId = 'kamar.look'
const names = ['ambientOcclusion', 'edges', 'sky', 'shadows'] as const
/** The sun's shadow is a second picture of the model: only who wants it pays for it. */
const defaults: RenderEffectsSettings = { ambientOcclusion: true, edges: true, sky: true, shadows: false }
/** A card that is lost twice within so long has too much to do, milliseconds. */
const soonAgain = 120_000

/** The look of the picture as this person wants it: its code comes with the viewer, and the choice outlives the page. */
export function useRenderEffects(viewer: Viewer | null): {
  readonly settings: RenderEffectsSettings
  readonly change: (part: Partial<RenderEffectsSettings>) => void
} {
  const [settings, setSettings] = useState(recall)
  useEffect(() => {
    if (!viewer) return
    // Without it the picture is plain, and nothing is lost that somebody must be told of.
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
      storage.writeJson(storageKeys.renderEffects, next)
    },
  }
}

/** What somebody chose is kept for the next page. */
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
      if (now - last < soonAgain) {
        newest.current()
        notify(i18next.t('graphics.lighter'), { tone: 'information' })
      }
      last = now
    })
  }, [viewer])
}

function recall(): RenderEffectsSettings {
  const stored = (storage.readJson(storageKeys.renderEffects) ?? {}) as Partial<
    Record<keyof RenderEffectsSettings, unknown>
  >
  const validNames = names.filter((name) => typeof stored[name] === 'boolean')
  return { ...defaults, ...Object.fromEntries(validNames.map((name) => [name, stored[name]])) }
}
