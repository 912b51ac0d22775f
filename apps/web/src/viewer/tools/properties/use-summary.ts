import type { ElementSummary, QueryField, ValueGroup, Viewer } from '@kamar/viewer'
import { useEffect, useState } from 'react'
import { findOpeningExtents, type OpeningArea, sumOpeningAreas } from './opening-area.js'
import { findTotals } from './quantities.js'

/** Elements beyond this number are not summarized: the message to the worker and its reply stay small. */
export const maxSummarized = 50_000
/** A selection that is still changing, as by a window, is summarized at its end. */
const pauseMilliseconds = 80
/** Number of classes and types that are listed. */
const maxKinds = 50

const classField: QueryField = { set: '', property: 'class' }
const typeField: QueryField = { set: '*', property: 'Type' }

/** Properties of several elements, and the elements by their class and type. */
export interface SelectionSummary extends ElementSummary {
  readonly classes: readonly ValueGroup[]
  readonly types: readonly ValueGroup[]
  /** Area of doors and windows whose file states none; null for others. */
  readonly openingArea: OpeningArea | null
}

/** Returns marks of elements for queries. */
export function markElements(viewer: Viewer, elements: readonly number[]): Uint8Array {
  const marks = new Uint8Array(viewer.model?.shapes.length ?? 0)
  for (const element of elements) if (element < marks.length) marks[element] = 1
  return marks
}

/** Summarizes the selected elements in the search worker; null while that is done, `failed` if it could not be. */
export function useSummary(viewer: Viewer, selected: readonly number[]): SelectionSummary | 'failed' | null {
  const [loaded, setLoaded] = useState<{
    readonly of: readonly number[]
    readonly summary: SelectionSummary | 'failed'
  } | null>(null)
  useEffect(() => {
    let isCurrent = true
    const load = async (): Promise<SelectionSummary> => {
      const elements = selected.slice(0, maxSummarized)
      const marks = markElements(viewer, elements)
      const [summary, classes, types] = await Promise.all([
        viewer.queries.summary(Uint32Array.from(elements)),
        viewer.queries.values(classField, marks, maxKinds),
        viewer.queries.values(typeField, marks, maxKinds),
      ])
      const openingArea = await computeOpeningArea(viewer, Uint32Array.from(elements), { summary, classes })
      return { ...summary, classes: classes.groups, types: types.groups, openingArea }
    }
    const timer = setTimeout(() => {
      load()
        .catch(() => 'failed' as const)
        .then(
          (summary) => (isCurrent ? setLoaded({ of: selected, summary }) : undefined),
          () => null,
        )
    }, pauseMilliseconds)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [viewer, selected])
  return loaded?.of === selected ? loaded.summary : null
}

interface Summarized {
  readonly summary: ElementSummary
  readonly classes: { readonly groups: readonly ValueGroup[] }
}

async function computeOpeningArea(
  viewer: Viewer,
  elements: Uint32Array,
  { summary, classes }: Summarized,
): Promise<OpeningArea | null> {
  if (findTotals(summary.fields).some(({ kind }) => kind === 'area')) return null
  const extents = findOpeningExtents(summary.fields, classes.groups)
  return extents && sumOpeningAreas(await viewer.queries.cells(elements, extents.fields), extents.unit)
}
