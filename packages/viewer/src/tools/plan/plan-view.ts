import type { InstanceShape } from '../../engine/model/model-geometry.js'
import { planeFrame, type PlaneFrame } from '../../engine/geometry/plane-frame.js'
import { dot, mapAxes, scale } from '@kamar/core/math'
import type { CutPlane } from '../../engine/store/cut.js'
import type { Point } from '../../engine/types.js'

/** Half space of a plan where the sum is not negative: coefficients of x, y, depth, and a constant. */
export type HalfSpace = readonly [number, number, number, number]

/**
 * Coordinates of a plan: x to the right and y up as the viewer of the plan sees them, and the depth behind the cut.
 * Metres.
 */
export class PlanView {
  /** The same plane with the axes of sections, whose right is the left of the viewer. */
  readonly frame: PlaneFrame
  readonly right: Point
  readonly up: Point

  constructor({ normal, offset }: CutPlane) {
    this.frame = planeFrame(scale(normal, -offset), normal)
    this.right = scale(this.frame.right, -1)
    this.up = this.frame.up
  }

  /** Returns the rows that transform a shape's own coordinates to x, y and depth: twelve numbers. */
  computeRows({ matrix }: Pick<InstanceShape, 'matrix'>): Float64Array {
    const rows = new Float64Array(12)
    const axes = [this.right, this.up, this.frame.normal]
    axes.forEach((axis, row) => {
      for (let column = 0; column < 4; column++)
        rows[row * 4 + column] = axis[0] * matrix[column] + axis[1] * matrix[4 + column] + axis[2] * matrix[8 + column]
    })
    rows[11] += this.frame.offset
    return rows
  }

  /** Converts another cut plane. */
  toHalfSpace({ normal, offset }: CutPlane): HalfSpace {
    const along = dot(normal, this.frame.normal)
    return [dot(normal, this.right), dot(normal, this.up), along, offset - this.frame.offset * along]
  }

  /** Grows a box (left, bottom, right, top) by a box of the model (min x y z, max x y z). */
  growBox(box: [number, number, number, number], bounds: ArrayLike<number>): void {
    for (let vertex = 0; vertex < 8; vertex++) {
      const point = mapAxes((axis) => bounds[axis + ((vertex >> axis) & 1) * 3])
      const [x, y] = [dot(point, this.right), dot(point, this.up)]
      box[0] = Math.min(box[0], x)
      box[1] = Math.min(box[1], y)
      box[2] = Math.max(box[2], x)
      box[3] = Math.max(box[3], y)
    }
  }
}

/** Returns the value of a half space at a point. */
export const valueIn = ([a, b, c, d]: HalfSpace, x: number, y: number, depth: number): number =>
  a * x + b * y + c * depth + d
