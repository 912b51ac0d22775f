import type { ModelTree } from '@kamar/package-format/read'
import { splitName } from '../../../platform/format/format.js'
import { findStorey } from '../../kit/selection/element-kind.js'
import { elementName, fileOfElement } from '../../session/use-tree.js'

/** Characters at the beginning of a name that are visible in the narrowest list. */
const visibleStart = 20

/**
 * Returns where each element is: on a storey, or else in its nearest named parent. Those whose name looks like that of
 * another in the same location have their file too, and their id if that does not distinguish them.
 */
export function locateElements(tree: ModelTree, elements: readonly number[]): ReadonlyMap<number, string> {
  const locations = new Map(elements.map((element) => [element, findContainer(tree, element)]))
  const getFile = (element: number): string => fileOfElement(tree, element) ?? ''
  const getId = (element: number): string => tree.sourceId(element)
  for (const describe of [getFile, getId]) {
    const groups = new Map<string, number[]>()
    for (const element of elements) {
      const visible = `${getVisibleName(tree, element)}\n${locations.get(element) ?? ''}`
      groups.set(visible, [...(groups.get(visible) ?? []), element])
    }
    for (const group of groups.values()) {
      if (new Set(group.map(describe)).size < 2) continue
      for (const element of group) {
        locations.set(element, [locations.get(element), describe(element)].filter(Boolean).join(' · '))
      }
    }
  }
  return locations
}

/** Returns the parts of a name that are visible however narrow the list is. */
function getVisibleName(tree: ModelTree, element: number): string {
  const { start, tail } = splitName(elementName(tree, element))
  return tail === '' ? start : `${start.slice(0, visibleStart)}…${tail}`
}

function findContainer(tree: ModelTree, element: number): string {
  const storey = findStorey(tree, element)
  if (storey !== null && storey !== element) return tree.name(storey)
  let parent = tree.parent[element] ?? tree.count
  while (parent < tree.count && tree.name(parent) === '') parent = tree.parent[parent] ?? tree.count
  return parent < tree.count ? tree.name(parent) : ''
}
