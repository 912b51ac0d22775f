import type { ModelTree } from '@kamar/package-format/read'

/** Visible rows of the tree for a set of open elements: element numbers and their depths. */
export interface TreeRows {
  readonly elements: Uint32Array
  readonly depths: Uint16Array
}

const noParent = 0xffffffff
/** Maximum number of rows that are opened initially; the user opens deeper levels. */
const maxInitialRows = 40

/** Visits open elements only, without recursion, as files may nest to any depth. */
export function visibleRows(tree: ModelTree, open: ReadonlySet<number>): TreeRows {
  const elements: number[] = []
  const depths: number[] = []
  const stack: [element: number, depth: number][] = pushed([], tree.roots, 0)
  for (let top = stack.pop(); top; top = stack.pop()) {
    const [element, depth] = top
    elements.push(element)
    depths.push(depth)
    if (open.has(element)) pushed(stack, tree.children(element), depth + 1)
  }
  return { elements: Uint32Array.from(elements), depths: Uint16Array.from(depths) }
}

/** Pushes in reverse order, so that the first child is popped first. */
function pushed(stack: [number, number][], children: Uint32Array, depth: number): [number, number][] {
  for (let index = children.length - 1; index >= 0; index -= 1) stack.push([children[index] ?? 0, depth])
  return stack
}

/** Returns the initially open elements: whole levels from the top, as long as they fit. */
export function openAtFirst(tree: ModelTree): Set<number> {
  const open = new Set<number>()
  let level = [...tree.roots]
  let rows = level.length
  while (level.length > 0) {
    const next = level.flatMap((element) => [...tree.children(element)])
    rows += next.length
    if (next.length === 0 || rows > maxInitialRows) break
    for (const element of level) open.add(element)
    level = next
  }
  // A single root is opened however many children it has, as on its own it is not informative.
  if (open.size === 0 && tree.roots.length === 1) open.add(tree.roots[0] ?? 0)
  return open
}

/** Returns all elements that have children. */
export function allOpen(tree: ModelTree): Set<number> {
  const open = new Set<number>()
  for (const parent of tree.parent) if (parent !== noParent) open.add(parent)
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
