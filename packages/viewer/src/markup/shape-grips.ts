import type { MarkupBox, MarkupPoint, MarkupShape } from './markup-format.js'
import { boundsOfShape, boxBetween, fitShape } from './shape-geometry.js'

/** Where a shape is taken hold of to resize it: an end of a line, or a corner of everything else. */
export interface Grip {
  readonly place: MarkupPoint
  readonly end: 'from' | 'to' | null
  /** The corner that stays. */
  readonly opposite: MarkupPoint
}

/** The grips of a selected shape. */
export function gripsOf(shape: MarkupShape): readonly Grip[] {
  if ('from' in shape) {
    return [
      { place: shape.from, end: 'from', opposite: shape.to },
      { place: shape.to, end: 'to', opposite: shape.from },
    ]
  }
  const corners = cornersOf(boundsOfShape(shape))
  return corners.map((place, index) => ({ place, end: null, opposite: corners[(index + 2) % 4] }))
}

/** Whether a pointer means this grip. */
export function meetsGrip(grip: Grip, place: MarkupPoint, reach: number): boolean {
  return Math.max(Math.abs(grip.place[0] - place[0]), Math.abs(grip.place[1] - place[1])) <= reach * 1.5
}

/** The shape with a grip dragged to another place. */
export function withGripAt(shape: MarkupShape, grip: Grip, place: MarkupPoint): MarkupShape {
  if (grip.end !== null && 'from' in shape) return { ...shape, [grip.end]: place }
  if (!('text' in shape)) return fitShape(shape, boxBetween(grip.opposite, place))
  return fitShape(shape, wordsBox(shape, grip, place))
}

/** Words keep the proportions of their box, and the corner that stays its place. */
function wordsBox(shape: MarkupShape, { opposite, place: before }: Grip, place: MarkupPoint): MarkupBox {
  const [left, top, right, bottom] = boundsOfShape(shape)
  const [width, height] = [right - left, bottom - top]
  const wanted = Math.max(Math.abs(place[0] - opposite[0]) / width, Math.abs(place[1] - opposite[1]) / height)
  const growth =
    Math.min(2, Math.max(0.01, 'size' in shape ? shape.size * wanted : 1)) / ('size' in shape ? shape.size : 1)
  const x = opposite[0] + Math.sign(before[0] - opposite[0]) * width * growth
  const y = opposite[1] + Math.sign(before[1] - opposite[1]) * height * growth
  return boxBetween(opposite, [x, y])
}

function cornersOf([left, top, right, bottom]: MarkupBox): [MarkupPoint, MarkupPoint, MarkupPoint, MarkupPoint] {
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
}
