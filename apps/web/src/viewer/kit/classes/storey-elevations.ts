import { isStoreyClass, listStoreys, type ModelTree } from '@kamar/package-format/read'
import type { Viewer } from '@kamar/viewer'
import { useEffect, useState } from 'react'
import { numberFormat } from '../../../platform/format/number.js'
import { currentLanguage } from '../../../platform/i18n/index.js'

/** Elevations of storeys in metres, by name. */
export type StoreyElevations = ReadonlyMap<string, number>

const noElevations: StoreyElevations = new Map()

/** Storeys beyond this number are no storeys of one building, and reading all of them would take long. */
const maxStoreys = 500
const metresPerUnit: Readonly<Record<string, number>> = { m: 1, cm: 0.01, mm: 0.001, ft: 0.3048, in: 0.0254 }

/** Provides the elevations that the storeys of the loaded model state; empty until they are read. */
export function useStoreyElevations(viewer: Viewer | null, tree: ModelTree | null): StoreyElevations {
  const [loaded, setLoaded] = useState({ of: tree, elevations: noElevations })
  useEffect(() => {
    if (!viewer || !tree) return undefined
    let isCurrent = true
    readElevations(viewer, tree).then(
      (elevations) => (isCurrent ? setLoaded({ of: tree, elevations }) : undefined),
      () => null,
    )
    return () => {
      isCurrent = false
    }
  }, [viewer, tree])
  return loaded.of === tree ? loaded.elevations : noElevations
}

/** Reads the properties of the storeys alone: the queries of the search would load those of all elements. */
async function readElevations(viewer: Viewer, tree: ModelTree): Promise<StoreyElevations> {
  const rows = await Promise.all(
    listStoreys(tree)
      .slice(0, maxStoreys)
      .map(async (storey) => {
        const sets = await viewer.properties.of(storey)
        const elevation = sets.flatMap(({ properties }) => properties).find(({ name }) => name === 'Elevation')
        const { value, unit = 'm' } = elevation ?? {}
        const metres = typeof value === 'number' ? value * (metresPerUnit[unit] ?? 1) : null
        return [tree.name(storey), metres] as const
      }),
  )
  return new Map(rows.flatMap(([name, metres]) => (metres === null ? [] : [[name, metres] as const])).toReversed())
}

const elevationFormat = (language: string): Intl.NumberFormat =>
  numberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Formats an elevation as drawings do: `+3.10 m`, `±0.00 m`. */
export function formatElevation(metres: number): string {
  const rounded = Math.round(metres * 100) / 100
  const sign = rounded > 0 ? '+' : rounded < 0 ? '−' : '±'
  const digits = elevationFormat(currentLanguage()).format(Math.abs(rounded))
  return `${sign}${digits} m`
}

/** Returns the tree with storeys of one parent from the top down, as sections show them, where at least two of them state their elevation. */
export function sortStoreys(tree: ModelTree, elevations: StoreyElevations): ModelTree {
  if (elevations.size < 2) return tree
  const sorted = new Map<number, Uint32Array>()
  const getElevation = (element: number): number | undefined => elevations.get(tree.name(element))
  for (const element of listStoreys(tree)) {
    const parent = tree.parent[element] ?? tree.count
    if (parent >= tree.count || sorted.has(parent)) continue
    const children = tree.children(parent)
    const storeys = new Set(children.filter((child) => isStorey(tree, child) && getElevation(child) !== undefined))
    const order = [...storeys].toSorted((a, b) => (getElevation(b) ?? 0) - (getElevation(a) ?? 0))
    let next = 0
    // Other children stay where they are.
    sorted.set(
      parent,
      children.map((child) => (storeys.has(child) ? (order[next++] ?? child) : child)),
    )
  }
  return { ...tree, children: (element) => sorted.get(element) ?? tree.children(element) }
}

/** Returns whether an element is a storey. */
export const isStorey = (tree: ModelTree, element: number): boolean =>
  isStoreyClass(tree.classNames[tree.classIndex[element] ?? 0] ?? '')
