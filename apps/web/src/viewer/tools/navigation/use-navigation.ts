import type { NavigationExtension, NavigationMode, NavigationPreferences, Storey, Viewer } from '@kamar/viewer'
import { useEffect, useState } from 'react'
import type { Session } from '../../session/session.js'
import { type ChangeState, useEngineState } from '../../session/use-engine-state.js'
import { type ExtensionControl, useExtension } from '../../session/use-extension.js'

const extensionId = 'kamar.navigation'

interface NavigationToolState {
  readonly mode: NavigationMode | null
  /** Storey that is displayed as a plan. */
  readonly plan: number | null
  readonly hasHome: boolean
  readonly hasSpaceMouse: boolean
}

/** Navigation modes, as controlled by their panel and bar. */
export interface NavigationControl extends NavigationToolState, ExtensionControl<NavigationExtension> {
  readonly storeys: readonly Storey[]
  readonly preferences: NavigationPreferences
  readonly setPreferences: (change: Partial<NavigationPreferences>) => void
  /** Loads the tool's code, so that its panel can list the storeys. */
  readonly prepare: () => void
  /** Shows a storey as a plan; returns false if it has none. */
  readonly showStorey: (storey: number | null) => Promise<boolean>
}

const initialState: NavigationToolState = { mode: null, plan: null, hasHome: false, hasSpaceMouse: false }

export function useNavigation({ viewer, preference }: Pick<Session, 'viewer' | 'preference'>): NavigationControl {
  const control = useExtension<NavigationExtension>(viewer, extensionId)
  const { engine } = control
  const toolState = useEngineState(engine, initialState, follow)
  const { value: preferences, set: setPreferences } = preference('navigation', readPreferences)
  const { reverseZoom, leftHanded } = preferences
  useEffect(() => {
    viewer?.navigation.setPreferences({ reverseZoom, leftHanded })
  }, [viewer, reverseZoom, leftHanded])
  return {
    ...toolState,
    ...control,
    preferences,
    setPreferences: (change) => setPreferences({ ...preferences, ...change }),
    storeys: useStoreys(viewer, engine),
    prepare: () => void viewer?.loadExtension(extensionId).catch(() => null),
    async showStorey(storey) {
      const navigation = (await viewer?.loadExtension(extensionId)) as NavigationExtension | undefined
      return navigation?.showStorey(storey) ?? false
    },
  }
}

function follow(engine: NavigationExtension, change: ChangeState<NavigationToolState>): void {
  engine.on('modeChanged', ({ mode }) => change({ mode }))
  engine.on('planChanged', ({ storey }) => change({ plan: storey }))
  engine.on('homeChanged', ({ home }) => change({ hasHome: home !== null }))
  engine.on('spaceMouseChanged', ({ connected }) => change({ hasSpaceMouse: connected }))
}

function useStoreys(viewer: Viewer | null, engine: NavigationExtension | null): readonly Storey[] {
  const [storeys, setStoreys] = useState<readonly Storey[]>([])
  useEffect(() => {
    if (!viewer || !engine) return undefined
    let isCurrent = true
    const read = (): void =>
      void engine.storeys().then(
        (storeys) => isCurrent && setStoreys(storeys),
        () => null,
      )
    read()
    const ends = [viewer.on('modelComplete', read), viewer.on('modelUnloaded', () => setStoreys([]))]
    return () => {
      isCurrent = false
      for (const end of ends) end()
    }
  }, [viewer, engine])
  return storeys
}

function readPreferences(stored: unknown): NavigationPreferences {
  const preferences = (stored ?? {}) as Partial<NavigationPreferences>
  return { reverseZoom: preferences.reverseZoom === true, leftHanded: preferences.leftHanded === true }
}
