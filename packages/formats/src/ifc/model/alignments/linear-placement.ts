import { axesMatrix, multiplyMatrices, type Matrix } from '@kamar/core/math'
import { readVector } from '../coordinates.js'
import type { IfcFile } from '../ifc-file.js'
import type { AlignmentCurves } from './alignment-curves.js'
import { readLength } from './lengths.js'

/** A point on a curve (IfcPointByDistanceExpression), in the file's unit. */
export interface CurvePoint {
  readonly distance: number
  readonly lateral: number
  readonly vertical: number
  readonly longitudinal: number
  /** Row of the curve. */
  readonly curve: number
}

/** Reads the location of an IfcAxis2PlacementLinear; null when it is not a point at a length along a curve. */
export function readCurvePoint(file: IfcFile, placementRow: number): CurvePoint | null {
  if (file.typeOf(placementRow) !== 'IFCAXIS2PLACEMENTLINEAR') return null
  const location = file.rowAt(placementRow, 0)
  if (file.typeOf(location) !== 'IFCPOINTBYDISTANCEEXPRESSION') return null
  const cursor = file.at(location)
  const distance = readLength(cursor.value())
  const [lateral, vertical, longitudinal] = [cursor.number() ?? 0, cursor.number() ?? 0, cursor.number() ?? 0]
  return distance === null ? null : { distance, lateral, vertical, longitudinal, curve: cursor.row() }
}

/**
 * Computes an IfcLinearPlacement (IFC 4.3, 5.4.3) in the file's unit; null when only the kernel can. As in the kernel,
 * offsets and axes are relative to the upright frame of the curve, and the parent placement is ignored.
 */
export function computeLinearFrame(file: IfcFile, row: number, curves: AlignmentCurves): Matrix | null {
  const placement = file.rowAt(row, 1)
  const point = readCurvePoint(file, placement)
  const curve = point && curves.of(point.curve)
  if (!curve) return null
  const [axis, reference] = [1, 2].map((attribute) => readVector(file, file.rowAt(placement, attribute)))
  const offset = axesMatrix([point.longitudinal, point.lateral, point.vertical], axis, reference)
  return multiplyMatrices(curve.computeFrame(point.distance), offset)
}
