import {
  invertMatrix,
  axesMatrix,
  cross,
  isFiniteMatrix,
  normalized,
  scaleTranslation,
  type Matrix,
  type Vector,
} from '@kamar/core/math'
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
