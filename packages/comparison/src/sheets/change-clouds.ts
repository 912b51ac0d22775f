import type { SheetBox } from './compare-sheets.js'

/** Number of cells along the longer side of a sheet; changes in neighbouring cells form one cluster. */
const cells = 48
/** A change larger than this fraction of a sheet has its own cloud. */
const largeRatio = 0.4
/** Maximum number of clouds. */
const maxClouds = 500

/**
 * Computes rectangles around clusters of changes, in the order of their first change. Linear in the number of changes:
 * their centres are assigned to cells, and adjacent cells are joined.
 */
export function changeClouds(boxes: readonly SheetBox[], extents: SheetBox): readonly SheetBox[] {
  const side = Math.max(extents[2] - extents[0], extents[3] - extents[1])
  if (!(side > 0)) return []
  const cell = side / cells
  const joined = new Map<string, number[]>()
  const largeChanges: number[] = []
  boxes.forEach((box, number) => {
    if (Math.max(box[2] - box[0], box[3] - box[1]) > side * largeRatio) return void largeChanges.push(number)
    const key = cellKey(Math.floor((box[0] + box[2]) / 2 / cell), Math.floor((box[1] + box[3]) / 2 / cell))
    const list = joined.get(key)
    if (list === undefined) joined.set(key, [number])
    else list.push(number)
  })
  const groups = [...collectGroups(joined), ...largeChanges.map((number) => [number])]
  const findFirst = (group: readonly number[]): number => group.reduce((one, other) => Math.min(one, other))
  return groups
    .map((group) => ({
      first: findFirst(group),
      box: around(
        group.map((number) => boxes[number]),
        cell / 3,
      ),
    }))
    .sort((one, other) => one.first - other.first)
    .slice(0, maxClouds)
    .map(({ box }) => box)
}

const cellKey = (column: number, row: number): string => `${column} ${row}`

/** Groups the indices in cells that touch, including at a corner. */
function collectGroups(joined: Map<string, number[]>): number[][] {
  const groups: number[][] = []
  for (const start of joined.keys()) {
    if (!joined.has(start)) continue
    const group: number[] = []
    const waiting = [start]
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      const members = joined.get(key)
      if (members === undefined) continue
      joined.delete(key)
      for (const member of members) group.push(member)
      const [column, row] = key.split(' ').map(Number)
      for (let right = -1; right <= 1; right++)
        for (let up = -1; up <= 1; up++) waiting.push(cellKey(column + right, row + up))
    }
    groups.push(group)
  }
  return groups
}

function around(boxes: readonly SheetBox[], margin: number): SheetBox {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [left, bottom, right, top] of boxes) {
    box[0] = Math.min(box[0], left - margin)
    box[1] = Math.min(box[1], bottom - margin)
    box[2] = Math.max(box[2], right + margin)
    box[3] = Math.max(box[3], top + margin)
  }
  return box
}
