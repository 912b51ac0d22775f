import { InstanceBvh, type BoxProbe } from '../../../engine/pick/instance-bvh.js'
import { computeTriangleDistance, type ShortestSegment } from './triangle-distance.js'

/** Triangles of a block: building its BVH takes less than a frame. */
const blockTriangles = 8_000
/** Steps through the triangles: a few of them limit the distance within which all are searched. */
const strides = [61, 1]
/** Number of triangles after which the search yields. */
const queriesPerStep = 64

interface Block {
  /** First and last triangle. */
  readonly start: number
  readonly end: number
  /** Min x y z, max x y z. */
  readonly box: Float32Array
}

interface BlockPair {
  readonly one: Block
  readonly other: Block
  readonly gap: number
}

/**
 * Searches the shortest segment between two surfaces, nine numbers per triangle; null if one has no triangle. Blocks of
 * triangles are compared nearest first. Yields between parts of the work, so that the page stays responsive.
 */
export function* searchShortestSegment(
  one: Float64Array,
  other: Float64Array,
): Generator<undefined, ShortestSegment | null> {
  const trees = new BlockTrees(one)
  const pairs = listPairs(one, other)
  let best: ShortestSegment = { from: [0, 0, 0], to: [0, 0, 0], length: Infinity }
  for (const stride of strides)
    for (const pair of pairs) {
      if (pair.gap >= best.length) break
      const tree = trees.get(pair.one)
      yield
      for (let triangle = pair.other.start; triangle < pair.other.end; triangle += stride) {
        const at = triangle * 9
        tree.search(new NearBoxes(computeBox(other, at, at + 9)), best.length, (hit, farthest) => {
          const first = { triangles: one, at: (pair.one.start + hit) * 9 }
          const segment = computeTriangleDistance(first, { triangles: other, at })
          if (segment.length >= farthest) return farthest
          best = segment
          return segment.length
        })
        if (triangle % queriesPerStep === 0) yield
      }
    }
  return best.length === Infinity ? null : best
}

/** Lists the pairs of blocks of two surfaces, nearest first. */
function listPairs(one: Float64Array, other: Float64Array): BlockPair[] {
  const others = listBlocks(other)
  return listBlocks(one)
    .flatMap((block) => {
      const probe = new NearBoxes(block.box)
      return others.map((each) => ({ one: block, other: each, gap: probe.entry(each.box, 0, Infinity) }))
    })
    .sort((a, b) => a.gap - b.gap)
}

function listBlocks(triangles: Float64Array): Block[] {
  const count = triangles.length / 9
  return Array.from({ length: Math.ceil(count / blockTriangles) }, (_, block) => {
    const start = block * blockTriangles
    const end = Math.min(count, start + blockTriangles)
    return { start, end, box: computeBox(triangles, start * 9, end * 9) }
  })
}

/** Computes the box of points; rounded outwards, so that no triangle leaves the box of its 32-bit numbers. */
function computeBox(points: Float64Array, start: number, end: number): Float32Array {
  const box = new Float32Array([Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity])
  for (let at = start; at < end; at++) {
    const axis = (at - start) % 3
    const value = points[at]
    const margin = Math.abs(value) * 2 ** -23
    box[axis] = Math.min(box[axis], value - margin)
    box[axis + 3] = Math.max(box[axis + 3], value + margin)
  }
  return box
}

/** BVHs of the blocks of a surface, built on first use. */
class BlockTrees {
  readonly #triangles: Float64Array
  readonly #trees = new Map<number, InstanceBvh>()

  constructor(triangles: Float64Array) {
    this.#triangles = triangles
  }

  get({ start, end }: Block): InstanceBvh {
    const existing = this.#trees.get(start)
    if (existing !== undefined) return existing
    const boxes = new Float32Array((end - start) * 6)
    for (let triangle = start; triangle < end; triangle++)
      boxes.set(computeBox(this.#triangles, triangle * 9, triangle * 9 + 9), (triangle - start) * 6)
    const tree = new InstanceBvh({ count: end - start, boxes })
    this.#trees.set(start, tree)
    return tree
  }
}

/** Tests boxes by their distance to a box. */
class NearBoxes implements BoxProbe {
  readonly #box: Float32Array

  constructor(box: Float32Array) {
    this.#box = box
  }

  entry(boxes: Float32Array, at: number, farthest: number): number {
    let sum = 0
    for (let axis = 0; axis < 3; axis++) {
      const gap = Math.max(boxes[at + axis] - this.#box[axis + 3], this.#box[axis] - boxes[at + axis + 3], 0)
      sum += gap * gap
    }
    const distance = Math.sqrt(sum)
    return distance < farthest ? distance : Infinity
  }
}
