import type { NavigationExtension, NavigationMode, NavigationPreferences, Storey, Viewer } from '@kamar/viewer'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../platform/design/toasts-state.js'
import type { Session } from '../../session/session.js'
import { type ChangeState, useEngineState } from '../../session/use-engine-state.js'
import { type ExtensionControl, useExtension } from '../../session/use-extension.js'

const extensionId = 'kamar.navigation'

interface NavigationToolState {
  readonly mode: NavigationMode | null
  /** Whether a walk waits for a click where it begins. */
  readonly isChoosingStart: boolean
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

const initialState: NavigationToolState = {
  mode: null,
  isChoosingStart: false,
  plan: null,
  hasHome: false,
  hasSpaceMouse: false,
}

export function useNavigation({ viewer, preference }: Pick<Session, 'viewer' | 'preference'>): NavigationControl {
  const { t } = useTranslation()
  const control = useExtension<NavigationExtension>(viewer, extensionId)
  const { engine } = control
  const toolState = useEngineState(engine, initialState, follow)
  const { value: preferences, set: setPreferences } = preference('navigation', readPreferences)
  const { reverseZoom, leftHanded } = preferences
  useEffect(() => engine?.on('startRefused', () => notify(t('navigate.noFloor'))), [engine, t])
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
  // A mode that loaded the engine is active already.
  const { mode, isChoosingStart, planStorey } = engine
  change({ mode, isChoosingStart, plan: planStorey })
  engine.on('modeChanged', ({ mode, isChoosingStart }) => change({ mode, isChoosingStart }))
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
