import type { MarkupBox, MarkupPoint, MarkupShape } from './markup-format.js'
import { boundsOfShape, boxBetween, fitShape, textSizes } from './shape-geometry.js'

/** A handle for resizing a shape: an end of a line, or a corner of any other shape. */
export interface Grip {
  readonly point: MarkupPoint
  readonly end: 'from' | 'to' | null
  /** The fixed corner. */
  readonly opposite: MarkupPoint
}

/** Returns the grips of a selected shape. */
export function computeGrips(shape: MarkupShape): readonly Grip[] {
  if ('from' in shape) {
    return [
      { point: shape.from, end: 'from', opposite: shape.to },
      { point: shape.to, end: 'to', opposite: shape.from },
    ]
  }
  const vertices = getBoxCorners(boundsOfShape(shape))
  return vertices.map((point, index) => ({ point, end: null, opposite: vertices[(index + 2) % 4] }))
}

/** Returns whether a pointer hits this grip. */
export function hitsGrip(grip: Grip, point: MarkupPoint, radius: number): boolean {
  return Math.max(Math.abs(grip.point[0] - point[0]), Math.abs(grip.point[1] - point[1])) <= radius * 1.5
}

/** Returns the shape with a grip dragged to another point. */
export function withGripAt(shape: MarkupShape, grip: Grip, point: MarkupPoint): MarkupShape {
  if (grip.end !== null && 'from' in shape) return { ...shape, [grip.end]: point }
  if (!('text' in shape)) return fitShape(shape, boxBetween(grip.opposite, point))
  return fitShape(shape, computeTextBox(shape, grip, point))
}

/** Returns the box of a text, which keeps its proportions and its fixed corner. */
function computeTextBox(shape: MarkupShape, { opposite, point: before }: Grip, point: MarkupPoint): MarkupBox {
  const [left, top, right, bottom] = boundsOfShape(shape)
  const [width, height] = [right - left, bottom - top]
  const factor = Math.max(Math.abs(point[0] - opposite[0]) / width, Math.abs(point[1] - opposite[1]) / height)
  const growth =
    Math.min(textSizes.max, Math.max(textSizes.min, 'size' in shape ? shape.size * factor : 1)) /
    ('size' in shape ? shape.size : 1)
  const x = opposite[0] + Math.sign(before[0] - opposite[0]) * width * growth
  const y = opposite[1] + Math.sign(before[1] - opposite[1]) * height * growth
  return boxBetween(opposite, [x, y])
}

function getBoxCorners([left, top, right, bottom]: MarkupBox): [MarkupPoint, MarkupPoint, MarkupPoint, MarkupPoint] {
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
}
