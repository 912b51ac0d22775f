import { readVector } from './coordinates.js'
import { objectAttribute, type IfcFile } from './ifc-file.js'
import { axesMatrix, type Matrix, type Vector } from '@kamar/core/math'

/** A straight grid axis in the plane of its grid: a point and a unit direction. */
interface AxisLine {
  readonly point: readonly [number, number]
  readonly direction: readonly [number, number]
}

/**
 * Resolver of IfcGridPlacement: objects at the intersection of two straight axes of a grid (the kernel leaves them at
 * the origin).
 */
export class GridPlacements {
  readonly #file: IfcFile
  #gridOfAxis: Map<number, number> | null = null

  constructor(file: IfcFile) {
    this.#file = file
  }

  /** Returns the row of the grid's placement that a grid placement refers to, or -1. */
  gridPlacementRow(row: number): number {
    const [axis] = this.#axes(this.#location(row))
    const grid = axis === undefined ? undefined : this.#grids().get(axis)
    return grid === undefined ? -1 : this.#file.rowAt(grid, objectAttribute.placement)
  }

  /** Computes the frame within the grid, in the file's unit; null when the axes are curved, parallel or missing. */
  computeFrame(row: number): Matrix | null {
    const location = this.#location(row)
    const at = this.#crossing(location)
    const [axis] = this.#axes(location)
    const line = axis === undefined ? null : this.#line(axis)
    if (!at || !line) return null
    const reference = this.#reference(row, at)
    return axesMatrix(at, null, reference ?? [line.direction[0], line.direction[1], 0])
  }

  /**
   * Returns the row of the intersection: the first attribute up to IFC 4; IFC 4x3 puts the parent placement before it.
   */
  #location(row: number): number {
    const first = this.#file.rowAt(row, 0)
    return this.#file.typeOf(first) === 'IFCVIRTUALGRIDINTERSECTION' ? first : this.#file.rowAt(row, 1)
  }

  #reference(row: number, at: Vector): Vector | null {
    const attribute = this.#file.rowAt(row, 0) === this.#location(row) ? 1 : 2
    const reference = this.#file.rowAt(row, attribute)
    if (this.#file.typeOf(reference) === 'IFCDIRECTION') return readVector(this.#file, reference)
    const other = this.#crossing(reference)
    return other && [other[0] - at[0], other[1] - at[1], other[2] - at[2]]
  }

  #axes(intersection: number): number[] {
    const isIntersection = this.#file.typeOf(intersection) === 'IFCVIRTUALGRIDINTERSECTION'
    return isIntersection ? this.#file.rowsAt(intersection, 0) : []
  }

  #crossing(intersection: number): Vector | null {
    const [first, second] = this.#axes(intersection)
    if (first === undefined || second === undefined) return null
    const offsets = this.#file.at(intersection, 1).numbers()
    const a = this.#line(first, offsets[0])
    const b = this.#line(second, offsets[1])
    if (!a || !b) return null
    const determinant = a.direction[0] * b.direction[1] - a.direction[1] * b.direction[0]
    if (Math.abs(determinant) < 1e-9) return null
    const between = [b.point[0] - a.point[0], b.point[1] - a.point[1]] as const
    const along = (between[0] * b.direction[1] - between[1] * b.direction[0]) / determinant
    return [a.point[0] + along * a.direction[0], a.point[1] + along * a.direction[1], offsets[2] ?? 0]
  }

  /** Returns an axis moved to its left by `offset`. */
  #line(axis: number, offset = 0): AxisLine | null {
    const ends = this.#ends(this.#file.rowAt(axis, 1))
    if (!ends) return null
    const isReversed = this.#file.at(axis, 2).enumeration() === 'F'
    const [from, to] = isReversed ? ends.toReversed() : ends
    const length = Math.hypot(to[0] - from[0], to[1] - from[1])
    if (!(length > 0)) return null
    const direction = [(to[0] - from[0]) / length, (to[1] - from[1]) / length] as const
    return { point: [from[0] - offset * direction[1], from[1] + offset * direction[0]], direction }
  }

  #ends(curve: number): readonly [Vector, Vector] | null {
    const file = this.#file
    switch (file.typeOf(curve)) {
      case 'IFCPOLYLINE': {
        const points = file.rowsAt(curve, 0)
        const [from, to] = [readVector(file, points[0] ?? -1), readVector(file, points.at(-1) ?? -1)]
        return from && to && [from, to]
      }
      case 'IFCTRIMMEDCURVE':
        return this.#ends(file.rowAt(curve, 0))
      case 'IFCLINE': {
        const from = readVector(file, file.rowAt(curve, 0))
        const ray = readVector(file, file.rowAt(file.rowAt(curve, 1), 0))
        return from && ray && [from, [from[0] + ray[0], from[1] + ray[1], from[2] + ray[2]]]
      }
      case 'IFCINDEXEDPOLYCURVE': {
        const [x0, y0, ...rest] = file.at(file.rowAt(curve, 0)).numbers()
        const [x1, y1] = rest.slice(-2)
        return x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined
          ? null
          : [
              [x0, y0, 0],
              [x1, y1, 0],
            ]
      }
      default:
        return null
    }
  }

  #grids(): Map<number, number> {
    if (this.#gridOfAxis) return this.#gridOfAxis
    this.#gridOfAxis = new Map()
    for (const grid of this.#file.index.listRows('IFCGRID')) {
      for (const attribute of [7, 8, 9]) {
        for (const axis of this.#file.rowsAt(grid, attribute)) this.#gridOfAxis.set(axis, grid)
      }
    }
    return this.#gridOfAxis
  }
}
