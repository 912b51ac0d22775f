import type { MarkupBox, MarkupPoint, MarkupShape } from './markup-format.js'
import { distanceToSegment } from './smooth-stroke.js'

/** Height of a line of words as a share of their size. */
export const lineShare = 1.3
/** What stands around the words of a stamp, as a share of their size. */
export const stampPadding = 0.35
/** Width of a letter as a share of its height: fonts differ, and this is for finding and framing words only. */
const letterShare = 0.6

/** The box around a shape, without the thickness of its line. */
export function boundsOfShape(shape: MarkupShape): MarkupBox {
  if ('points' in shape) return boundsOf(shape.points)
  if ('from' in shape) return boundsOf([shape.from, shape.to])
  if ('box' in shape) return shape.box
  const lines = shape.text.split('\n')
  const padding = shape.kind === 'stamp' ? shape.size * stampPadding * 2 : 0
  const longest = Math.max(...lines.map((line) => line.length))
  const width = longest * shape.size * letterShare + padding
  const height = lines.length * shape.size * lineShare + padding
  return [shape.at[0], shape.at[1], shape.at[0] + width, shape.at[1] + height]
}

/** The box around several shapes; null without any. */
export function boundsOfShapes(shapes: readonly MarkupShape[]): MarkupBox | null {
  const corners = shapes.flatMap((shape): MarkupPoint[] => {
    const [left, top, right, bottom] = boundsOfShape(shape)
    return [
      [left, top],
      [right, bottom],
    ]
  })
  return corners.length === 0 ? null : boundsOf(corners)
}

function boundsOf(points: readonly MarkupPoint[]): MarkupBox {
  const across = points.map(([x]) => x)
  const upright = points.map(([, y]) => y)
  return [Math.min(...across), Math.min(...upright), Math.max(...across), Math.max(...upright)]
}

/** The box between two opposite corners. */
export function boxBetween(a: MarkupPoint, b: MarkupPoint): MarkupBox {
  return boundsOf([a, b])
}

/** Whether `place` is on the shape, or nearer to it than `reach`. Only words are met inside; outlines on their line. */
export function meetsShape(shape: MarkupShape, place: MarkupPoint, reach: number): boolean {
  const slack = reach + shape.width / 2
  if ('points' in shape) return nearPath(shape.points, place, slack)
  if ('from' in shape) return distanceToSegment(place, shape.from, shape.to) <= slack
  const [left, top, right, bottom] = boundsOfShape(shape)
  const within =
    place[0] >= left - slack && place[0] <= right + slack && place[1] >= top - slack && place[1] <= bottom + slack
  if (!within || 'text' in shape) return within
  if (shape.kind === 'ellipse') return nearEllipse(shape.box, place, slack)
  const corners: MarkupPoint[] = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
    [left, top],
  ]
  return nearPath(corners, place, slack * (shape.kind === 'cloud' ? 2 : 1))
}

function nearPath(points: readonly MarkupPoint[], place: MarkupPoint, slack: number): boolean {
  return points.some((point, index) => index > 0 && distanceToSegment(place, points[index - 1], point) <= slack)
}

function nearEllipse([left, top, right, bottom]: MarkupBox, place: MarkupPoint, slack: number): boolean {
  const radii = [Math.max((right - left) / 2, 1e-9), Math.max((bottom - top) / 2, 1e-9)] as const
  const away = Math.hypot((place[0] - (left + right) / 2) / radii[0], (place[1] - (top + bottom) / 2) / radii[1])
  return Math.abs(away - 1) * Math.min(...radii) <= slack
}

/** The shape, shifted. */
export function moveShape(shape: MarkupShape, right: number, down: number): MarkupShape {
  return mapShape(shape, ([x, y]) => [x + right, y + down], 1)
}

/** The shape as it fills `to` in the way in which it filled its own bounds; words grow in both directions alike. */
export function fitShape(shape: MarkupShape, to: MarkupBox): MarkupShape {
  const from = boundsOfShape(shape)
  const [width, height] = [from[2] - from[0], from[3] - from[1]]
  const across = width === 0 ? 1 : (to[2] - to[0]) / width
  const upright = height === 0 ? 1 : (to[3] - to[1]) / height
  const place = ([x, y]: MarkupPoint): MarkupPoint => [to[0] + (x - from[0]) * across, to[1] + (y - from[1]) * upright]
  return mapShape(shape, place, Math.max(across, upright))
}

function mapShape(shape: MarkupShape, place: (point: MarkupPoint) => MarkupPoint, growth: number): MarkupShape {
  if ('points' in shape) return { ...shape, points: shape.points.map(place) }
  if ('from' in shape) return { ...shape, from: place(shape.from), to: place(shape.to) }
  if ('text' in shape) return { ...shape, at: place(shape.at), size: clampSize(shape.size * growth) }
  const [left, top, right, bottom] = shape.box
  return { ...shape, box: boxBetween(place([left, top]), place([right, bottom])) }
}

const clampSize = (size: number): number => Math.min(2, Math.max(0.01, size))
