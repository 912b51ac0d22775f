import { noParent, type ModelTree } from '@kamar/view-package/read'

const storeyClass = /storey|^level$|^geschoss$/i

/** Whether a class of the tree is that of storeys. */
export const isStoreyClass = (className: string): boolean => storeyClass.test(className)

/** The storeys of a tree, in its order. */
export function listStoreys(tree: ModelTree): number[] {
  const classes = new Set(tree.classNames.flatMap((name, number) => (isStoreyClass(name) ? [number] : [])))
  const result: number[] = []
  for (let element = 0; element < tree.count; element++) if (classes.has(tree.classIndex[element])) result.push(element)
  return result
}

/** The storey each element stands on (a storey stands on itself); −1 where it is on none. Parents come first. */
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

/** The same as names; `undefined` where there is none, and of storeys themselves. */
export function listStoreyNames(tree: ModelTree): (string | undefined)[] {
  return Array.from(storeyOfElements(tree), (storey, element) =>
    storey < 0 || storey === element ? undefined : tree.name(storey),
  )
}

/** The root above an element: one for each file of the model. */
export function findFileElement(tree: ModelTree, element: number): number {
  let at = element
  while (tree.parent[at] !== noParent) at = tree.parent[at]
  return at
}
