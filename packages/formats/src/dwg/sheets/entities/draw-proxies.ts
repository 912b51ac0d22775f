import {
  type Entity,
  GraphicsType,
  type IProxyGeometry,
  type Matrix4,
  ProxyCircle,
  ProxyCirclePt3,
  ProxyCircularArc,
  ProxyCircularArc3Pt,
  ProxyMesh,
  ProxyModelTransform,
  ProxyPolygon,
  ProxyPolyline,
  ProxyRawGeometry,
  ProxyScalarGeometry,
  ProxyShell,
  type XYZ,
} from '@node-projects/acad-ts'
import { cross, dot, multiplyMatrices, normalized, type Matrix, type Vector } from '@kamar/core/math'
import { autocadColor } from '@kamar/codecs/acis'
import type { InsertContext, SheetDrawing } from '../drawing.js'
import { arcPoints, type Points } from '../geometry.js'
import type { EntityAppearance } from '../sheet-resources.js'
import { proxyText } from '../proxy-text.js'

const vector = ({ x, y, z }: XYZ): Vector => [x, y, z]
const coordinates = (points: readonly XYZ[]): Points => points.flatMap(({ x, y, z }) => [x, y, z])

/** Chunks of saved graphics that only set the appearance of the next ones or mark the end of the object. */
const withoutShape: ReadonlySet<number> = new Set([
  GraphicsType.Extents,
  GraphicsType.SubentLayer,
  GraphicsType.SubentLineType,
  GraphicsType.SubentMarker,
  GraphicsType.SubentLineTypeScale,
  GraphicsType.SubentThickness,
  GraphicsType.SubentPlotStyleName,
  GraphicsType.SubEntityMaterial,
  GraphicsType.SubEntityMapper,
  GraphicsType.PushClip,
  GraphicsType.PopClip,
])

/** State of the drawing of a graphics list. */
interface ProxyState {
  readonly entity: Entity
  readonly context: InsertContext
  readonly drawing: SheetDrawing
  appearance: EntityAppearance
  isFilled: boolean
  readonly matrices: Matrix[]
}

/** Draws the graphics that a program saved with an object; false when there are none. */
export function drawProxy(entity: Entity, context: InsertContext, drawing: SheetDrawing): boolean {
  if (entity.proxyGeometries.length === 0) return false
  const appearance = drawing.appearance(entity, context)
  const state: ProxyState = { entity, context, drawing, appearance, isFilled: false, matrices: [context.matrix] }
  for (const geometry of entity.proxyGeometries) drawGeometry(geometry, state)
  return true
}

function drawGeometry(geometry: IProxyGeometry, state: ProxyState): void {
  if (withoutShape.has(geometry.graphicsType)) return
  if (geometry instanceof ProxyScalarGeometry) changeAppearance(geometry, state)
  else if (geometry instanceof ProxyModelTransform) pushTransform(geometry.matrix, state)
  else if (geometry.graphicsType === GraphicsType.PopModelTransform) popTransform(state)
  else if (geometry instanceof ProxyRawGeometry) drawRaw(geometry, state)
  else drawShape(geometry, state)
}

function popTransform({ matrices }: ProxyState): void {
  if (matrices.length > 1) matrices.pop()
}

function pushTransform(rows: Matrix4, { matrices }: ProxyState): void {
  const matrix = Float64Array.from({ length: 12 }, (_, at) => rows.get(at % 3, Math.floor(at / 3)))
  matrices.push(multiplyMatrices(matrices[matrices.length - 1], matrix))
}

const toContext = ({ context, matrices }: ProxyState): InsertContext => ({
  ...context,
  matrix: matrices[matrices.length - 1],
})

function changeAppearance({ graphicsType, value }: ProxyScalarGeometry, state: ProxyState): void {
  if (graphicsType === GraphicsType.SubentFillon) state.isFilled = value !== 0
  else if (graphicsType === GraphicsType.SubentColor)
    state.appearance = { ...state.appearance, color: indexColor(value, state) }
  else if (graphicsType === GraphicsType.SubentLineWeight) {
    const weight = value | 0
    if (weight >= 0 && weight <= 211) state.appearance = { ...state.appearance, lineWeightMillimetres: weight / 100 }
  }
}

function indexColor(index: number, { entity, context, drawing, appearance }: ProxyState): EntityAppearance['color'] {
  if (index === 7) return 'foreground'
  const color = autocadColor(index)
  if (!color) return drawing.appearance(entity, context).color ?? appearance.color
  return color.reduce((mix, channel) => mix * 256 + Math.round(channel * 255), 0)
}

function drawRaw({ graphicsType, data }: ProxyRawGeometry, state: ProxyState): void {
  if (graphicsType === GraphicsType.SubentTrueColor) {
    changeTrueColor(data, state)
    return
  }
  const text = proxyText(graphicsType, data)
  if (!text) return
  const { drawing, appearance } = state
  const { anchor, direction, normal, height, widthFactor, oblique, font } = text
  const x = normalized(direction) ?? [1, 0, 0]
  const y = normalized(cross(normal, x)) ?? [0, 1, 0]
  const isBold = font?.isBold ?? false
  const run = {
    text: text.value,
    font: drawing.resources.namedFont(font?.name ?? 'txt.shx', isBold, font?.isItalic ?? false),
    height,
    ...(widthFactor > 0 && widthFactor !== 1 ? { widthFactor } : {}),
    ...(oblique !== 0 && Math.abs(oblique) < 1.4 ? { obliqueDegrees: (oblique * 180) / Math.PI } : {}),
  }
  const axes = { anchor, xAxis: x, yAxis: y }
  drawing.text({ appearance, ...axes, paragraphs: [[run]], horizontal: 'left', vertical: 'baseline' }, toContext(state))
}

/** Sets the colour; the fourth byte states its kind: by layer, by block, RGB, index. */
function changeTrueColor(data: Uint8Array, state: ProxyState): void {
  if (data.length < 4) return
  const [blue, green, red, kind] = data
  const own = state.drawing.appearance(state.entity, state.context).color
  const color = kind === 0xc2 ? (red << 16) | (green << 8) | blue : kind === 0xc3 ? indexColor(blue, state) : own
  state.appearance = { ...state.appearance, color }
}

function drawShape(geometry: IProxyGeometry, state: ProxyState): void {
  const { drawing, appearance, isFilled } = state
  const context = toContext(state)
  if (geometry instanceof ProxyPolygon) {
    const ring = coordinates(geometry.points)
    if (isFilled) drawing.area([ring], context, { appearance })
    else drawing.line(ring, context, { appearance, isClosed: true })
  } else if (geometry instanceof ProxyPolyline) drawing.line(coordinates(geometry.points), context, { appearance })
  else if (geometry instanceof ProxyShell) drawShell(geometry, context, state)
  else if (geometry instanceof ProxyMesh) drawNet(geometry, context, state)
  else {
    const arc = toArcPoints(geometry)
    if (arc) drawing.line(arc, context, { appearance })
  }
}

/** Draws a shell. Faces with a negative vertex count are holes, but the library drops the sign. */
function drawShell(
  { vertices, faces }: ProxyShell,
  context: InsertContext,
  { drawing, appearance, isFilled }: ProxyState,
): void {
  for (const face of faces) {
    const ring = coordinates(face.flatMap((index) => vertices[index] ?? []))
    if (isFilled) drawing.area([ring], context, { appearance })
    else drawing.line(ring, context, { appearance, isClosed: true })
  }
}

function drawNet(
  { rowCount, columnCount, vertices }: ProxyMesh,
  context: InsertContext,
  { drawing, appearance }: ProxyState,
): void {
  for (let row = 0; row < rowCount; row++)
    drawing.line(coordinates(vertices.slice(row * columnCount, (row + 1) * columnCount)), context, { appearance })
  for (let column = 0; column < columnCount; column++)
    drawing.line(coordinates(vertices.filter((_, at) => at % columnCount === column)), context, { appearance })
}

function toArcPoints(geometry: IProxyGeometry): Points | null {
  if (geometry instanceof ProxyCircle) {
    const x = normalized(cross([0, 1, 0], vector(geometry.normal))) ?? [1, 0, 0]
    return arcAbout({
      center: geometry.center,
      radius: geometry.radius,
      normal: geometry.normal,
      from: x,
      sweep: 2 * Math.PI,
    })
  }
  if (geometry instanceof ProxyCircularArc) {
    const { center, radius, normal, startVectorDirection, sweepAngle } = geometry
    return arcAbout({ center, radius, normal, from: vector(startVectorDirection), sweep: sweepAngle })
  }
  if (geometry instanceof ProxyCirclePt3 || geometry instanceof ProxyCircularArc3Pt)
    return arcThrough([geometry.point1, geometry.point2, geometry.point3], geometry instanceof ProxyCirclePt3)
  return null
}

interface ArcInSpace {
  readonly center: XYZ
  readonly radius: number
  readonly normal: XYZ
  readonly from: Vector
  readonly sweep: number
}

function arcAbout({ center, radius, normal, from, sweep }: ArcInSpace): Points {
  const x = normalized(from) ?? [1, 0, 0]
  const y = normalized(cross(normalized(vector(normal)) ?? [0, 0, 1], x)) ?? [0, 1, 0]
  const flat = arcPoints({ center: { x: 0, y: 0, z: 0 }, radius, start: 0, sweep })
  const points: Points = []
  for (let at = 0; at < flat.length; at += 3) {
    const [u, v] = [flat[at], flat[at + 1]]
    points.push(center.x + x[0] * u + y[0] * v, center.y + x[1] * u + y[1] * v, center.z + x[2] * u + y[2] * v)
  }
  return points
}

/** Computes the arc from the first point through the second to the third; null when they are collinear. */
function arcThrough([a, b, c]: readonly [XYZ, XYZ, XYZ], isFullCircle: boolean): Points | null {
  const [ab, ac]: [Vector, Vector] = [
    [b.x - a.x, b.y - a.y, b.z - a.z],
    [c.x - a.x, c.y - a.y, c.z - a.z],
  ]
  const normal = cross(ab, ac)
  const square = normal[0] ** 2 + normal[1] ** 2 + normal[2] ** 2
  if (!(square > 0)) return isFullCircle ? null : coordinates([a, b, c])
  const [lengthB, lengthC] = [ab[0] ** 2 + ab[1] ** 2 + ab[2] ** 2, ac[0] ** 2 + ac[1] ** 2 + ac[2] ** 2]
  const [first, second] = [cross(normal, ab), cross(ac, normal)]
  const shift = [0, 1, 2].map((axis) => (lengthC * first[axis] + lengthB * second[axis]) / (2 * square))
  const center = { x: a.x + shift[0], y: a.y + shift[1], z: a.z + shift[2] } as XYZ
  const from: Vector = [-shift[0], -shift[1], -shift[2]]
  const to: Vector = [c.x - center.x, c.y - center.y, c.z - center.z]
  const unit = normalized(normal) ?? [0, 0, 1]
  const side = cross(unit, from)
  const angle = Math.atan2(dot(to, side), dot(to, from))
  const sweep = isFullCircle ? 2 * Math.PI : angle > 0 ? angle : angle + 2 * Math.PI
  return arcAbout({
    center,
    radius: Math.hypot(...from),
    normal: { x: unit[0], y: unit[1], z: unit[2] } as XYZ,
    from,
    sweep,
  })
}
