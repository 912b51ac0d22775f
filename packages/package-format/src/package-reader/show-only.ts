import { type ModelTree, noParent } from '../read.js'

/**
 * Returns the tree with everything hidden except the selected objects and their descendants. Descendants hidden by the
 * model stay hidden, unless selected themselves or part of a hidden object that is selected. Throws `RangeError` for an
 * object that does not exist.
 *
 * @param objectIds from 1
 */
export function showOnly(tree: ModelTree, objectIds: readonly number[]): ModelTree {
  const unknown = objectIds.find((objectId) => !(objectId >= 1 && objectId <= tree.count))
  if (unknown !== undefined) throw new RangeError(`there is no object ${unknown}`)
  const isWithin = new Uint8Array(tree.count)
  /** 1 for elements shown even if the model hides them. */
  const isForced = new Uint8Array(tree.count)
  for (const objectId of objectIds) {
    isWithin[objectId - 1] = 1
    isForced[objectId - 1] = tree.hidden[objectId - 1]
  }
  const hidden = new Uint8Array(tree.count).fill(1)
  // Parents precede their children.
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
