import type { RigidMatrix, Vector3 } from '@kamar/package-format/read'
import type { Point } from '../../engine/types.js'
import { movedPoint } from '../../engine/math/moved-point.js'
import { wayBetween } from './placement.js'

/**
 * Conversion between the coordinates of a model's file and those of the view, both in metres, for the model's current
 * pose: refresh it after `elementsMoved` or `modelComplete`. Data stored in file coordinates fits wherever the model is
 * shown: alone, in a federation, in another program.
 */
export interface ModelFrame {
  /** The point of the file that is the origin of the model's own package. */
  readonly origin: Point
  /** Whether the view's coordinates are those of the model opened alone and unmoved. */
  readonly isOwn: boolean
  /** Converts a point of the file to the view. */
  pointToView(point: Point): Point
  /** Converts a point of the view to the file. */
  pointToFile(point: Point): Point
  /** Converts a direction of the file to the view; its length stays. */
  directionToView(direction: Point): Point
  /** Converts a direction of the view to the file; its length stays. */
  directionToFile(direction: Point): Point
}

/** Identity: the coordinates of a model alone. */
export const unturned: RigidMatrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]

/** Creates the frame; `matrix` maps positions of the model's package, relative to `origin`, to those of the view. */
export function modelFrame(matrix: RigidMatrix, origin: Vector3): ModelFrame {
  const back = wayBetween(matrix, unturned)
  const shifted = (point: Point, sign: 1 | -1): Point => [
    point[0] + sign * origin[0],
    point[1] + sign * origin[1],
    point[2] + sign * origin[2],
  ]
  return {
    origin,
    isOwn: matrix.every((value, index) => value === unturned[index]),
    pointToView: (point) => movedPoint(shifted(point, -1), matrix),
    pointToFile: (point) => shifted(movedPoint(point, back), 1),
    directionToView: (direction) => movedPoint(direction, matrix, 0),
    directionToFile: (direction) => movedPoint(direction, back, 0),
  }
}
