import type { Matrix } from '@kamar/core/math'
import type { TriangleShape } from '../geometry/triangle-shape.js'
import { cutHalf, exactRatio } from './cut-half.js'
import { joined } from './joined.js'
import { mirrored, mirrorMatrix } from './mirror.js'
import { invert, transformed } from './modifier-context.js'
import { anyNearer, findOpenVertices } from './open-vertices.js'

/** Settings of a symmetry modifier. */
export interface SymmetrySettings {
  /** The frame whose origin is on the mirror plane. */
  readonly frame: Matrix
  /** The axis perpendicular to the mirror plane. */
  readonly axis: number
  /** Whether the half on the other side of the mirror is kept. */
  readonly isFlipped: boolean
  /** Whether the part behind the mirror is cut off. */
  readonly isSliced: boolean
  /** Distance below which open edges are welded; 0 for none. */
  readonly weldDistance: number
}

/**
 * Joins a half and its mirror image. Null where the program would create other vertices: where the mirror cuts
 * non-planar polygons, or where vertices of open edges are close enough to be welded.
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

/** Returns the longest side of the bounding box of positions. */
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

/** Welds both halves along the mirror, so that the shading is continuous. */
function sewn(shape: TriangleShape, heights: readonly number[], near: number): TriangleShape {
  const count = heights.length
  const isShared = (vertex: number): boolean => vertex >= count && Math.abs(heights[vertex - count]) <= near
  return { ...shape, indices: shape.indices.map((vertex) => (isShared(vertex) ? vertex - count : vertex)) }
}
