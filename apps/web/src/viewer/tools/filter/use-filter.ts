import type { SavedFilter } from '@kamar/contracts'
import type { ElementColor, FilterGroup, Viewer } from '@kamar/viewer'
import { useEffect, useState } from 'react'
import { noRules, omitIncomplete } from './rules.js'

/** Colour of the matches by default: amber, which neither the selection nor any material has. */
export const defaultFilterColor: ElementColor['rgb'] = [230, 145, 56]

/** Filter that the user is editing. */
export interface EditedFilter {
  readonly rule: FilterGroup
  readonly rgb: ElementColor['rgb']
  /** Name of the template or the saved filter that it began with; empty for none. */
  readonly name: string
  /** Saved filter that it began with. */
  readonly saved: SavedFilter | null
}

/** State of the filter that outlives its panel. */
export interface FilterControl {
  readonly filter: EditedFilter
  readonly setFilter: (filter: EditedFilter) => void
}

/** Filter before the user has begun one. */
export const noFilter: EditedFilter = { rule: noRules, rgb: defaultFilterColor, name: '', saved: null }

export function useFilterControl(): FilterControl {
  const [filter, setFilter] = useState(noFilter)
  return { filter, setFilter }
}

const pauseMilliseconds = 120

/** Finds the elements with geometry that match a filter; null for a filter without complete conditions. */
export async function findMatches(viewer: Viewer, rule: FilterGroup): Promise<Uint32Array | null> {
  const complete = omitIncomplete(rule)
  return complete.rules.length === 0 || !viewer.model ? null : viewer.queries.filter(complete, viewer.model.shapes)
}

/** Provides the elements that match a filter, while it is being built; null while it is empty. */
export function useFilter(viewer: Viewer | null, rule: FilterGroup): Uint32Array | null {
  const [matches, setMatches] = useState<Uint32Array | null>(null)
  useEffect(() => {
    let isCurrent = true
    const setIfCurrent = (elements: Uint32Array | null): void => {
      if (isCurrent) setMatches(elements)
    }
    const timer = setTimeout(() => {
      if (!viewer) return setIfCurrent(null)
      findMatches(viewer, rule).then(setIfCurrent, () => setIfCurrent(null))
    }, pauseMilliseconds)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [viewer, rule])
  return matches
}

/** Provides the number of matches of several filters, by id; those that are still counted are omitted. */
export function useMatchCounts(
  viewer: Viewer,
  filters: readonly { readonly id: string; readonly rule: FilterGroup }[],
): ReadonlyMap<string, number> {
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map())
  useEffect(() => {
    let isCurrent = true
    const count = async (): Promise<void> => {
      for (const { id, rule } of filters) {
        const matches = await findMatches(viewer, rule)
        if (!isCurrent) return
        setCounts((earlier) => new Map(earlier).set(id, matches?.length ?? 0))
      }
    }
    count().catch(() => null)
    return () => {
      isCurrent = false
    }
  }, [viewer, filters])
  return counts
}
