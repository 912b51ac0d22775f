import type { PlacedScene } from '../placed-scene.js'
import { estimateBytes, instanceBytes } from '../write-order.js'
import type { CellLimits } from './cell-limits.js'

/** Cell of a large model: an octant of its parent. */
export interface Cell {
  /** Instances of the cell itself: those that are large for it, or all if it is a leaf. */
  readonly rows: Uint32Array
  readonly children: readonly Cell[]
}

/** Cube that contains the centres of instances. */
interface Cube {
  readonly center: readonly [number, number, number]
  readonly size: number
}

/** Instances whose diagonal exceeds this ratio of the side of a cell belong to the cell, not to its children. */
const ownRatio = 0.25
/** Maximum depth: cells of a millionth of the model. */
const maxDepth = 20

/**
 * Splits the model into an octree: an instance belongs to the smallest cell that is not small for it ("loose octree"),
 * by its centre. A cell whose content fits into one chunk is a leaf.
 */
export function buildCells(scene: PlacedScene, limits: CellLimits): Cell {
  const rows = Uint32Array.from({ length: scene.count }, (_, row) => row)
  return new CellBuilder(scene, limits).build(rows, boundCenters(scene), 0)
}

class CellBuilder {
  readonly #scene: PlacedScene
  readonly #limits: CellLimits
  readonly #bytes: Float64Array
  /** Number of the count that a geometry was last part of. */
  readonly #stamps: Uint32Array
  #stamp = 0

  constructor(scene: PlacedScene, limits: CellLimits) {
    this.#scene = scene
    this.#limits = limits
    this.#bytes = Float64Array.from(scene.geometries, (_, geometry) => estimateBytes(scene, geometry))
    this.#stamps = new Uint32Array(scene.geometries.length)
  }

  build(rows: Uint32Array, cube: Cube, depth: number): Cell {
    if (this.#fitsIntoLeaf(rows) || depth >= maxDepth) return { rows, children: [] }
    const isOwn = (row: number): boolean => computeDiagonal(this.#scene, row) > cube.size * ownRatio
    const own = rows.filter(isOwn)
    if (own.length === rows.length) return { rows, children: [] }
    const octants = this.#split(own.length === 0 ? rows : rows.filter((row) => !isOwn(row)), cube)
    const [only] = octants
    // A chain of cells with one child each would only repeat its proxy.
    if (own.length === 0 && octants.length === 1) return this.build(only.rows, only.cube, depth + 1)
    return { rows: own, children: octants.map((octant) => this.build(octant.rows, octant.cube, depth + 1)) }
  }

  #fitsIntoLeaf(rows: Uint32Array): boolean {
    if (rows.length > this.#limits.leafInstances) return false
    this.#stamp++
    let bytes = 0
    for (const row of rows) {
      const geometry = this.#scene.geometry[row]
      bytes += instanceBytes
      if (this.#stamps[geometry] !== this.#stamp) bytes += this.#bytes[geometry]
      this.#stamps[geometry] = this.#stamp
    }
    return bytes <= this.#limits.leafBytes
  }

  #split(rows: Uint32Array, { center, size }: Cube): { rows: Uint32Array; cube: Cube }[] {
    const octantOf = Uint8Array.from(rows, (row) =>
      [0, 1, 2].reduce(
        (octant, axis) => octant | (computeCenter(this.#scene, row, axis) >= center[axis] ? 1 << axis : 0),
        0,
      ),
    )
    return [0, 1, 2, 3, 4, 5, 6, 7].flatMap((octant) => {
      const members = rows.filter((_, index) => octantOf[index] === octant)
      if (members.length === 0) return []
      const side = (axis: number): number => center[axis] + ((octant >> axis) & 1 ? size / 4 : -size / 4)
      return [{ rows: members, cube: { center: [side(0), side(1), side(2)] as const, size: size / 2 } }]
    })
  }
}

const computeCenter = ({ boxes }: PlacedScene, row: number, axis: number): number =>
  (boxes[row * 6 + axis] + boxes[row * 6 + 3 + axis]) / 2

/** Computes the diagonal of an instance's box, metres. */
export function computeDiagonal({ boxes }: PlacedScene, row: number): number {
  const at = row * 6
  return Math.hypot(boxes[at + 3] - boxes[at], boxes[at + 4] - boxes[at + 1], boxes[at + 5] - boxes[at + 2])
}

function boundCenters(scene: PlacedScene): Cube {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (let row = 0; row < scene.count; row++)
    for (let axis = 0; axis < 3; axis++) {
      const value = computeCenter(scene, row, axis)
      low[axis] = Math.min(low[axis], value)
      high[axis] = Math.max(high[axis], value)
    }
  const computeMean = (axis: number): number => (low[axis] + high[axis]) / 2
  return {
    center: [computeMean(0), computeMean(1), computeMean(2)],
    size: Math.max(...high.map((value, axis) => value - low[axis])),
  }
}
