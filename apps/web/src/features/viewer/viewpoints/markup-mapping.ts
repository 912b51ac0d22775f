import type { Markup } from '@kamar/contracts'
import type { CameraView, MarkupDrawing, MarkupShape } from '@kamar/viewer'

/** A shape as the server keeps it. */
type KeptShape = Markup['shapes'][number]
type Place = readonly [number, number]

/** The server's unit is the picture's height, the viewer's is half of it. */
const halves = 2
/** A see-through line is what a highlighter drew; so many times as wide as the pen. */
const highlighterAlpha = '66'
const highlighterWidth = 5
/** Height of a line of words in heights of its letters. */
const lineShare = 1.3
/** Of the frame of a stamp. */
const frameWidth = 0.008
/** What a stamp's words stand apart from its frame, in heights of its letters. */
const stampPadding = 0.35

/** A drawing as the server keeps it. */
export function toKeptMarkup(drawing: MarkupDrawing | null): Markup {
  return { shapes: drawing?.shapes.map(toKeptShape) ?? [], pins: [] }
}

/** What the server keeps as a drawing over a view; null for nothing. */
export function toDrawing(markup: Markup, view: CameraView): MarkupDrawing | null {
  if (markup.shapes.length === 0) return null
  const shapes = markup.shapes.map((shape, index) => toShape(shape, `s${index + 1}`))
  return { format: 'kamar-markup', version: 1, view, shapes }
}

const shrunk = ([x, y]: Place): [number, number] => [x / halves, y / halves]
const grown = ([x, y]: Place): [number, number] => [x * halves, y * halves]

function toKeptShape(shape: MarkupShape): KeptShape {
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
  return toKeptText(shape)
}

type Words = Extract<MarkupShape, { text: string }>

/** The server's place of words is the middle of their left edge, the viewer's the corner of what stands around them. */
function toKeptText({ at, color, kind, size, text }: Words): KeptShape {
  const padding = kind === 'stamp' ? stampPadding : 0
  const middle = (text.split('\n').length * lineShare) / 2
  return {
    kind: 'text',
    colour: color,
    at: shrunk([at[0] + padding * size, at[1] + (padding + middle) * size]),
    height: size / halves,
    text,
    ...(kind === 'stamp' ? { framed: true } : {}),
  }
}

function toShape(kept: KeptShape, id: string): MarkupShape {
  const color = kept.colour.slice(0, 7)
  if (kept.kind === 'text') return toText(kept, { id, color })
  const width = Math.min(1, kept.width * halves)
  if ('points' in kept) {
    const closed = kept.kind === 'polygon' && kept.points[0] ? [...kept.points, kept.points[0]] : kept.points
    const isSeeThrough = kept.colour.length > 7 && !kept.colour.toLowerCase().endsWith('ff')
    const points = closed.map(grown)
    if (isSeeThrough) return { id, color, width: width / highlighterWidth, kind: 'highlighter', points }
    return { id, color, width, kind: 'pen', points }
  }
  const [from, to] = [grown(kept.from), grown(kept.to)]
  if (kept.kind === 'line' || kept.kind === 'arrow') return { id, color, width, kind: kept.kind, from, to }
  const box = [
    Math.min(from[0], to[0]),
    Math.min(from[1], to[1]),
    Math.max(from[0], to[0]),
    Math.max(from[1], to[1]),
  ] as const
  return { id, color, width, kind: kept.kind, box }
}

function toText(kept: Extract<KeptShape, { kind: 'text' }>, base: { id: string; color: string }): MarkupShape {
  const size = kept.height * halves
  const [x, y] = grown(kept.at)
  const kind = kept.framed === true ? 'stamp' : 'text'
  const padding = kind === 'stamp' ? stampPadding : 0
  const middle = (kept.text.split('\n').length * lineShare) / 2
  const at = [x - padding * size, y - (padding + middle) * size] as const
  return { ...base, width: frameWidth, kind, at, text: kept.text, size }
}
