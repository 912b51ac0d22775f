import type { ModelFrame, Point } from '@kamar/viewer'

/**
 * How a model stands that was turned to the left by a quarter about its package's zero point, then moved, metres; the
 * view's zero point is that of the package before it was moved.
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
