import { noParent, storeyOfElements, type ModelTree } from '@kamar/package-format/read'

/** Returns the storey names per element; `undefined` if there is none, and for storeys themselves. */
export function listStoreyNames(tree: ModelTree): (string | undefined)[] {
  return Array.from(storeyOfElements(tree), (storey, element) =>
    storey < 0 || storey === element ? undefined : tree.name(storey),
  )
}

/** Returns the root above an element: one for each file of the model. */
export function findFileElement(tree: ModelTree, element: number): number {
  let at = element
  while (tree.parent[at] !== noParent) at = tree.parent[at]
  return at
}
