const curveSteps = 12
const circleSteps = 48

/** Flattens cubic curves (a point, then three for each curve), including the first point. */
export function bezierPoints(points: readonly number[]): number[] {
  const result = points.slice(0, 2)
  for (let at = 0; at + 7 < points.length; at += 6) {
    for (let step = 1; step <= curveSteps; step++) {
      const t = step / curveSteps
      const weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3]
      for (const axis of [0, 1])
        result.push(weights.reduce((sum, weight, index) => sum + weight * points[at + 2 * index + axis], 0))
    }
  }
  return result
}

/** A box by two corners. */
export type Box = readonly [left: number, top: number, right: number, bottom: number]

/** Returns the corners of a box. */
export const boxPoints = ([left, top, right, bottom]: Box): number[] => [
  left,
  top,
  right,
  top,
  right,
  bottom,
  left,
  bottom,
]

/** Flattens an arc of the ellipse in a box between two angles, radians. */
function flattenArc([left, top, right, bottom]: Box, from: number, sweep: number): number[] {
  const steps = Math.max(2, Math.ceil((Math.abs(sweep) / (2 * Math.PI)) * circleSteps))
  const [x, y, a, b] = [(left + right) / 2, (top + bottom) / 2, (right - left) / 2, (bottom - top) / 2]
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = from + (sweep * step) / steps
    return [x + a * Math.cos(angle), y + b * Math.sin(angle)]
  }).flat()
}

/** Returns the ellipse in a box. */
export const ellipsePoints = (box: Box): number[] => flattenArc(box, 0, 2 * Math.PI).slice(0, -2)

/** Returns a box with rounded corners, quarters of an ellipse of this full width and height. */
export function roundBoxPoints([left, top, right, bottom]: Box, [width, height]: Point): number[] {
  const [w, h] = [Math.min(Math.abs(width), Math.abs(right - left)), Math.min(Math.abs(height), Math.abs(bottom - top))]
  if (w === 0 || h === 0) return boxPoints([left, top, right, bottom])
  const quarter = Math.PI / 2
  const [x1, x2] = left < right ? [left, right] : [right, left]
  const [y1, y2] = top < bottom ? [top, bottom] : [bottom, top]
  return [
    ...flattenArc([x2 - w, y2 - h, x2, y2], 0, quarter),
    ...flattenArc([x1, y2 - h, x1 + w, y2], quarter, quarter),
    ...flattenArc([x1, y1, x1 + w, y1 + h], 2 * quarter, quarter),
    ...flattenArc([x2 - w, y1, x2, y1 + h], 3 * quarter, quarter),
  ]
}

/**
 * Returns the arc of the ellipse in a box between the rays through two points, counter-clockwise as seen by default.
 */
export function arcPoints(box: Box, start: Point, end: Point, isClockwise = false): number[] {
  const [left, top, right, bottom] = box
  const [a, b] = [(right - left) / 2 || 1, (bottom - top) / 2 || 1]
  const computeAngle = ([x, y]: Point): number => Math.atan2((y - (top + bottom) / 2) / b, (x - (left + right) / 2) / a)
  const [from, to] = [computeAngle(start), computeAngle(end)]
  // y runs downwards: growing angles are clockwise.
  const fullCircle = 2 * Math.PI
  const clockwise = (((to - from) % fullCircle) + fullCircle) % fullCircle || fullCircle
  return flattenArc(box, from, isClockwise ? clockwise : clockwise - fullCircle || -fullCircle)
}

/** Computes the centre of a box. */
export const computeCenter = ([left, top, right, bottom]: Box): Point => [(left + right) / 2, (top + bottom) / 2]
/** x and y. */
export type Point = readonly [x: number, y: number]
