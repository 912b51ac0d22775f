import type { ModelTree } from '@kamar/package-format/read'

/** Visible rows of the tree for a set of open elements: element numbers and their depths. */
export interface TreeRows {
  readonly elements: Uint32Array
  readonly depths: Uint16Array
}

/** 1 for each open element. */
export type OpenMarks = Uint8Array

const noParent = 0xffffffff
/** Maximum number of rows that are opened initially; the user opens deeper levels. */
const maxInitialRows = 40

/** Visits open elements only, without recursion, as files may nest to any depth. */
export function visibleRows(tree: ModelTree, open: OpenMarks): TreeRows {
  let elements = new Uint32Array(1024)
  let depths = new Uint16Array(1024)
  let count = 0
  // The siblings that are visited at each depth, and the next of them.
  const levels: Uint32Array[] = [tree.roots]
  const next: number[] = [0]
  while (levels.length > 0) {
    const depth = levels.length - 1
    const siblings = levels[depth] ?? tree.roots
    const at = next[depth] ?? 0
    if (at === siblings.length) {
      levels.pop()
      next.pop()
      continue
    }
    next[depth] = at + 1
    const element = siblings[at] ?? 0
    if (count === elements.length) {
      elements = grow(elements, new Uint32Array(count * 2))
      depths = grow(depths, new Uint16Array(count * 2))
    }
    elements[count] = element
    depths[count++] = depth
    if (open[element] !== 1) continue
    const children = tree.children(element)
    if (children.length === 0) continue
    levels.push(children)
    next.push(0)
  }
  return { elements: elements.slice(0, count), depths: depths.slice(0, count) }
}

function grow<Numbers extends Uint32Array | Uint16Array>(numbers: Numbers, larger: Numbers): Numbers {
  larger.set(numbers)
  return larger
}

/** Returns the initially open elements: whole levels from the top, as long as they fit. */
export function openAtFirst(tree: ModelTree): OpenMarks {
  const open = new Uint8Array(tree.count)
  let isAnyOpen = false
  let level = [...tree.roots]
  let rows = level.length
  while (level.length > 0) {
    rows += level.reduce((sum, element) => sum + tree.children(element).length, 0)
    if (rows > maxInitialRows) break
    const next = level.flatMap((element) => [...tree.children(element)])
    if (next.length === 0) break
    for (const element of level) open[element] = 1
    isAnyOpen = true
    level = next
  }
  // A single root is opened however many children it has, as on its own it is not informative.
  if (!isAnyOpen && tree.roots.length === 1) open[tree.roots[0] ?? 0] = 1
  return open
}

/** Returns all elements that have children. */
export function allOpen(tree: ModelTree): OpenMarks {
  const open = new Uint8Array(tree.count)
  for (const parent of tree.parent) if (parent !== noParent) open[parent] = 1
  return open
}

/** Returns the children of the element's parent, including the element itself. */
export function getSiblings(tree: ModelTree, element: number): Uint32Array {
  const parent = tree.parent[element] ?? noParent
  // The parent of a root is not an element.
  return parent < tree.count ? tree.children(parent) : tree.roots
}

/** Finds the row of an element, or of its nearest visible ancestor; 0 when there is none. */
export function findRow(tree: ModelTree, rows: TreeRows, element: number | null): number {
  for (const one of element === null ? [] : [element, ...listAncestors(tree, element)]) {
    const row = rows.elements.indexOf(one)
    if (row >= 0) return row
  }
  return 0
}

/** Returns the ancestors of an element, nearest first. */
export function listAncestors(tree: ModelTree, element: number): number[] {
  const above: number[] = []
  for (let at = tree.parent[element] ?? noParent; at !== noParent; at = tree.parent[at] ?? noParent) above.push(at)
  return above
}
