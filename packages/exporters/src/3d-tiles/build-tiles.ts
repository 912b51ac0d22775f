import type { TileInstance } from './tile-instance.js'

/** Spatial part of a model: its largest objects, with the rest in children. */
export interface Tile {
  /** Min x y z, max x y z of its content and all descendants. */
  readonly box: readonly number[]
  readonly instances: readonly TileInstance[]
  /**
   * Geometric error while the children are not drawn: the size of their largest object in metres; 0 without children.
   */
  readonly errorMetres: number
  readonly children: readonly Tile[]
}

/** Large enough to justify a request. */
const trianglesPerTile = 60_000

/**
 * Builds the tile tree. Large objects come first, so that few tiles draw a distant model; the rest is split in two
 * across the longer extent of its centres. Null for a model without triangles.
 */
export function buildTiles(instances: readonly TileInstance[], maxTriangles = trianglesPerTile): Tile | null {
  if (instances.length === 0) return null
  const bySize = instances.toSorted((one, other) => other.diagonalMetres - one.diagonalMetres)
  const own = countWithin(bySize, maxTriangles)
  const rest = bySize.slice(own)
  const halves = rest.length === 0 ? [] : cut(rest)
  return {
    box: computeUnion(instances.map(({ box }) => box)),
    instances: bySize.slice(0, own),
    errorMetres: rest[0]?.diagonalMetres ?? 0,
    children: halves.map((half) => buildTiles(half, maxTriangles)).filter((tile) => tile !== null),
  }
}

/** At least one, because a single object is never split. */
function countWithin(instances: readonly TileInstance[], maxTriangles: number): number {
  let triangles = 0
  const first = instances.findIndex(({ arrays }) => (triangles += arrays.indices.length / 3) > maxTriangles)
  return first < 0 ? instances.length : Math.max(1, first)
}

function cut(instances: readonly TileInstance[]): readonly (readonly TileInstance[])[] {
  const centers = computeUnion(instances.map(({ box }) => [...computeCenter(box), ...computeCenter(box)]))
  const sides = [0, 1, 2].map((axis) => centers[axis + 3] - centers[axis])
  const axis = sides.indexOf(Math.max(...sides))
  const ordered = instances.toSorted((one, other) => computeCenter(one.box)[axis] - computeCenter(other.box)[axis])
  const half = Math.ceil(ordered.length / 2)
  return [ordered.slice(0, half), ordered.slice(half)]
}

const computeCenter = (box: readonly number[]): number[] => [0, 1, 2].map((axis) => (box[axis] + box[axis + 3]) / 2)

function computeUnion(boxes: readonly (readonly number[])[]): number[] {
  const union = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
  for (const box of boxes) {
    for (let axis = 0; axis < 3; axis++) {
      union[axis] = Math.min(union[axis], box[axis])
      union[axis + 3] = Math.max(union[axis + 3], box[axis + 3])
    }
  }
  return union
}
