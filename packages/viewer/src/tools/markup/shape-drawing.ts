import type { MarkupBox, MarkupPoint, MarkupShape } from './markup-format.js'
import { boundsOfShape, lineHeightRatio, stampPadding } from './shape-geometry.js'
import { curvesThrough } from './smooth-stroke.js'

/** Drawing instructions of a shape: the same for a page's SVG and for a screenshot's canvas. */
export interface ShapeDrawing {
  /** SVG path data, unit of `MarkupPoint`; empty without a line. */
  readonly path: string
  /** Whether the path is filled (an arrowhead), besides its line. */
  readonly filled: boolean
  readonly color: string
  readonly width: number
  readonly opacity: number
  readonly textBlock: TextBlock | null
}

/** Text of a shape: lines, each by the left end of its baseline. */
export interface TextBlock {
  readonly lines: readonly { readonly text: string; readonly at: MarkupPoint }[]
  readonly size: number
  readonly bold: boolean
}

/** Highlighters are transparent and several times as wide as a pen. */
const highlighterOpacity = 0.4
const highlighterWidth = 5
/** Length of an arrowhead in line widths, and half its width as a ratio of its length. */
const headWidths = 5
const headBreadth = 0.45
/** Length of one arc of a revision cloud, and its limit in line widths: clouds in enlarged parts have smaller arcs. */
const arcLength = 0.09
const arcWidths = 12
/** Position of the baseline within a line. */
const baseLine = 0.95

/** Creates the drawing instructions of a shape. */
export function createDrawing(shape: MarkupShape): ShapeDrawing {
  const common = { color: shape.color, width: shape.width, opacity: 1, filled: false, textBlock: null }
  if (shape.kind === 'pen') return { ...common, path: strokePath(shape.points) }
  if (shape.kind === 'highlighter') {
    const width = shape.width * highlighterWidth
    return { ...common, path: strokePath(shape.points), opacity: highlighterOpacity, width }
  }
  if (shape.kind === 'line') return { ...common, path: polyline([shape.from, shape.to]) }
  if (shape.kind === 'arrow') return { ...common, path: arrowPath(shape), filled: true }
  if (shape.kind === 'rectangle') return { ...common, path: rectanglePath(shape.box) }
  if (shape.kind === 'ellipse') return { ...common, path: ellipsePath(shape.box) }
  if (shape.kind === 'cloud') return { ...common, path: cloudPath(shape) }
  if (!('text' in shape)) return { ...common, path: '' }
  const isStamp = shape.kind === 'stamp'
  const path = isStamp ? rectanglePath(boundsOfShape(shape)) : ''
  return { ...common, path, textBlock: toTextBlock(shape, isStamp) }
}

const formatPoint = ([x, y]: MarkupPoint): string => `${round(x)} ${round(y)}`
/** A hundred-thousandth of a pixel, so that drawings can be enlarged a thousand times. */
const round = (value: number): number => Math.round(value * 1e8) / 1e8
const polyline = (points: readonly MarkupPoint[]): string => `M${points.map(formatPoint).join('L')}`

function strokePath(points: readonly MarkupPoint[]): string {
  const curves = curvesThrough(points).map((curve) => `C${curve.map(formatPoint).join(' ')}`)
  return `M${formatPoint(points[0] ?? [0, 0])}${curves.join('')}`
}

function arrowPath({ from, to, width }: { from: MarkupPoint; to: MarkupPoint; width: number }): string {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  if (length === 0) return polyline([from, to])
  const [dx, dy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length]
  const tipLength = Math.min(length, width * headWidths)
  const breadth = tipLength * headBreadth
  const neck: MarkupPoint = [to[0] - dx * tipLength, to[1] - dy * tipLength]
  const left: MarkupPoint = [neck[0] - dy * breadth, neck[1] + dx * breadth]
  const right: MarkupPoint = [neck[0] + dy * breadth, neck[1] - dx * breadth]
  return `${polyline([from, neck])}${polyline([left, to, right])}Z`
}

function rectanglePath([left, top, right, bottom]: MarkupBox): string {
  return `M${round(left)} ${round(top)}H${round(right)}V${round(bottom)}H${round(left)}Z`
}

function ellipsePath([left, top, right, bottom]: MarkupBox): string {
  const radii = `${round((right - left) / 2)} ${round((bottom - top) / 2)}`
  const center = (top + bottom) / 2
  return `M${formatPoint([left, center])}A${radii} 0 1 1 ${formatPoint([right, center])}A${radii} 0 1 1 ${formatPoint([left, center])}Z`
}

/** Returns arcs that bulge outwards, of as equal length as the sides allow. */
function cloudPath({ box, width }: { box: MarkupBox; width: number }): string {
  const [left, top, right, bottom] = box
  const target = Math.min(arcLength, width * arcWidths)
  const vertices: MarkupPoint[] = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
  const arcs = vertices.flatMap((start, index) => {
    const end = vertices[(index + 1) % vertices.length]
    const length = Math.hypot(end[0] - start[0], end[1] - start[1])
    const count = Math.max(1, Math.round(length / target))
    const radius = round((length / count) * 0.55)
    return Array.from({ length: count }, (_, arc) => {
      const share = (arc + 1) / count
      const stop: MarkupPoint = [start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share]
      return `A${radius} ${radius} 0 0 1 ${formatPoint(stop)}`
    })
  })
  return `M${formatPoint([left, top])}${arcs.join('')}Z`
}

function toTextBlock({ at, size, text }: { at: MarkupPoint; size: number; text: string }, isStamp: boolean): TextBlock {
  const padding = isStamp ? size * stampPadding : 0
  const lines = text.split('\n').map((line, index): { text: string; at: MarkupPoint } => ({
    text: line,
    at: [at[0] + padding, at[1] + padding + size * (index * lineHeightRatio + baseLine)],
  }))
  return { lines, size, bold: isStamp }
}

/** Target of `paintShapes`. */
export interface MarkupTarget {
  readonly context: CanvasRenderingContext2D
  /** Pixels from the left and top to the centre of the view. */
  readonly center: MarkupPoint
  /** Pixels per unit of `MarkupPoint`. */
  readonly scale: number
}

/** Draws shapes over an image. */
export function paintShapes(shapes: readonly MarkupShape[], { context, center, scale }: MarkupTarget): void {
  context.save()
  context.translate(center[0], center[1])
  context.scale(scale, scale)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (const shape of shapes) paintShape(createDrawing(shape), context)
  context.restore()
}

/** Text is drawn a hundred times too large and scaled down: canvases round font sizes. */
const fontScale = 100

function paintShape(drawing: ShapeDrawing, context: CanvasRenderingContext2D): void {
  context.globalAlpha = drawing.opacity
  context.strokeStyle = drawing.color
  context.fillStyle = drawing.color
  context.lineWidth = drawing.width
  if (drawing.path !== '') {
    const line = new Path2D(drawing.path)
    context.stroke(line)
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas is filled here, no array
    if (drawing.filled) context.fill(line)
  }
  const { textBlock } = drawing
  for (const line of textBlock?.lines ?? []) {
    context.save()
    context.translate(line.at[0], line.at[1])
    context.scale(1 / fontScale, 1 / fontScale)
    context.font = `${textBlock?.bold === true ? 700 : 500} ${(textBlock?.size ?? 0) * fontScale}px ${markupFont}`
    context.fillText(line.text, 0, 0)
    context.restore()
  }
}

/** The product's own fonts, if the page has them. */
export const markupFont = '"Noto Sans", "Noto Sans Armenian", sans-serif'
