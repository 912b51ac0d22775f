import type { FilterGroup, FilterRule, Viewer } from '@kamar/viewer'
import { useEffect, useState } from 'react'

/** Filter that the user is editing. */
export interface FilterControl {
  readonly rule: FilterGroup
  readonly setRule: (rule: FilterGroup) => void
}

const pauseMilliseconds = 120

/** Removes incomplete conditions. */
function finished(rule: FilterGroup): FilterGroup {
  const rules = rule.rules.flatMap((part): readonly FilterRule[] => {
    if (part.kind !== 'test') {
      const group = finished(part)
      return group.rules.length > 0 ? [group] : []
    }
    const needsValue = part.operator !== 'exists' && part.operator !== 'missing'
    return part.field.property === '' || (needsValue && part.value.trim() === '') ? [] : [part]
  })
  return { ...rule, rules }
}

/** Provides the elements with geometry that match a filter, while it is being built; null while it is empty. */
export function useFilter(viewer: Viewer | null, rule: FilterGroup): Uint32Array | null {
  const [matches, setMatches] = useState<Uint32Array | null>(null)
  useEffect(() => {
    const finishedRule = finished(rule)
    let isCurrent = true
    const setIfCurrent = (elements: Uint32Array | null): void => {
      if (isCurrent) setMatches(elements)
    }
    const timer = setTimeout(() => {
      if (finishedRule.rules.length === 0 || !viewer?.model) return setIfCurrent(null)
      viewer.queries.filter(finishedRule, viewer.model.shapes).then(setIfCurrent, () => setIfCurrent(null))
    }, pauseMilliseconds)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [viewer, rule])
  return matches
}
