import type { Placement } from '../scene/placement.js'
import { cross, dot, normalized, type Vector } from './vector.js'

/** A 3×4 affine transformation, column-major: x axis, y axis, z axis, translation. */
export type Matrix = Float64Array

/** The identity transformation. */
export const identityMatrix: Matrix = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)

/** Multiplies two transformations: `first` applied after `second`. */
export function multiplyMatrices(first: Matrix, second: Matrix): Matrix {
  if (first === identityMatrix) return second
  if (second === identityMatrix) return first
  const product = new Float64Array(12)
  for (let column = 0; column < 12; column += 3) {
    const x = second[column]
    const y = second[column + 1]
    const z = second[column + 2]
    for (let axis = 0; axis < 3; axis++) {
      const translation = column === 9 ? first[9 + axis] : 0
      product[column + axis] = first[axis] * x + first[3 + axis] * y + first[6 + axis] * z + translation
    }
  }
  return product
}

/** Converts the twelve numbers of a transformation to a scene placement. */
export const toPlacement = (numbers: ArrayLike<number>): Placement => Array.from(numbers) as unknown as Placement

/** Returns whether every number of the transformation is finite. */
export function isFiniteMatrix(matrix: Matrix): boolean {
  return matrix.every((value) => Number.isFinite(value))
}

/** Converts the translation to another unit of length. */
export function scaleTranslation(matrix: Matrix, factor: number): Matrix {
  const scaled = matrix.slice()
  for (let axis = 9; axis < 12; axis++) scaled[axis] *= factor
  return scaled
}

/** Builds right-handed axes at a point from a z axis and an approximate x direction. */
export function axesMatrix(at: Vector, axis: Vector | null, reference: Vector | null): Matrix {
  const z = (axis && normalized(axis)) ?? [0, 0, 1]
  const towards = (reference && normalized(reference)) ?? [1, 0, 0]
  const y = normalized(cross(z, towards)) ??
    normalized(cross(z, Math.abs(z[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0])) ?? [0, 1, 0]
  const x = cross(y, z)
  return Float64Array.of(...x, ...y, ...z, ...at)
}

/** Inverts an affine transformation; returns null for a singular one. */
export function invertMatrix(m: Matrix): Matrix | null {
  if (m === identityMatrix) return m
  const x: Vector = [m[0], m[1], m[2]]
  const y: Vector = [m[3], m[4], m[5]]
  const z: Vector = [m[6], m[7], m[8]]
  const rows = [cross(y, z), cross(z, x), cross(x, y)]
  const determinant = dot(rows[0], x)
  if (!(Math.abs(determinant) > 1e-300) || !Number.isFinite(determinant)) return null
  const [a, b, c] = rows.map((row) => row.map((value) => value / determinant))
  const translation = [a, b, c].map((row) => -(row[0] * m[9] + row[1] * m[10] + row[2] * m[11]))
  return Float64Array.of(a[0], b[0], c[0], a[1], b[1], c[1], a[2], b[2], c[2], ...translation)
}
