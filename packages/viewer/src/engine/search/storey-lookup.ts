import { noParent, storeyOfElements, type ModelTree } from '@kamar/package-format/read'

/** Returns the storey of each element; −1 if there is none, and for storeys themselves. */
export function listContainingStoreys(tree: ModelTree): Int32Array {
  const storeys = storeyOfElements(tree)
  for (let element = 0; element < storeys.length; element++) if (storeys[element] === element) storeys[element] = -1
  return storeys
}

/** Returns the root above each element: one for each file of the model. Parents come first. */
export function listFileElements(tree: ModelTree): Int32Array {
  const roots = new Int32Array(tree.count)
  for (let element = 0; element < tree.count; element++) {
    const parent = tree.parent[element]
    roots[element] = parent === noParent ? element : roots[parent]
  }
  return roots
}
