import type { FilterGroup, Viewer } from '@kamar/viewer'
import { useState } from 'react'
import { type NavigationControl, useNavigation } from '../tools/navigation/use-navigation.js'
import { type ColorsControl, useColors } from '../tools/colors/use-colors.js'
import { type ExplodeControl, useExplode } from '../tools/explode/use-explode.js'

/** Navigation and analysis tools, whose state outlives their panels. */
export interface ModelTools {
  readonly navigation: NavigationControl
  readonly colors: ColorsControl
  readonly explode: ExplodeControl
  /** Filter that the user is editing. */
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
