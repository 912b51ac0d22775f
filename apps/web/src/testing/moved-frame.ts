import type { ModelFrame, Point } from '@kamar/viewer'

/**
 * Returns the frame of a model that was rotated a quarter turn to the left around its package's origin, then moved,
 * metres; the view's origin is that of the package before the move.
 */
export function movedFrame(origin: Point, move: Point): ModelFrame {
  const rotate = ([x, y, z]: Point): Point => [-y, x, z]
  const rotateBack = ([x, y, z]: Point): Point => [y, -x, z]
  const add = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
  const subtract = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
  return {
    origin,
    isOwn: false,
    pointToView: (point) => add(rotate(subtract(point, origin)), move),
    pointToFile: (point) => add(rotateBack(subtract(point, move)), origin),
    directionToView: rotate,
    directionToFile: rotateBack,
  }
}
