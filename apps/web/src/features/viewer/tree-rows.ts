import type { ModelTree } from '@kamar/view-package/read'

/** The rows of the tree that can be seen when these elements are open: element numbers and how deep each stands. */
export interface TreeRows {
  readonly elements: Uint32Array
  readonly depths: Uint16Array
}

const noParent = 0xffffffff
/** As many rows as a first look can take in; deeper levels open by hand. */
const maxInitialRows = 40

/** Walks open elements only, without recursion: files nest as deep as they like. */
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

/** Last first, so that the first is popped first. */
function pushed(stack: [number, number][], children: Uint32Array, depth: number): [number, number][] {
  for (let index = children.length - 1; index >= 0; index -= 1) stack.push([children[index] ?? 0, depth])
  return stack
}

/** What is open when the tree appears: whole levels from the top, as long as they fit in a first look. */
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
  // A single root that holds very many is opened all the same: it alone says nothing.
  if (open.size === 0 && tree.roots.length === 1) open.add(tree.roots[0] ?? 0)
  return open
}

/** Every element that has children. */
export function allOpen(tree: ModelTree): Set<number> {
  const open = new Set<number>()
  for (const parent of tree.parent) if (parent !== noParent) open.add(parent)
  return open
}

/** The elements of one level that stand under the same, itself among them. */
export function getSiblings(tree: ModelTree, element: number): Uint32Array {
  const parent = tree.parent[element] ?? noParent
  // A root's parent is no element.
  return parent < tree.count ? tree.children(parent) : tree.roots
}

/** The row of an element, or of the nearest above it that can be seen; 0 when there is none. */
export function findRow(tree: ModelTree, rows: TreeRows, element: number | null): number {
  for (const one of element === null ? [] : [element, ...listAncestors(tree, element)]) {
    const row = rows.elements.indexOf(one)
    if (row >= 0) return row
  }
  return 0
}

/** The elements above one, nearest first. */
export function listAncestors(tree: ModelTree, element: number): number[] {
  const above: number[] = []
  for (let at = tree.parent[element] ?? noParent; at !== noParent; at = tree.parent[at] ?? noParent) above.push(at)
  return above
}
