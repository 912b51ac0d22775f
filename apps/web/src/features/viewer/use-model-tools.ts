import type { FilterGroup, Viewer } from '@kamar/viewer'
import { useState } from 'react'
import { type NavigationControl, useNavigation } from './navigation/use-navigation.js'
import { type ColorsControl, useColors } from './analysis/use-colors.js'
import { type ExplodeControl, useExplode } from './analysis/use-explode.js'

/** How one moves, and how the model is looked through: what outlives the panels that steer it. */
export interface ModelTools {
  readonly navigation: NavigationControl
  readonly colors: ColorsControl
  readonly explode: ExplodeControl
  /** The filter that is being built. */
  readonly filter: { readonly rule: FilterGroup; readonly setRule: (rule: FilterGroup) => void }
}

const noRules: FilterGroup = { kind: 'all', rules: [] }

export function useModelTools(viewer: Viewer | null): ModelTools {
  const [rule, setRule] = useState(noRules)
  return {
    navigation: useNavigation(viewer),
    colors: useColors(viewer),
    explode: useExplode(viewer),
    filter: { rule, setRule },
  }
}
