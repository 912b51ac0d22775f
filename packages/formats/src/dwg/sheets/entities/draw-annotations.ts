import {
  type BlockRecord,
  type Dimension,
  Insert,
  Layer,
  LeaderPathType,
  type Leader,
  type MLine,
  MLineFlags,
  type MultiLeader,
  type MultiLeaderObjectContextData,
  type TableEntity,
  type Tolerance,
} from '@node-projects/acad-ts'
import { normalized, type Vector } from '@kamar/core/math'
import { curveThrough } from '../curves.js'
import { drawInsert, maxBlockDepth, listEntities, insertMatrices } from './draw-inserts.js'
import { drawProxy } from './draw-proxies.js'
import { drawPlainText, drawText } from './draw-texts.js'
import { within, type InsertContext, type SheetDrawing } from '../drawing.js'
import type { Points } from '../geometry.js'
import type { EntityAppearance } from '../sheet-resources.js'

/** Draws a DIMENSION by its block, or else by the graphics saved with it. */
export function drawDimension(dimension: Dimension, context: InsertContext, drawing: SheetDrawing): void {
  const appearance = drawing.appearance(dimension, context)
  const block = dimension.block ?? madeBlock(dimension)
  if (block && listEntities(block).length > 0)
    drawBlock(block, { ...context, block: drawing.resources.inherited(dimension, context.block, appearance) }, drawing)
  else if (!drawProxy(dimension, context, drawing)) drawing.skip(dimension, 'block-missing')
}

/** Lets the library create the block of a dimension that has none. */
function madeBlock(dimension: Dimension): BlockRecord | null {
  const layers = dimension.document?.layers
  try {
    // The library puts the definition points on this layer, and fails where a drawing lacks it.
    if (layers && !layers.contains(Layer.defpointsName)) layers.add(Layer.defpoints)
    dimension.updateBlock()
    return dimension.block
  } catch {
    // The library throws where measurements are missing or the kind is unsupported.
    return null
  }
}

function drawBlock(block: BlockRecord, context: InsertContext, drawing: SheetDrawing): void {
  if (context.depth >= maxBlockDepth || context.around?.includes(block)) return
  const inner = { ...context, depth: context.depth + 1, around: [...(context.around ?? []), block] }
  for (const entity of listEntities(block)) drawing.draw(entity, inner)
}

/** Draws an ACAD_TABLE by its block, or else by the graphics saved with it. */
export function drawTable(table: TableEntity, context: InsertContext, drawing: SheetDrawing): void {
  if (table.block && listEntities(table.block).length > 0) drawInsert(table, context, drawing)
  else if (!drawProxy(table, context, drawing)) drawing.skip(table, 'block-missing')
}

const arrowWidthRatio = 1 / 3

/** Draws a filled arrowhead with its tip at the first of two points. */
function drawArrow(tip: Vector, towards: Vector, { size, appearance, context, drawing }: ArrowOptions): void {
  const direction = normalized([towards[0] - tip[0], towards[1] - tip[1], towards[2] - tip[2]])
  if (!direction || !(size > 0)) return
  const [dx, dy, dz] = direction
  const half = (size * arrowWidthRatio) / 2
  const [bx, by, bz] = [tip[0] + dx * size, tip[1] + dy * size, tip[2] + dz * size]
  drawing.area([[...tip, bx - dy * half, by + dx * half, bz, bx + dy * half, by - dx * half, bz]], context, {
    appearance,
  })
}

interface ArrowOptions {
  readonly size: number
  readonly appearance: EntityAppearance
  readonly context: InsertContext
  readonly drawing: SheetDrawing
}

/** Draws a LEADER and its arrowhead. */
export function drawLeader(leader: Leader, context: InsertContext, drawing: SheetDrawing): void {
  const { vertices, pathType, style, arrowHeadEnabled } = leader
  const [first, second] = vertices
  if (!first || !second) return
  const appearance = drawing.appearance(leader, context)
  const isSmooth = pathType === LeaderPathType.Spline && vertices.length > 2
  const points = isSmooth ? curveThrough(vertices, false) : vertices.flatMap(({ x, y, z }) => [x, y, z])
  drawing.line(points, context, { appearance })
  const size = style.arrowSize * (style.scaleFactor > 0 ? style.scaleFactor : 1)
  if (arrowHeadEnabled)
    drawArrow([first.x, first.y, first.z], [second.x, second.y, second.z], { size, appearance, context, drawing })
}

/** Draws a MULTILEADER by the graphics saved with it, or else by its lines and its text or block. */
export function drawMultiLeader(leader: MultiLeader, context: InsertContext, drawing: SheetDrawing): void {
  if (drawProxy(leader, context, drawing)) return
  const { contextData: leaderContext } = leader
  const appearance = drawing.appearance(leader, context)
  const size = leaderContext.arrowheadSize
  for (const root of leaderContext.leaderRoots) {
    const { connectionPoint: end } = root
    const landing = computeLanding(root)
    if (leader.enableDogleg && landing)
      drawing.line([end.x, end.y, end.z, end.x + landing[0], end.y + landing[1], end.z + landing[2]], context, {
        appearance,
      })
    for (const { points } of root.lines) {
      const path: Points = [...points, end].flatMap(({ x, y, z }) => [x, y, z])
      drawing.line(path, context, { appearance })
      if (path.length >= 6)
        drawArrow([path[0], path[1], path[2]], [path[3], path[4], path[5]], { size, appearance, context, drawing })
    }
  }
  drawContent(leader, context, drawing)
}

/** Computes the landing vector, from the end of the lines towards the text. */
function computeLanding({ direction, landingDistance: length }: LeaderRoot): Vector | null {
  const unit = length > 0 ? normalized([direction.x, direction.y, direction.z]) : null
  return unit && [unit[0] * length, unit[1] * length, unit[2] * length]
}

type LeaderRoot = MultiLeaderObjectContextData['leaderRoots'][number]

const alignments = ['left', 'center', 'right'] as const

function drawContent(leader: MultiLeader, context: InsertContext, drawing: SheetDrawing): void {
  const { contextData: leaderContext, textStyle } = leader
  const appearance = drawing.appearance(leader, context)
  const style = leaderContext.textStyle ?? textStyle
  if (leaderContext.hasTextContents && style && leaderContext.textHeight > 0) {
    const { textLocation: at, direction, textRotation } = leaderContext
    const rotation = direction.x === 0 && direction.y === 0 ? textRotation : Math.atan2(direction.y, direction.x)
    drawPlainText(
      { value: leaderContext.textLabel, height: leaderContext.textHeight, style, appearance },
      {
        anchor: [at.x, at.y, at.z],
        xAxis: [Math.cos(rotation), Math.sin(rotation), 0],
        yAxis: [-Math.sin(rotation), Math.cos(rotation), 0],
        horizontal: alignments[leaderContext.textAlignment] ?? 'left',
        vertical: 'top',
        wrapWidth: leaderContext.boundaryWidth,
      },
      context,
      drawing,
    )
  } else if (leaderContext.hasContentsBlock && leaderContext.blockContent)
    drawContentBlock(leader, leaderContext.blockContent, { context, drawing })
}

/** Draws the block at the end of a MULTILEADER, and the texts that the leader states for its attributes. */
function drawContentBlock(
  { contextData: leaderContext, blockAttributes, layer }: MultiLeader,
  block: BlockRecord,
  { context, drawing }: { readonly context: InsertContext; readonly drawing: SheetDrawing },
): void {
  const insert = new Insert(block)
  const { x, y, z } = leaderContext.blockContentScale
  if (x * y * z !== 0) [insert.xScale, insert.yScale, insert.zScale] = [x, y, z]
  insert.insertPoint = leaderContext.blockContentLocation
  insert.rotation = leaderContext.blockContentRotation
  insert.layer = layer
  // The library copies the block's attributes to a new insert, with default values and block positions.
  insert.attributes.length = 0
  drawInsert(insert, context, drawing)
  const inner = within(context, insertMatrices(insert)[0])
  for (const { attributeDefinition: definition, text } of blockAttributes)
    if (definition) drawText(definition, inner, drawing, text)
}

/** Draws an MLINE: one line per element of its style, along the mitres of the vertices. */
export function drawMLine(mline: MLine, context: InsertContext, drawing: SheetDrawing): void {
  const { vertices, style, flags } = mline
  const appearance = drawing.appearance(mline, context)
  const isClosed = (flags & MLineFlags.Closed) !== 0
  const count = Math.max(0, ...vertices.map(({ segments }) => segments.length))
  const layer = appearance.layer
  for (let element = 0; element < count; element++) {
    const points = vertices.flatMap(({ position: p, miter: m, segments }) => {
      const along = segments[element]?.parameters[0]
      return along === undefined ? [] : [p.x + m.x * along, p.y + m.y * along, p.z + m.z * along]
    })
    const own = style?.elements[element]?.color
    const color = own ? drawing.resources.color(own, { entity: mline, block: context.block, layer }) : appearance.color
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
  const { text, insertionPoint: at, direction, style } = tolerance
  const height = style.textHeight * (style.scaleFactor > 0 ? style.scaleFactor : 1)
  const appearance = drawing.appearance(tolerance, context)
  const x = normalized([direction.x, direction.y, direction.z]) ?? [1, 0, 0]
  const y: Vector = [-x[1], x[0], 0]
  const pointAt = (u: number, v: number): Vector => [at.x + x[0] * u + y[0] * v, at.y + x[1] * u + y[1] * v, at.z]
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
        { value, height, style: style.style, appearance },
        { anchor, xAxis: x, yAxis: y, horizontal: 'center', vertical: 'middle' },
        context,
        drawing,
      )
      from += width
    }
  })
}
