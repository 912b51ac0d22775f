import { type ModelTree, noParent } from './tree.js'

const storeyClass = /storey|^level$|^geschoss$/i

/** Returns whether a class of the tree is a storey class. */
export const isStoreyClass = (className: string): boolean => storeyClass.test(className)

/** Returns 1 for each class of the tree that is a storey class. */
const markStoreyClasses = ({ classNames }: Pick<ModelTree, 'classNames'>): Uint8Array =>
  Uint8Array.from(classNames, (name) => (isStoreyClass(name) ? 1 : 0))

/** Returns the storeys of a tree, in its order. */
export function listStoreys(tree: Pick<ModelTree, 'count' | 'classNames' | 'classIndex'>): number[] {
  const isStorey = markStoreyClasses(tree)
  const result: number[] = []
  for (let element = 0; element < tree.count; element++)
    if (isStorey[tree.classIndex[element]] === 1) result.push(element)
  return result
}

/** Returns the storey of each element (a storey is its own storey); −1 if there is none. Parents come first. */
export function storeyOfElements(tree: ModelTree): Int32Array {
  const isStorey = markStoreyClasses(tree)
  const result = new Int32Array(tree.count).fill(-1)
  for (let element = 0; element < tree.count; element++) {
    const parent = tree.parent[element]
    if (isStorey[tree.classIndex[element]] === 1) result[element] = element
    else if (parent !== noParent) result[element] = result[parent]
  }
  return result
}
