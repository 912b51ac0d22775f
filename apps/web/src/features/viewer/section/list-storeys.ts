import type { ModelTree } from '@kamar/view-package/read'
import { elementClass } from '../use-tree.js'

/** Storeys of a building, from the lowest in the tree's order. */
export function listStoreys(tree: ModelTree | null): number[] {
  if (!tree) return []
  const classes = new Set(tree.classNames.flatMap((name, index) => (/storey|level$/i.test(name) ? [index] : [])))
  const storeys: number[] = []
  for (let element = 0; element < tree.count; element += 1) {
    if (classes.has(tree.classIndex[element] ?? -1) && elementClass(tree, element) !== '') storeys.push(element)
  }
  return storeys
}
