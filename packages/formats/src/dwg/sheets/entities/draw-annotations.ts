import type {
  DimensionStyle,
  Insert,
  Leader,
  LeaderContent,
  MultiLeader,
  Multiline,
  Table,
  Tolerance,
} from '@kamar/codecs/drawing'
import { add, normalized, scale, type Vector } from '@kamar/core/math'
import { curveThrough } from '../curves.js'
import { drawArrow } from './draw-arrows.js'
import { drawInsert, insertMatrices } from './draw-inserts.js'
import { drawProxy } from './draw-proxies.js'
import { drawPlainText, drawText } from './draw-texts.js'
import { within, type InsertContext, type SheetDrawing } from '../drawing.js'
import type { EntityAppearance } from '../sheet-resources.js'

/** Draws an ACAD_TABLE by its block, or else by the graphics saved with it. */
export function drawTable(table: Table, context: InsertContext, drawing: SheetDrawing): void {
  if (table.block && drawing.shared.source.countEntities(table.block) > 0) drawInsert(table, context, drawing)
  else if (!drawProxy(table, context, drawing)) drawing.skip(table, 'block-missing')
}

/** Draws a LEADER and its arrowhead. */
export function drawLeader(leader: Leader, context: InsertContext, drawing: SheetDrawing): void {
  const { vertices, isSpline, style, hasArrow } = leader
  const [first, second] = vertices
  if (!first || !second) return
  const appearance = drawing.appearance(leader, context)
  const points = isSpline && vertices.length > 2 ? curveThrough(vertices, false) : vertices.flat()
  drawing.line(points, context, { appearance })
  const size = style ? scaleSize(style, style.arrowSize) : 0
  if (hasArrow) drawArrow(first, second, { size, appearance, context, drawing })
}

const scaleSize = ({ scale: factor }: DimensionStyle, size: number): number => size * (factor > 0 ? factor : 1)

/** Draws a MULTILEADER by the graphics saved with it, or else by its lines and its text or block. */
export function drawMultiLeader(leader: MultiLeader, context: InsertContext, drawing: SheetDrawing): void {
  if (drawProxy(leader, context, drawing)) return
  const appearance = drawing.appearance(leader, context)
  for (const { connectionPoint: end, direction, landingLength, lines } of leader.roots) {
    const landing = landingLength > 0 ? normalized(direction) : null
    if (leader.hasLanding && landing)
      drawing.line([...end, ...add(end, scale(landing, landingLength))], context, { appearance })
    for (const points of lines) {
      const path = [...points, end]
      drawing.line(path.flat(), context, { appearance })
      if (path.length > 1) drawArrow(path[0], path[1], { size: leader.arrowSize, appearance, context, drawing })
    }
  }
  const { content } = leader
  if (content?.kind === 'text') drawTextContent(content, appearance, context, drawing)
  else if (content?.kind === 'block') drawBlockContent(leader, content, { context, drawing })
}

const alignments = ['left', 'center', 'right'] as const

function drawTextContent(
  { value, height, style, location, direction, rotation, alignment, width }: LeaderText,
  appearance: EntityAppearance,
  context: InsertContext,
  drawing: SheetDrawing,
): void {
  if (!style || !(height > 0)) return
  const angle = direction[0] === 0 && direction[1] === 0 ? rotation : Math.atan2(direction[1], direction[0])
  drawPlainText(
    { value, height, style, appearance },
    {
      anchor: location,
      xAxis: [Math.cos(angle), Math.sin(angle), 0],
      yAxis: [-Math.sin(angle), Math.cos(angle), 0],
      horizontal: alignments[alignment] ?? 'left',
      vertical: 'top',
      wrapWidth: width,
    },
    context,
    drawing,
  )
}

type LeaderText = Extract<LeaderContent, { kind: 'text' }>
type LeaderBlock = Extract<LeaderContent, { kind: 'block' }>

const unitScale: Vector = [1, 1, 1]
const upward: Vector = [0, 0, 1]

/** Draws the block at the end of a MULTILEADER, and the texts that the leader states for its attributes. */
function drawBlockContent(
  leader: MultiLeader,
  { block, location, scale: own, rotation, attributes }: LeaderBlock,
  { context, drawing }: { readonly context: InsertContext; readonly drawing: SheetDrawing },
): void {
  if (!block) return
  const insert: Insert = {
    ...leader,
    kind: 'insert',
    block,
    insertPoint: location,
    scale: own[0] * own[1] * own[2] === 0 ? unitScale : own,
    rotation,
    normal: upward,
    ...singleCopy,
    dictionaryHandle: 0,
    attributes: [],
  }
  drawInsert(insert, context, drawing)
  const inner = within(context, insertMatrices(insert)[0])
  for (const { definition, text } of attributes) drawText(definition, inner, drawing, text)
}

const singleCopy = { columnCount: 1, rowCount: 1, columnSpacing: 0, rowSpacing: 0 }

/** Draws an MLINE: one line per element of its style, along the mitres of the vertices. */
export function drawMultiline(multiline: Multiline, context: InsertContext, drawing: SheetDrawing): void {
  const { vertices, style, isClosed } = multiline
  const appearance = drawing.appearance(multiline, context)
  const { layer } = appearance
  const count = Math.max(0, ...vertices.map(({ offsets }) => offsets.length))
  for (let element = 0; element < count; element++) {
    const points = vertices.flatMap(({ position, miter, offsets }) => {
      const offset = offsets[element]
      return offset === undefined ? [] : add(position, scale(miter, offset))
    })
    const own = style?.elements[element]?.color
    const entity = { entity: multiline, block: context.block, layer }
    const color = own ? drawing.resources.color(own, entity) : appearance.color
    drawing.line(points, context, { appearance: { ...appearance, color }, isClosed })
  }
}

/** Characters of the font with the tolerance symbols. */
const toleranceSigns: Readonly<Record<string, string>> = {
  a: '∠',
  b: '⊥',
  c: '⏥',
  d: '⌓',
  e: '○',
  f: '∥',
  g: '⌭',
  h: '↗',
  i: '⌯',
  j: '⌖',
  k: '⌒',
  l: 'Ⓛ',
  m: 'Ⓜ',
  n: 'Ø',
  p: 'Ⓟ',
  r: '◎',
  s: 'Ⓢ',
  t: '⌰',
  u: '⏤',
}
const cellWidth = 0.75
const frameHeight = 2

/** Draws a TOLERANCE: rows of frames, each with a symbol or a text. */
export function drawTolerance(tolerance: Tolerance, context: InsertContext, drawing: SheetDrawing): void {
  const { text, insertPoint: at, direction, style } = tolerance
  const textStyle = style?.textStyle
  if (!style || !textStyle) return
  const height = scaleSize(style, style.textHeight)
  const appearance = drawing.appearance(tolerance, context)
  const x = normalized(direction) ?? [1, 0, 0]
  const y: Vector = [-x[1], x[0], 0]
  const pointAt = (u: number, v: number): Vector => [at[0] + x[0] * u + y[0] * v, at[1] + x[1] * u + y[1] * v, at[2]]
  const rows = text.split(/\^J|\n/).filter((row) => row.replace(/%%v/g, '').trim() !== '')
  rows.forEach((row, number) => {
    const rowCenter = -number * frameHeight * height
    let from = 0
    for (const cell of row.split('%%v').filter((part) => part.trim() !== '')) {
      const value = cell.replace(/\{\\Fgdt;(.)\}/gi, (_, sign: string) => toleranceSigns[sign.toLowerCase()] ?? sign)
      const width = (Array.from(value).length * cellWidth + 1) * height
      const [low, high] = [rowCenter - height, rowCenter + height]
      const frame = [pointAt(from, low), pointAt(from + width, low), pointAt(from + width, high), pointAt(from, high)]
      drawing.line(frame.flat(), context, { appearance, isClosed: true })
      const anchor = pointAt(from + width / 2, rowCenter)
      drawPlainText(
        { value, height, style: textStyle, appearance },
        { anchor, xAxis: x, yAxis: y, horizontal: 'center', vertical: 'middle' },
        context,
        drawing,
      )
      from += width
    }
  })
}
