import type { FieldSummary, QueryField, ValueGroup } from '@kamar/viewer'
import { findClassKey } from '../../kit/classes/class-aliases.js'

/** Area of doors and windows, computed from their width and height. */
export interface OpeningArea {
  readonly sum: number
  readonly unit: string
  /** Number of elements that have both. */
  readonly elements: number
}

/** Fields with the width and the height of openings, and their common unit. */
interface OpeningExtents {
  readonly fields: readonly [QueryField, QueryField]
  readonly unit: string
}

/** Names of width and height without case and spaces, the best first. */
const extentNames = [
  ['overallwidth', 'overallheight'],
  ['width', 'height'],
  ['breite', 'höhe'],
  ['ширина', 'высота'],
  ['լայնություն', 'բարձրություն'],
  ['ancho', 'alto'],
] as const

/** Factor from the square of a unit of length, and the unit of the area. */
const areaUnits: Readonly<Record<string, readonly [number, string]>> = {
  mm: [1e-6, 'm²'],
  cm: [1e-4, 'm²'],
  m: [1, 'm²'],
  in: [1 / 144, 'ft²'],
  ft: [1, 'ft²'],
}

const normalize = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]+/g, '')

/**
 * Finds the width and the height of doors and windows; null for other elements, whose width is a thickness, and where
 * the file states no unit.
 */
export function findOpeningExtents(
  fields: readonly FieldSummary[],
  classes: readonly Pick<ValueGroup, 'text'>[],
): OpeningExtents | null {
  const areOpenings =
    classes.length > 0 && classes.every(({ text }) => /^(Door|Window)$/.test(findClassKey(text) ?? ''))
  if (!areOpenings) return null
  const find = (name: string): FieldSummary | undefined =>
    fields
      .filter(({ property, sum, unit }) => sum !== null && unit !== undefined && normalize(property) === name)
      .toSorted((a, b) => b.elements - a.elements)[0]
  for (const [widthName, heightName] of extentNames) {
    const [width, height] = [find(widthName), find(heightName)]
    const unit = width?.unit ?? ''
    if (width && height && unit === height.unit && unit in areaUnits) return { fields: [width, height], unit }
  }
  return null
}

/** Sums the areas of elements by the values of their width and height; null if none has both. */
export function sumOpeningAreas(
  [widths = [], heights = []]: readonly (readonly unknown[])[],
  unit: string,
): OpeningArea | null {
  const [factor = 1, areaUnit = ''] = areaUnits[unit] ?? []
  const areas = widths.flatMap((width, element) => {
    const height = heights[element]
    return typeof width === 'number' && typeof height === 'number' ? [width * height * factor] : []
  })
  if (areas.length === 0) return null
  return { sum: areas.reduce((sum, area) => sum + area, 0), unit: areaUnit, elements: areas.length }
}
