import { isStoreyClass, type ModelTree, noParent } from '@kamar/package-format/read'
import { elementClass } from '../../session/use-tree.js'

const spaceClass = /(space|room)s?$/i

/** Returns whether an element is a room: a space that is hidden until it is selected. */
export const isSpace = (tree: ModelTree, element: number): boolean =>
  tree.hidden[element] === 1 && spaceClass.test(elementClass(tree, element))

/** Returns the storey of an element, a storey itself for a storey; null if it is on none. */
export function findStorey(tree: ModelTree, element: number): number | null {
  for (let at = element; at !== noParent && at < tree.count; at = tree.parent[at] ?? noParent)
    if (isStoreyClass(elementClass(tree, at))) return at
  return null
}
