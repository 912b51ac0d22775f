import { isStoreyClass, type ModelTree } from '@kamar/package-format/read'
import type { StoreyElevations } from '../../kit/classes/storey-elevations.js'

const noElevations: StoreyElevations = new Map()

/** Returns the storeys of a building, the highest first as in the list of floor plans; those without elevation last. */
export function listStoreys(tree: ModelTree | null, elevations = noElevations): number[] {
  if (!tree) return []
  const classes = new Set(tree.classNames.flatMap((name, index) => (isStoreyClass(name) ? [index] : [])))
  const storeys: number[] = []
  for (let element = 0; element < tree.count; element += 1) {
    if (classes.has(tree.classIndex[element] ?? -1)) storeys.push(element)
  }
  const getElevation = (storey: number): number => elevations.get(tree.name(storey)) ?? Number.NEGATIVE_INFINITY
  return storeys.toSorted((a, b) => (getElevation(a) === getElevation(b) ? a - b : getElevation(b) - getElevation(a)))
}
