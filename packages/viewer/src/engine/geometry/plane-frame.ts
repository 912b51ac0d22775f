import type { Point } from '../types.js'
import { cross, dot, mapAxes, normalize, scale, subtract } from '@kamar/core/math'
import type { InstanceShape } from '../model/model-geometry.js'

/** Plane with its own axes: `right` × `up` is `normal`. All of length 1. */
export interface PlaneFrame {
  readonly normal: Point
  readonly right: Point
  readonly up: Point
  /** `normal` · p + `offset` is 0 on the plane. */
  readonly offset: number
}

/**
 * Above this vertical component of the normal, a plane counts as horizontal: its up axis is north, otherwise the sky.
 */
const flat = 0.9

/**
 * Returns the frame of the plane through `point`; the up axis is the sky for vertical planes and north for horizontal
 * ones.
 */
export function planeFrame(point: Point, normal: Point): PlaneFrame {
  const top: Point = Math.abs(normal[2]) < flat ? [0, 0, 1] : [0, 1, 0]
  const up = normalize(subtract(top, scale(normal, dot(top, normal))))
  return { normal, right: cross(up, normal), up, offset: -dot(normal, point) }
}

/** Converts the plane's own coordinates to a model point, metres. */
export function pointOnPlane(frame: PlaneFrame, right: number, up: number): Point {
  const { normal, offset } = frame
  return mapAxes((axis) => frame.right[axis] * right + frame.up[axis] * up - normal[axis] * offset)
}

/** Four coefficients: of a shape's own x, y, z, and a constant. */
export type AffineForm = readonly [number, number, number, number]

/** Returns `direction` · p + `shift` as a form in a shape's own coordinates. */
export function formIn({ matrix }: InstanceShape, direction: Point, shift: number): AffineForm {
  const along = (column: number): number =>
    direction[0] * matrix[column] + direction[1] * matrix[4 + column] + direction[2] * matrix[8 + column]
  return [along(0), along(1), along(2), along(3) + shift]
}

/** Returns whether a matrix of three rows of four mirrors shapes. */
export function isMirroring([ax, bx, cx, , ay, by, cy, , az, bz, cz]: Float32Array): boolean {
  return ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx) < 0
}
