import { type ModelTree, noParent } from '@kamar/view-package/read'

/**
 * The tree with everything hidden but the chosen objects and those below them. Among the latter what the model hides stays
 * hidden; what is chosen itself is shown. `RangeError` for an object that is not there.
 *
 * @param objectIds from 1
 */
export function showOnly(tree: ModelTree, objectIds: readonly number[]): ModelTree {
  const unknown = objectIds.find((objectId) => !(objectId >= 1 && objectId <= tree.count))
  if (unknown !== undefined) throw new RangeError(`there is no object ${unknown}`)
  const isChosen = new Uint8Array(tree.count)
  for (const objectId of objectIds) isChosen[objectId - 1] = 1
  const isWithin = isChosen.slice()
  const hidden = new Uint8Array(tree.count).fill(1)
  // A parent stands before its children.
  for (let element = 0; element < tree.count; element++) {
    const parent = tree.parent[element]
    if (parent !== noParent && isWithin[parent] === 1) isWithin[element] = 1
    if (isWithin[element] === 1) hidden[element] = isChosen[element] === 1 ? 0 : tree.hidden[element]
  }
  return { ...tree, hidden }
}
