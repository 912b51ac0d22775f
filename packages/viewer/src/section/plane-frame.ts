import type { Point } from '../api.js'
import { cross, dot, normalize, scale, subtract } from '../camera/vector.js'
import type { InstanceShape } from '../model/model-geometry.js'

/** A plane with directions of its own: `right` × `up` is `normal`. All of length 1. */
export interface PlaneFrame {
  readonly normal: Point
  readonly right: Point
  readonly up: Point
  /** `normal` · p + `offset` is 0 on the plane. */
  readonly offset: number
}

/** Beyond this a plane lies flat: its picture's top is north then, and the sky otherwise. */
const flat = 0.9

/** The frame of the plane through `point`; upright planes have the sky at their top, flat ones north. */
export function planeFrame(point: Point, normal: Point): PlaneFrame {
  const top: Point = Math.abs(normal[2]) < flat ? [0, 0, 1] : [0, 1, 0]
  const up = normalize(subtract(top, scale(normal, dot(top, normal))))
  return { normal, right: cross(up, normal), up, offset: -dot(normal, point) }
}

/** A point of the plane from its own coordinates, metres. */
export function pointOnPlane(frame: PlaneFrame, right: number, up: number): Point {
  const { normal, offset } = frame
  return [0, 1, 2].map(
    (axis) => frame.right[axis] * right + frame.up[axis] * up - normal[axis] * offset,
  ) as unknown as Point
}

/** Four factors: of a shape's own x, y, z, and one alone. */
export type AffineForm = readonly [number, number, number, number]

/** What `direction` · p + `shift` is in a shape's own coordinates. */
export function formIn({ matrix }: InstanceShape, direction: Point, shift: number): AffineForm {
  const along = (column: number): number =>
    direction[0] * matrix[column] + direction[1] * matrix[4 + column] + direction[2] * matrix[8 + column]
  return [along(0), along(1), along(2), along(3) + shift]
}

/** Whether a matrix of three rows of four turns shapes inside out. */
export function isMirroring([ax, bx, cx, , ay, by, cy, , az, bz, cz]: Float32Array): boolean {
  return ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx) < 0
}
