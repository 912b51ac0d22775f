import type { Markup } from '@kamar/contracts'
import type { CameraView, MarkupDrawing, MarkupShape } from '@kamar/viewer'

/** A shape as the server stores it. */
type StoredShape = Markup['shapes'][number]
type Point2 = readonly [number, number]

/** The server's unit is the frame height, the viewer's is half of it. */
const halves = 2
/** Transparency identifies a highlighter stroke; its width is this multiple of the pen's. */
const highlighterAlpha = '66'
const highlighterWidth = 5
/** Line height relative to the text size. */
const lineHeightRatio = 1.3
/** Line width of a stamp's frame. */
const frameWidth = 0.008
/** Padding between a stamp's text and its frame, relative to the text size. */
const stampPadding = 0.35

/** Converts a drawing to the server's format. */
export function toStoredMarkup(drawing: MarkupDrawing | null): Markup {
  return { shapes: toStoredShapes(drawing?.shapes ?? []), pins: [] }
}

/** Converts shapes to the server's format. */
export const toStoredShapes = (shapes: readonly MarkupShape[]): StoredShape[] => shapes.map(toStoredShape)

/** Converts a stored markup to a drawing over a view; null when it is empty. */
export function toDrawing(markup: Markup, view: CameraView): MarkupDrawing | null {
  if (markup.shapes.length === 0) return null
  return { format: 'kamar-markup', version: 1, view, shapes: toShapes(markup.shapes) }
}

/** Converts stored shapes to those of a drawing. */
export const toShapes = (shapes: readonly StoredShape[]): MarkupShape[] =>
  shapes.map((shape, index) => toShape(shape, `s${index + 1}`))

const shrunk = ([x, y]: Point2): [number, number] => [x / halves, y / halves]
const grown = ([x, y]: Point2): [number, number] => [x * halves, y * halves]

function toStoredShape(shape: MarkupShape): StoredShape {
  const stroke = { colour: shape.color, width: shape.width / halves }
  if ('points' in shape) {
    const isPen = shape.kind === 'pen'
    const colour = isPen ? shape.color : shape.color + highlighterAlpha
    const width = isPen ? stroke.width : Math.min(0.2, stroke.width * highlighterWidth)
    return { kind: 'freehand', colour, width, points: shape.points.map(shrunk) }
  }
  if ('from' in shape) return { kind: shape.kind, ...stroke, from: shrunk(shape.from), to: shrunk(shape.to) }
  if ('box' in shape) {
    const [left, top, right, bottom] = shape.box
    return { kind: shape.kind, ...stroke, from: shrunk([left, top]), to: shrunk([right, bottom]) }
  }
  return toStoredText(shape)
}

type TextShape = Extract<MarkupShape, { text: string }>

/**
 * Converts a text. The server positions it by the midpoint of its left edge, the viewer by the corner of its bounding
 * box.
 */
function toStoredText({ at, color, kind, size, text }: TextShape): StoredShape {
  const padding = kind === 'stamp' ? stampPadding : 0
  const halfHeight = (text.split('\n').length * lineHeightRatio) / 2
  return {
    kind: 'text',
    colour: color,
    at: shrunk([at[0] + padding * size, at[1] + (padding + halfHeight) * size]),
    height: size / halves,
    text,
    ...(kind === 'stamp' ? { framed: true } : {}),
  }
}

function toShape(stored: StoredShape, id: string): MarkupShape {
  const color = stored.colour.slice(0, 7)
  if (stored.kind === 'text') return toText(stored, { id, color })
  const width = Math.min(1, stored.width * halves)
  if ('points' in stored) {
    const closed = stored.kind === 'polygon' && stored.points[0] ? [...stored.points, stored.points[0]] : stored.points
    const isSeeThrough = stored.colour.length > 7 && !stored.colour.toLowerCase().endsWith('ff')
    const points = closed.map(grown)
    if (isSeeThrough) return { id, color, width: width / highlighterWidth, kind: 'highlighter', points }
    return { id, color, width, kind: 'pen', points }
  }
  const [from, to] = [grown(stored.from), grown(stored.to)]
  if (stored.kind === 'line' || stored.kind === 'arrow') return { id, color, width, kind: stored.kind, from, to }
  const box = [
    Math.min(from[0], to[0]),
    Math.min(from[1], to[1]),
    Math.max(from[0], to[0]),
    Math.max(from[1], to[1]),
  ] as const
  return { id, color, width, kind: stored.kind, box }
}

function toText(stored: Extract<StoredShape, { kind: 'text' }>, base: { id: string; color: string }): MarkupShape {
  const size = stored.height * halves
  const [x, y] = grown(stored.at)
  const kind = stored.framed === true ? 'stamp' : 'text'
  const padding = kind === 'stamp' ? stampPadding : 0
  const halfHeight = (stored.text.split('\n').length * lineHeightRatio) / 2
  const at = [x - padding * size, y - (padding + halfHeight) * size] as const
  return { ...base, width: frameWidth, kind, at, text: stored.text, size }
}
