import type { RigidMatrix, Vector3 } from '@kamar/view-package/read'
import type { Point } from '../api.js'
import { movedPoint } from '../model/moved-point.js'
import { wayBetween } from './placement.js'

/**
 * Between the coordinates of a model's file and those of the view, both in metres, as the model stands in the picture at
 * that moment: whoever keeps one asks again after `displaced` or `modelComplete`. What is kept in coordinates of the file
 * fits wherever the model is shown: alone, in a set, in another program.
 */
export interface ModelFrame {
  /** The place of the file that is the zero point of the model's own package. */
  readonly origin: Point
  /** The view's coordinates are those that the model has when it is open alone and nobody moved it. */
  readonly isOwn: boolean
  /** A point of the file, where it is in the view. */
  pointToView(point: Point): Point
  /** A point of the view, as the file would state it. */
  pointToFile(point: Point): Point
  /** A direction of the file in the view; its length stays. */
  directionToView(direction: Point): Point
  /** A direction of the view in the file; its length stays. */
  directionToFile(direction: Point): Point
}

/** Coordinates of a model alone. */
export const unturned: RigidMatrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]

/** `matrix` leads from places of the model's package, whose `origin` is taken out, to those of the view. */
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
