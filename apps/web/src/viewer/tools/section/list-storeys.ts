import { listStoreys as listStoreysOfTree, type ModelTree } from '@kamar/package-format/read'
import type { StoreyElevations } from '../../kit/classes/storey-elevations.js'

const noElevations: StoreyElevations = new Map()

/** Returns the storeys of a building, the highest first as in the list of floor plans; those without elevation last. */
export function listStoreys(tree: ModelTree | null, elevations = noElevations): number[] {
  if (!tree) return []
  const getElevation = (storey: number): number => elevations.get(tree.name(storey)) ?? Number.NEGATIVE_INFINITY
  return listStoreysOfTree(tree).toSorted((a, b) =>
    getElevation(a) === getElevation(b) ? a - b : getElevation(b) - getElevation(a),
  )
}
