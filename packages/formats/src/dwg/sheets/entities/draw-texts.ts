import type { SheetTextHorizontal, SheetTextInput, SheetTextRun, SheetTextVertical } from '@kamar/core'
import { add, cross, normalized, scale, type Vector } from '@kamar/core/math'
import type { Attribute, MultilineText, Point2, TextColumns, TextEntity, TextStyle } from '@kamar/codecs/drawing'
import { fromArmenianBytes, isArmenianByteFont } from '../../text/fonts.js'
import { parseTextFragments } from '../../text/codes.js'
import { parseMText, type MTextParagraph, type MTextRun } from '../../text/mtext.js'
import { within, type InsertContext, type SheetDrawing } from '../drawing.js'
import { objectAxes } from '../geometry.js'
import { literalColor, type EntityAppearance } from '../sheet-resources.js'

/** Vertical alignment of attachment points 1 to 9, in rows of three. */
const verticalByRow: readonly SheetTextVertical[] = ['top', 'middle', 'bottom']
const horizontalByColumn: readonly SheetTextHorizontal[] = ['left', 'center', 'right']
/** Baseline distance in text heights, at a line spacing of 1. */
const lineDistance = 5 / 3
const degrees = 180 / Math.PI
const steepestOblique = 85

/** Horizontal anchors of a TEXT, by its alignment. */
const horizontals: readonly SheetTextHorizontal[] = ['left', 'center', 'right', 'left', 'center', 'left']
const verticals: readonly SheetTextVertical[] = ['baseline', 'bottom', 'middle', 'top']
const [aligned, middle, fitted] = [3, 4, 5]

/** A TEXT or an attribute. */
type SingleText = TextEntity | Attribute

/** Draws a TEXT, or the text of an attribute. `value` overrides its own. */
export function drawText(text: SingleText, context: InsertContext, drawing: SheetDrawing, value = text.value): void {
  const { height, style } = text
  if (!(height > 0) || value.trim() === '') return
  const { anchor, span, rotation, horizontal, vertical } = computeTextPlacement(text)
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)]
  const backward = text.isBackward ? -1 : 1
  const down = text.isUpsideDown ? -1 : 1
  const run = { font: drawing.resources.font(style), height, ...toRunShape(text) }
  const convert = getConverter(style)
  drawing.text(
    {
      appearance: drawing.appearance(text, context),
      anchor: [...anchor, text.elevation],
      xAxis: [cos * backward, sin * backward, 0],
      yAxis: [-sin * down, cos * down, 0],
      paragraphs: [
        parseTextFragments(value).map(({ text: own, ...marks }) => ({ text: convert(own), ...marks, ...run })),
      ],
      horizontal,
      vertical,
      ...(span > 0 ? { fitWidth: span } : {}),
    },
    within(context, objectAxes(text.normal)),
  )
}

/** Computes the position of a TEXT: at its first point, at its second one, or between the two. */
function computeTextPlacement(text: SingleText): {
  readonly anchor: Point2
  /** 0 unless it is fitted between two points. */
  readonly span: number
  readonly rotation: number
  readonly horizontal: SheetTextHorizontal
  readonly vertical: SheetTextVertical
} {
  const { horizontalAlignment: across, verticalAlignment: up, insertPoint: from, alignmentPoint: to } = text
  if (across === aligned || across === fitted) {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
    const span = Math.hypot(dx, dy)
    const rotation = span > 0 ? Math.atan2(dy, dx) : text.rotation
    return { anchor: from, span, rotation, horizontal: 'left', vertical: 'baseline' }
  }
  const anchor = across === 0 && up === 0 ? from : to
  const vertical = across === middle ? 'middle' : (verticals[up] ?? 'baseline')
  return { anchor, span: 0, rotation: text.rotation, horizontal: horizontals[across] ?? 'left', vertical }
}

function toRunShape({ widthFactor, obliqueAngle }: SingleText): Pick<SheetTextRun, 'widthFactor' | 'obliqueDegrees'> {
  const oblique = obliqueAngle * degrees
  return {
    ...(widthFactor > 0 && widthFactor !== 1 ? { widthFactor } : {}),
    ...(oblique !== 0 && Math.abs(oblique) <= steepestOblique ? { obliqueDegrees: oblique } : {}),
  }
}

const getConverter = ({ fileName, name }: TextStyle): ((text: string) => string) =>
  isArmenianByteFont(`${fileName} ${name}`) ? fromArmenianBytes : (text) => text

/** Draws an attribute of an insert, with one or more lines. */
export function drawAttribute(attribute: Attribute, context: InsertContext, drawing: SheetDrawing): void {
  const { multilineText } = attribute
  if (multilineText && multilineText.value !== '') drawMText(multilineText, context, drawing)
  else drawText(attribute, context, drawing)
}

/** Draws an MTEXT, column by column. */
export function drawMText(text: MultilineText, context: InsertContext, drawing: SheetDrawing): void {
  const { height, attachment, style, columns } = text
  if (!(height > 0)) return
  const appearance = drawing.appearance(text, context)
  const paragraphs = parseMText(text.value, height)
  const [xAxis, yAxis] = computeAxes(text)
  const backdrop = toBackdrop(text)
  const isInColumns = columns !== null && columns.width > 0 && columns.count > 1
  const step = isInColumns ? columns.width + columns.gutter : 0
  const wrapWidth = isInColumns ? columns.width : text.width
  const parts = isInColumns ? intoColumns(paragraphs, text, columns) : [paragraphs]
  parts.forEach((part, number) => {
    drawing.text(
      {
        appearance,
        anchor: add(text.insertPoint, scale(xAxis, step * number)),
        xAxis,
        yAxis,
        paragraphs: part.map(({ runs }) => runs.map((run) => toSheetRun(run, { height, style, drawing }))),
        horizontal: horizontalByColumn[(attachment - 1) % 3] ?? 'left',
        vertical: verticalByRow[Math.floor((attachment - 1) / 3)] ?? 'top',
        ...toAlignments(part),
        ...(wrapWidth > 0 ? { wrapWidth } : {}),
        lineDistance: lineDistance * height * (text.lineSpacing > 0 ? text.lineSpacing : 1),
        ...(backdrop ? { backdrop } : {}),
      },
      context,
    )
  })
}

/** Returns the alignment of paragraphs within the width of their text, where codes state it. */
const toAlignments = (paragraphs: readonly MTextParagraph[]): Pick<SheetTextInput, 'alignments'> =>
  paragraphs.some(({ alignment }) => alignment !== undefined)
    ? { alignments: paragraphs.map(({ alignment }) => alignment ?? null) }
    : {}

/** Computes the text axes: the direction of the lines is stated; up is perpendicular to it, by the normal. */
function computeAxes({ xAxis, normal }: MultilineText): [Vector, Vector] {
  const x = normalized(xAxis) ?? [1, 0, 0]
  return [x, normalized(cross(normalized(normal) ?? [0, 0, 1], x)) ?? [0, 1, 0]]
}

function toBackdrop({ background, height }: MultilineText): SheetTextInput['backdrop'] {
  if (!background) return undefined
  const color = (background.color && literalColor(background.color)) ?? 'background'
  return { color, margin: Math.max(0, (background.scale - 1) * height) }
}

interface RunContext {
  readonly height: number
  readonly style: TextStyle
  readonly drawing: SheetDrawing
}

/** Converts a run of an MTEXT to a sheet text run. */
function toSheetRun({ text, format, stacked }: MTextRun, { height, style, drawing }: RunContext): SheetTextRun {
  const { font, height: factor, widthFactor = style.widthFactor, obliqueDegrees, ...marks } = format
  const convert = font
    ? isArmenianByteFont(font.name)
      ? fromArmenianBytes
      : (own: string) => own
    : getConverter(style)
  return {
    ...marks,
    text: convert(text),
    font: font ? drawing.resources.namedFont(font.name, font.isBold, font.isItalic) : drawing.resources.font(style),
    height: height * factor,
    ...(widthFactor > 0 && widthFactor !== 1 ? { widthFactor } : {}),
    ...(obliqueDegrees ? { obliqueDegrees } : {}),
    ...(stacked ? { stacked: { ...stacked, lower: convert(stacked.lower) } } : {}),
  }
}

/** Average width of a character in text heights; only column breaks depend on it. */
const characterWidthRatio = 0.85

/** Distributes paragraphs to columns: where the text states a break, or where the column height is used up. */
function intoColumns(
  paragraphs: readonly MTextParagraph[],
  { height, columnHeight: commonHeight }: MultilineText,
  { count, width, heights }: TextColumns,
): MTextParagraph[][] {
  const parts: MTextParagraph[][] = [[]]
  let used = 0
  for (const paragraph of paragraphs) {
    const weightedLength = paragraph.runs.reduce((sum, { text: own, format }) => sum + own.length * format.height, 0)
    const lines = Math.max(1, Math.ceil((weightedLength * characterWidthRatio * height) / width))
    const columnHeight = heights[parts.length - 1] ?? commonHeight
    const isFull = columnHeight > 0 && used > 0 && used + lines * lineDistance * height > columnHeight + height
    if ((paragraph.startsColumn || isFull) && parts.length < count) {
      parts.push([])
      used = 0
    }
    parts[parts.length - 1].push(paragraph)
    used += lines * lineDistance * height
  }
  return parts
}

/** Draws text at a point of a plane, for annotations that are not text entities. */
export function drawPlainText(
  content: {
    readonly value: string
    readonly height: number
    readonly style: TextStyle
    readonly appearance: EntityAppearance
  },
  at: {
    readonly anchor: Vector
    readonly xAxis: Vector
    readonly yAxis: Vector
    readonly horizontal: SheetTextHorizontal
    readonly vertical: SheetTextVertical
    /** 0: lines do not wrap. */
    readonly wrapWidth?: number
  },
  context: InsertContext,
  drawing: SheetDrawing,
): void {
  const { value, height, style, appearance } = content
  const paragraphs = parseMText(value, height).map(({ runs }) =>
    runs.map((run) => toSheetRun(run, { height, style, drawing })),
  )
  const { wrapWidth = 0, ...placement } = at
  drawing.text({ appearance, paragraphs, ...placement, ...(wrapWidth > 0 ? { wrapWidth } : {}) }, context)
}

/** Draws a label beside an object that is not drawn itself. */
export function drawLabel(
  options: {
    readonly label: string
    readonly height: number
    readonly appearance: EntityAppearance
    readonly anchor: Vector
    readonly isCentred?: boolean
  },
  context: InsertContext,
  drawing: SheetDrawing,
): void {
  const { label, height, appearance, anchor, isCentred = false } = options
  const run = { text: label, font: drawing.resources.labelFont(), height }
  drawing.text(
    {
      appearance,
      anchor,
      xAxis: [1, 0, 0],
      yAxis: [0, 1, 0],
      paragraphs: [[run]],
      horizontal: isCentred ? 'center' : 'left',
      vertical: isCentred ? 'middle' : 'baseline',
    },
    context,
  )
}
