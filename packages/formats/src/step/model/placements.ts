import {
  axesMatrix,
  cross,
  identityMatrix,
  isFiniteMatrix,
  normalized,
  scaleTranslation,
  type Matrix,
  type Vector,
} from '@kamar/scene'
import { toNumber, type StepFile } from '../step-file.js'

/** Reads the coordinates of a point or ratios of a direction, missing ones as 0; returns null for any other row. */
export function readVector(file: StepFile, row: number): Vector | null {
  const typeName = file.typeOf(row)
  if (typeName !== 'CARTESIAN_POINT' && typeName !== 'DIRECTION') return null
  const [x = 0, y = 0, z = 0] = file.numbersAt(row, 1)
  return [x, y, z]
}

/**
 * Reads the frame of a placement or transformation operator, its translation in metres; returns null for any other row.
 */
export function readFrame(file: StepFile, row: number, metres: number): Matrix | null {
  const frame = file.typeOf(row).startsWith('AXIS') ? axisFrame(file, row) : operatorFrame(file, row)
  return frame && isFiniteMatrix(frame) ? scaleTranslation(frame, metres) : null
}

function axisFrame(file: StepFile, row: number): Matrix | null {
  const at = readVector(file, file.rowAt(row, 1))
  if (!at) return null
  const isFlat = file.typeOf(row) === 'AXIS2_PLACEMENT_2D'
  const axis = isFlat ? null : readVector(file, file.rowAt(row, 2))
  return axesMatrix(at, axis, readVector(file, file.rowAt(row, isFlat ? 2 : 3)))
}

/**
 * Reads an operator. Some programs write its inherited names and some omit them, so the attributes are located relative
 * to the origin.
 */
function operatorFrame(file: StepFile, row: number): Matrix | null {
  if (!file.listTypes(row).some((name) => name.startsWith('CARTESIAN_TRANSFORMATION_OPERATOR'))) return null
  const attributes = file.attributes(row)
  const rows = attributes.map((value) => file.rowOf(value))
  const origin = rows.findIndex((value) => file.typeOf(value) === 'CARTESIAN_POINT')
  const at = origin < 0 ? null : readVector(file, rows[origin])
  if (!at) return null
  const scale = toNumber(attributes[origin + 1]) ?? 1
  const vectorAt = (index: number): Vector | null => readVector(file, rows[index] ?? -1)
  const first = vectorAt(origin - 2)
  const second = vectorAt(origin - 1)
  const third = vectorAt(origin + 2)
  const z = (third && normalized(third)) ?? (first && second && normalized(cross(first, second))) ?? [0, 0, 1]
  const x = (first && normalized(first)) ?? [1, 0, 0]
  const y = (second && normalized(second)) ?? cross(z, x)
  return Float64Array.of(...[...x, ...y, ...z].map((ratio) => ratio * scale), ...at)
}

/** Computes the transformation from one frame to another: content placed in `from` moves to `to`. */
export function frameToFrame(from: Matrix, to: Matrix, multiply: (a: Matrix, b: Matrix) => Matrix): Matrix {
  const inverse = invertMatrix(from)
  return inverse === null ? to : multiply(to, inverse)
}

/** Inverts an affine transformation; returns null for a singular one. */
export function invertMatrix(m: Matrix): Matrix | null {
  if (m === identityMatrix) return m
  const x: Vector = [m[0], m[1], m[2]]
  const y: Vector = [m[3], m[4], m[5]]
  const z: Vector = [m[6], m[7], m[8]]
  const rows = [cross(y, z), cross(z, x), cross(x, y)]
  const determinant = rows[0][0] * x[0] + rows[0][1] * x[1] + rows[0][2] * x[2]
  if (!(Math.abs(determinant) > 1e-300) || !Number.isFinite(determinant)) return null
  const [a, b, c] = rows.map((row) => row.map((value) => value / determinant))
  const translation = [a, b, c].map((row) => -(row[0] * m[9] + row[1] * m[10] + row[2] * m[11]))
  return Float64Array.of(a[0], b[0], c[0], a[1], b[1], c[1], a[2], b[2], c[2], ...translation)
}
