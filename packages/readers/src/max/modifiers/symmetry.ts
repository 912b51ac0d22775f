import type { Matrix } from '../../shared/matrix.js'
import type { TriangleShape } from '../geometry/triangle-shape.js'
import { cutHalf, exactRatio } from './cut-half.js'
import { joined } from './joined.js'
import { mirrored, mirrorMatrix } from './mirror.js'
import { invert, transformed } from './modifier-context.js'
import { anyNearer, findOpenVertices } from './open-vertices.js'

/** How a shape is made from its half. */
export interface SymmetrySettings {
  /** The frame whose origin the mirror goes through. */
  readonly frame: Matrix
  /** The axis that the mirror is square to. */
  readonly axis: number
  /** The half on the other side of the mirror is the one that stays. */
  readonly isFlipped: boolean
  /** What is behind the mirror is cut off. */
  readonly isSliced: boolean
  /** Open edges nearer to one another than this become one; 0 for none. */
  readonly weldDistance: number
}

/**
 * A half and its picture in a mirror. Null where the program would make other corners than those that are there: where the
 * mirror cuts through what is not flat, or where corners of open edges are so near to one another that it makes one of them.
 */
export function symmetricShape(shape: TriangleShape, settings: SymmetrySettings): TriangleShape | null {
  const { axis, frame, isFlipped, isSliced, weldDistance } = settings
  const local = transformed(shape.positions, invert(frame))
  const sign = isFlipped ? -1 : 1
  const heights = local.filter((_, at) => at % 3 === axis).map((height) => sign * height)
  const longest = longestSide(local)
  const half = isSliced ? cutHalf(shape, heights, longest) : { shape, heights: [...heights] }
  if (half === null || half.shape.groups.length === 0) return null
  const both = joined(half.shape, mirrored(half.shape, mirrorMatrix(frame, axis)))
  if (weldDistance <= 0) return both
  const near = exactRatio * longest
  const open = findOpenVertices(half.shape)
  const isMoved = open.some(({ vertex }) => {
    const height = Math.abs(half.heights[vertex])
    return height > near && 2 * height < weldDistance
  })
  return isMoved || anyNearer(open, near, weldDistance) ? null : sewn(both, half.heights, near)
}

/** The longest side of the box around some places. */
export function longestSide(positions: Float32Array): number {
  let longest = 0
  for (const axis of [0, 1, 2]) {
    let [low, high] = [Infinity, -Infinity]
    for (let at = axis; at < positions.length; at += 3) {
      low = Math.min(low, positions[at])
      high = Math.max(high, positions[at])
    }
    longest = Math.max(longest, high - low)
  }
  return longest
}

/** Both halves share the corners on the mirror, so that light runs over it. */
function sewn(shape: TriangleShape, heights: readonly number[], near: number): TriangleShape {
  const count = heights.length
  const isShared = (vertex: number): boolean => vertex >= count && Math.abs(heights[vertex - count]) <= near
  return { ...shape, indices: shape.indices.map((vertex) => (isShared(vertex) ? vertex - count : vertex)) }
}
