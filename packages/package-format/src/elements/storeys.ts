import { type ModelTree, noParent } from './tree.js'

const storeyClass = /storey|^level$|^geschoss$/i

/** Returns whether a class of the tree is a storey class. */
export const isStoreyClass = (className: string): boolean => storeyClass.test(className)

/** Returns the storeys of a tree, in its order. */
export function listStoreys(tree: ModelTree): number[] {
  const classes = new Set(tree.classNames.flatMap((name, number) => (isStoreyClass(name) ? [number] : [])))
  const result: number[] = []
  for (let element = 0; element < tree.count; element++) if (classes.has(tree.classIndex[element])) result.push(element)
  return result
}

/** Returns the storey of each element (a storey is its own storey); −1 if there is none. Parents come first. */
export function storeyOfElements(tree: ModelTree): Int32Array {
  const storeys = new Set(listStoreys(tree))
  const result = new Int32Array(tree.count).fill(-1)
  for (let element = 0; element < tree.count; element++) {
    const parent = tree.parent[element]
    if (storeys.has(element)) result[element] = element
    else if (parent !== noParent) result[element] = result[parent]
  }
  return result
}
