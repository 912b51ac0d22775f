import type { IfcFile } from './ifc-file.js'
import { axesMatrix, cross, identityMatrix, normalized, type Matrix, type Vector } from '@kamar/core/math'

/**
 * Reads the coordinates of an IfcCartesianPoint or the ratios of an IfcDirection, missing ones as 0; null for any other
 * row.
 */
export function readVector(file: IfcFile, row: number): Vector | null {
  const typeName = file.typeOf(row)
  if (typeName !== 'IFCCARTESIANPOINT' && typeName !== 'IFCDIRECTION') return null
  const [x = 0, y = 0, z = 0] = file.at(row).numbers()
  return [x, y, z]
}

/** Reads the frame of an IfcAxis2Placement3D, 2D or IfcAxis1Placement; null for any other row. */
export function readAxisPlacement(file: IfcFile, row: number): Matrix | null {
  switch (file.typeOf(row)) {
    case 'IFCAXIS2PLACEMENT3D': {
      const cursor = file.at(row)
      const [location, axis, reference] = [cursor.row(), cursor.row(), cursor.row()]
      const at = readVector(file, location)
      return at && axesMatrix(at, readVector(file, axis), readVector(file, reference))
    }
    case 'IFCAXIS2PLACEMENT2D': {
      const cursor = file.at(row)
      const [location, reference] = [cursor.row(), cursor.row()]
      const at = readVector(file, location)
      return at && axesMatrix(at, null, readVector(file, reference))
    }
    default:
      return null
  }
}

/**
 * Reads the frame of an IfcCartesianTransformationOperator (2D, 3D, non-uniform): the transform of a mapped item.
 * Missing axes are completed to a right-handed frame; a third axis that mirrors it is kept.
 */
export function readTransformationOperator(file: IfcFile, row: number): Matrix | null {
  const typeName = file.typeOf(row)
  if (!typeName.startsWith('IFCCARTESIANTRANSFORMATIONOPERATOR')) return readAxisPlacement(file, row)
  const cursor = file.at(row)
  const [first, second, origin] = [cursor.row(), cursor.row(), cursor.row()]
  const scale = cursor.number() ?? 1
  const isFlat = typeName.includes('2D')
  const third = isFlat ? -1 : cursor.row()
  const isUneven = typeName.endsWith('NONUNIFORM')
  const scaleY = isUneven ? (cursor.number() ?? scale) : scale
  const scaleZ = isUneven && !isFlat ? (cursor.number() ?? scale) : scale
  const at = readVector(file, origin) ?? [0, 0, 0]
  const axes = operatorAxes(readVector(file, first), readVector(file, second), readVector(file, third))
  const scaled = (axis: Vector, factor: number): number[] => axis.map((ratio) => ratio * factor)
  return Float64Array.of(...scaled(axes.x, scale), ...scaled(axes.y, scaleY), ...scaled(axes.z, scaleZ), ...at)
}

function operatorAxes(
  first: Vector | null,
  second: Vector | null,
  third: Vector | null,
): { x: Vector; y: Vector; z: Vector } {
  const z = (third && normalized(third)) ?? (first && second && normalized(cross(first, second))) ?? [0, 0, 1]
  const x = (first && normalized(first)) ?? (second && normalized(cross(second, z))) ?? [1, 0, 0]
  const y = (second && normalized(second)) ?? normalized(cross(z, x)) ?? [0, 1, 0]
  return { x, y, z }
}

/** Returns the matrix, or the identity for null. */
export function readOrIdentity(matrix: Matrix | null): Matrix {
  return matrix ?? identityMatrix
}
