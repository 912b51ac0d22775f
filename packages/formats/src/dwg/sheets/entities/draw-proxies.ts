import { parseSavedGraphics, type EntityColor, type Entity, type SavedGraphic } from '@kamar/codecs/drawing'
import {
  add,
  cross,
  dot,
  multiplyMatrices,
  normalized,
  scale,
  subtract,
  type Matrix,
  type Vector,
} from '@kamar/core/math'
import type { InsertContext, SheetDrawing } from '../drawing.js'
import { arcPoints, type Points } from '../geometry.js'
import { literalColor, type EntityAppearance } from '../sheet-resources.js'
import { plainText } from '../../text/codes.js'

/** State of the drawing of saved graphics. */
interface ProxyState {
  readonly entity: Entity
  readonly drawing: SheetDrawing
  /** With the current transform. */
  context: InsertContext
  appearance: EntityAppearance
  isFilled: boolean
  /** Transforms around the current one. */
  readonly matrices: Matrix[]
}

type Graphic<Kind extends SavedGraphic['kind']> = Extract<SavedGraphic, { kind: Kind }>

/** Draws the graphics that a program saved with an object; false when there are none. */
export function drawProxy(entity: Entity, context: InsertContext, drawing: SheetDrawing): boolean {
  if (!entity.savedGraphics) return false
  const graphics = parseSavedGraphics(entity.savedGraphics, drawing.shared.source.main.encoding)
  if (graphics.length === 0) return false
  const appearance = drawing.appearance(entity, context)
  const state: ProxyState = { entity, context, drawing, appearance, isFilled: false, matrices: [] }
  for (const graphic of graphics) drawGraphic(graphic, state)
  return true
}

function drawGraphic(graphic: SavedGraphic, state: ProxyState): void {
  const { context, drawing, appearance } = state
  switch (graphic.kind) {
    case 'polyline':
      drawing.line([...graphic.points], context, { appearance })
      return
    case 'polygon':
      drawFace([[...graphic.points]], state)
      return
    case 'shell':
      drawShell(graphic, state)
      return
    case 'mesh':
      drawNet(graphic, state)
      return
    case 'text':
      drawSavedText(graphic, state)
      return
    case 'circle':
    case 'arc':
    case 'circleThrough':
    case 'arcThrough': {
      const points = toArcPoints(graphic)
      if (points) drawing.line(points, context, { appearance })
      return
    }
    default:
      changeState(graphic, state)
  }
}

const maxLineWeight = 211

function changeState(
  change: Graphic<'color' | 'fill' | 'lineWeight' | 'pushTransform' | 'popTransform'>,
  state: ProxyState,
): void {
  switch (change.kind) {
    case 'fill':
      state.isFilled = change.isOn
      return
    case 'color':
      state.appearance = { ...state.appearance, color: resolveColor(change.color, state) }
      return
    case 'lineWeight':
      if (change.weight >= 0 && change.weight <= maxLineWeight)
        state.appearance = { ...state.appearance, lineWeightMillimetres: change.weight / 100 }
      return
    case 'pushTransform': {
      const { matrix } = state.context
      state.matrices.push(matrix)
      state.context = { ...state.context, matrix: multiplyMatrices(matrix, change.matrix) }
      return
    }
    case 'popTransform':
      state.context = { ...state.context, matrix: state.matrices.pop() ?? state.context.matrix }
  }
}

/** Resolves a colour; an inherited one is that of the entity. */
const resolveColor = (color: EntityColor, { entity, context, drawing }: ProxyState): EntityAppearance['color'] =>
  literalColor(color) ?? drawing.appearance(entity, context).color

function drawSavedText(text: Graphic<'text'>, { drawing, appearance, context }: ProxyState): void {
  const { anchor, direction, normal, height, widthFactor, obliqueAngle, font } = text
  const value = text.isRaw ? text.value : plainText(text.value)
  if (value.trim() === '') return
  const xAxis = normalized(direction) ?? [1, 0, 0]
  const yAxis = normalized(cross(normal, xAxis)) ?? [0, 1, 0]
  const run = {
    text: value,
    font: drawing.resources.namedFont(font?.name ?? 'txt.shx', font?.isBold ?? false, font?.isItalic ?? false),
    height,
    ...(widthFactor > 0 && widthFactor !== 1 ? { widthFactor } : {}),
    ...(obliqueAngle !== 0 && Math.abs(obliqueAngle) < 1.4 ? { obliqueDegrees: (obliqueAngle * 180) / Math.PI } : {}),
  }
  const placement = { anchor, xAxis, yAxis, horizontal: 'left', vertical: 'baseline' } as const
  drawing.text({ appearance, ...placement, paragraphs: [[run]] }, context)
}

/** Draws an area, or its outlines where filling is off. */
function drawFace(rings: readonly Points[], { drawing, appearance, context, isFilled }: ProxyState): void {
  if (isFilled) drawing.area(rings, context, { appearance })
  else for (const ring of rings) drawing.line(ring, context, { appearance, isClosed: true })
}

function drawShell({ points, faces }: Graphic<'shell'>, state: ProxyState): void {
  const toRing = (face: readonly number[]): Points =>
    face.flatMap((vertex) => (vertex < 0 ? [] : points.slice(3 * vertex, 3 * vertex + 3)))
  for (const face of faces) drawFace(face.map(toRing), state)
}

function drawNet(
  { points, rowCount, columnCount }: Graphic<'mesh'>,
  { drawing, appearance, context }: ProxyState,
): void {
  for (let row = 0; row < rowCount; row++)
    drawing.line(points.slice(3 * row * columnCount, 3 * (row + 1) * columnCount), context, { appearance })
  for (let column = 0; column < columnCount; column++)
    drawing.line(
      points.filter((_, at) => Math.floor(at / 3) % columnCount === column),
      context,
      { appearance },
    )
}

function toArcPoints(graphic: Graphic<'circle' | 'arc' | 'circleThrough' | 'arcThrough'>): Points | null {
  switch (graphic.kind) {
    case 'circle': {
      const start = normalized(cross([0, 1, 0], graphic.normal)) ?? [1, 0, 0]
      return arcAbout({ ...graphic, start, sweep: 2 * Math.PI })
    }
    case 'arc':
      return arcAbout(graphic)
    default:
      return arcThrough(graphic.points, graphic.kind === 'circleThrough')
  }
}

type ArcInSpace = Omit<Graphic<'arc'>, 'kind'>

function arcAbout({ center, radius, normal, start, sweep }: ArcInSpace): Points {
  const x = normalized(start) ?? [1, 0, 0]
  const y = normalized(cross(normalized(normal) ?? [0, 0, 1], x)) ?? [0, 1, 0]
  const flat = arcPoints({ center: [0, 0, 0], radius, start: 0, sweep })
  const points: Points = []
  for (let at = 0; at < flat.length; at += 3)
    points.push(...add(center, add(scale(x, flat[at]), scale(y, flat[at + 1]))))
  return points
}

/** Computes the arc from the first point through the second to the third; null when they are collinear. */
function arcThrough([a, b, c]: readonly [Vector, Vector, Vector], isFullCircle: boolean): Points | null {
  const [ab, ac] = [subtract(b, a), subtract(c, a)]
  const normal = cross(ab, ac)
  const square = dot(normal, normal)
  if (!(square > 0)) return isFullCircle ? null : [...a, ...b, ...c]
  const toCenter = add(scale(cross(normal, ab), dot(ac, ac)), scale(cross(ac, normal), dot(ab, ab)))
  const shift = scale(toCenter, 1 / (2 * square))
  const center = add(a, shift)
  const [start, end] = [scale(shift, -1), subtract(c, center)]
  const side = cross(normalized(normal) ?? [0, 0, 1], start)
  const angle = Math.atan2(dot(end, side), dot(end, start))
  const sweep = isFullCircle ? 2 * Math.PI : angle > 0 ? angle : angle + 2 * Math.PI
  return arcAbout({ center, radius: Math.hypot(...start), normal, start, sweep })
}
