import type { ModelTree } from '@kamar/package-format/read'
import { elementClass } from '../../session/use-tree.js'

/** Returns the storeys of a building in tree order, lowest first. */
export function listStoreys(tree: ModelTree | null): number[] {
  if (!tree) return []
  const classes = new Set(tree.classNames.flatMap((name, index) => (/storey|level$/i.test(name) ? [index] : [])))
  const storeys: number[] = []
  for (let element = 0; element < tree.count; element += 1) {
    if (classes.has(tree.classIndex[element] ?? -1) && elementClass(tree, element) !== '') storeys.push(element)
  }
  return storeys
}
