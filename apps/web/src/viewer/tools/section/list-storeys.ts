import { isStoreyClass, type ModelTree } from '@kamar/package-format/read'

/** Returns the storeys of a building in tree order. */
export function listStoreys(tree: ModelTree | null): number[] {
  if (!tree) return []
  const classes = new Set(tree.classNames.flatMap((name, index) => (isStoreyClass(name) ? [index] : [])))
  const storeys: number[] = []
  for (let element = 0; element < tree.count; element += 1) {
    if (classes.has(tree.classIndex[element] ?? -1)) storeys.push(element)
  }
  return storeys
}
