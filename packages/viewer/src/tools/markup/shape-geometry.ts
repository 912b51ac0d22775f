import type { MarkupBox, MarkupPoint, MarkupShape } from './markup-format.js'
import { distanceToSegment } from './smooth-stroke.js'

/** Line height as a ratio of the text size. */
export const lineHeightRatio = 1.3
/** Padding around the text of a stamp, as a ratio of the text size. */
export const stampPadding = 0.35
/** Width of a glyph as a ratio of its height: fonts differ, and this is only for hit tests and boxes. */
const glyphWidthRatio = 0.6

/** Returns the box around a shape, without its line width. */
export function boundsOfShape(shape: MarkupShape): MarkupBox {
  if ('points' in shape) return computeBounds(shape.points)
  if ('from' in shape) return computeBounds([shape.from, shape.to])
  if ('box' in shape) return shape.box
  const lines = shape.text.split('\n')
  const padding = shape.kind === 'stamp' ? shape.size * stampPadding * 2 : 0
  const longest = Math.max(...lines.map((line) => line.length))
  const width = longest * shape.size * glyphWidthRatio + padding
  const height = lines.length * shape.size * lineHeightRatio + padding
  return [shape.at[0], shape.at[1], shape.at[0] + width, shape.at[1] + height]
}

/** Returns the box around several shapes; null without any. */
export function boundsOfShapes(shapes: readonly MarkupShape[]): MarkupBox | null {
  const vertices = shapes.flatMap((shape): MarkupPoint[] => {
    const [left, top, right, bottom] = boundsOfShape(shape)
    return [
      [left, top],
      [right, bottom],
    ]
  })
  return vertices.length === 0 ? null : computeBounds(vertices)
}

function computeBounds(points: readonly MarkupPoint[]): MarkupBox {
  const across = points.map(([x]) => x)
  const upright = points.map(([, y]) => y)
  return [Math.min(...across), Math.min(...upright), Math.max(...across), Math.max(...upright)]
}

/** Returns the box between two opposite corners. */
export function boxBetween(a: MarkupPoint, b: MarkupPoint): MarkupBox {
  return computeBounds([a, b])
}

/**
 * Returns whether `position` is on the shape or within `radius` of it. Only texts are hit inside; other shapes on their
 * line.
 */
export function hitsShape(shape: MarkupShape, position: MarkupPoint, radius: number): boolean {
  const tolerance = radius + shape.width / 2
  if ('points' in shape) return nearPath(shape.points, position, tolerance)
  if ('from' in shape) return distanceToSegment(position, shape.from, shape.to) <= tolerance
  const [left, top, right, bottom] = boundsOfShape(shape)
  const within =
    position[0] >= left - tolerance &&
    position[0] <= right + tolerance &&
    position[1] >= top - tolerance &&
    position[1] <= bottom + tolerance
  if (!within || 'text' in shape) return within
  if (shape.kind === 'ellipse') return nearEllipse(shape.box, position, tolerance)
  const vertices: MarkupPoint[] = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
    [left, top],
  ]
  return nearPath(vertices, position, tolerance * (shape.kind === 'cloud' ? 2 : 1))
}

function nearPath(points: readonly MarkupPoint[], position: MarkupPoint, tolerance: number): boolean {
  return points.some((point, index) => index > 0 && distanceToSegment(position, points[index - 1], point) <= tolerance)
}

function nearEllipse([left, top, right, bottom]: MarkupBox, position: MarkupPoint, tolerance: number): boolean {
  const radii = [Math.max((right - left) / 2, 1e-9), Math.max((bottom - top) / 2, 1e-9)] as const
  const distance = Math.hypot(
    (position[0] - (left + right) / 2) / radii[0],
    (position[1] - (top + bottom) / 2) / radii[1],
  )
  return Math.abs(distance - 1) * Math.min(...radii) <= tolerance
}

/** Returns the shape, moved. */
export function moveShape(shape: MarkupShape, right: number, down: number): MarkupShape {
  return mapShape(shape, ([x, y]) => [x + right, y + down], 1)
}

/** Scales the shape from its own bounds to `to`; texts scale uniformly. */
export function fitShape(shape: MarkupShape, to: MarkupBox): MarkupShape {
  const from = boundsOfShape(shape)
  const [width, height] = [from[2] - from[0], from[3] - from[1]]
  const across = width === 0 ? 1 : (to[2] - to[0]) / width
  const upright = height === 0 ? 1 : (to[3] - to[1]) / height
  const position = ([x, y]: MarkupPoint): MarkupPoint => [
    to[0] + (x - from[0]) * across,
    to[1] + (y - from[1]) * upright,
  ]
  return mapShape(shape, position, Math.max(across, upright))
}

function mapShape(shape: MarkupShape, position: (point: MarkupPoint) => MarkupPoint, growth: number): MarkupShape {
  if ('points' in shape) return { ...shape, points: shape.points.map(position) }
  if ('from' in shape) return { ...shape, from: position(shape.from), to: position(shape.to) }
  if ('text' in shape) return { ...shape, at: position(shape.at), size: clampSize(shape.size * growth) }
  const [left, top, right, bottom] = shape.box
  return { ...shape, box: boxBetween(position([left, top]), position([right, bottom])) }
}

/** Texts in an enlarged part of a sheet are much smaller than those of its overview. */
export const textSizes = { min: 1e-6, max: 2 } as const
const clampSize = (size: number): number => Math.min(textSizes.max, Math.max(textSizes.min, size))
