import { multiplyMatrices, type Matrix } from '@kamar/core/math'
import type { TriangleShape } from '../geometry/triangle-shape.js'
import { joined } from './joined.js'
import { invert, transformed } from './modifier-context.js'

/** Returns the reflection at a plane through the centre of a frame, perpendicular to one of its axes. */
export function mirrorMatrix(frame: Matrix, axis: number): Matrix {
  const flip = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)
  flip[4 * axis] = -1
  return multiplyMatrices(frame, multiplyMatrices(flip, invert(frame)))
}

/** Applies a mirroring transform to a shape: its triangles reverse their winding. */
export function mirrored(shape: TriangleShape, matrix: Matrix): TriangleShape {
  const flipRows = (rows: Uint32Array): Uint32Array =>
    rows.map((_, at) => rows[at % 3 === 0 ? at : at % 3 === 1 ? at + 1 : at - 1])
  const { textures } = shape
  return {
    ...shape,
    positions: transformed(shape.positions, matrix),
    indices: flipRows(shape.indices),
    textures: textures && { ...textures, rows: flipRows(textures.rows) },
  }
}

/** Applies a mirror: replaces the shape by its mirror image, or adds that to it. */
export function mirrorShape(
  shape: TriangleShape,
  { frame, axis, isCopied }: { readonly frame: Matrix; readonly axis: number; readonly isCopied: boolean },
): TriangleShape {
  const other = mirrored(shape, mirrorMatrix(frame, axis))
  return isCopied ? joined(shape, other) : other
}
