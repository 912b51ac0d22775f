import { type ModelTree, noParent } from '@kamar/view-package/read'

/**
 * The tree with everything hidden but the chosen objects and those below them. Among the latter what the model hides stays
 * hidden, unless it was chosen itself or is part of a hidden object that was. `RangeError` for an object that is not there.
 *
 * @param objectIds from 1
 */
export function showOnly(tree: ModelTree, objectIds: readonly number[]): ModelTree {
  const unknown = objectIds.find((objectId) => !(objectId >= 1 && objectId <= tree.count))
  if (unknown !== undefined) throw new RangeError(`there is no object ${unknown}`)
  const isWithin = new Uint8Array(tree.count)
  /** 1 for what is shown even where the model hides it. */
  const isForced = new Uint8Array(tree.count)
  for (const objectId of objectIds) {
    isWithin[objectId - 1] = 1
    isForced[objectId - 1] = tree.hidden[objectId - 1]
  }
  const hidden = new Uint8Array(tree.count).fill(1)
  // A parent stands before its children.
  for (let element = 0; element < tree.count; element++) {
    const parent = tree.parent[element]
    if (parent !== noParent) {
      isWithin[element] |= isWithin[parent]
      isForced[element] |= isForced[parent]
    }
    if (isWithin[element] === 1 && (tree.hidden[element] === 0 || isForced[element] === 1)) hidden[element] = 0
  }
  return { ...tree, hidden }
}
