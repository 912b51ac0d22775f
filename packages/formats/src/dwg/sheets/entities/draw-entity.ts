import {
  Arc,
  AttributeDefinition,
  AttributeFlags,
  CadBody,
  Circle,
  Dimension,
  Ellipse,
  type Entity,
  Face3D,
  Hatch,
  Insert,
  Leader,
  Line,
  LwPolyline,
  Mesh,
  MLine,
  MText,
  MultiLeader,
  Ole2Frame,
  Point,
  PolyfaceMesh,
  PolygonMesh,
  Polyline2D,
  Polyline3D,
  RasterImage,
  Ray,
  Region,
  Shape,
  Solid,
  Solid3D,
  Spline,
  TableEntity,
  TextEntity,
  Tolerance,
  UnderlayEntity,
  Viewport,
  Wipeout,
  XLine,
} from '@node-projects/acad-ts'
import { drawDimension, drawLeader, drawMLine, drawMultiLeader, drawTable, drawTolerance } from './draw-annotations.js'
import {
  drawArc,
  drawCircle,
  drawEllipse,
  drawLine,
  drawLwPolyline,
  drawPoint,
  drawPolyline2d,
  drawPolyline3d,
  drawSpline,
} from './draw-curves.js'
import { drawOleFrame, drawUnderlay } from './draw-frames.js'
import { drawHatch, drawImage, drawSolid, drawWipeout } from './draw-fills.js'
import { drawInsert } from './draw-inserts.js'
import { drawFace, drawMesh, drawModeler, drawPolyface, drawPolygonMesh } from './draw-meshes.js'
import { drawProxy } from './draw-proxies.js'
import { drawSymbol } from './draw-symbols.js'
import { drawMText, drawText } from './draw-texts.js'
import type { InsertContext, SheetDrawing } from '../drawing.js'

type Draw<Kind> = (entity: Kind, context: InsertContext, drawing: SheetDrawing) => void
type Constructor<Kind> = abstract new (...parameters: never[]) => Kind
type Row = readonly [kind: Constructor<Entity>, draw: Draw<never>]

const row = <Kind extends Entity>(kind: Constructor<Kind>, draw: Draw<Kind>): Row => [kind, draw]

const skipAs =
  (reason: string): Draw<Entity> =>
  (entity, context, drawing) => {
    if (!drawProxy(entity, context, drawing)) drawing.skip(entity, reason)
  }

const noop: Draw<Entity> = () => undefined

/** Draws an attribute definition: at the top level its tag, in a block only a constant value. */
const drawDefinition: Draw<AttributeDefinition> = (definition, context, drawing) => {
  const isConstant = (definition.flags & AttributeFlags.Constant) !== 0
  if ((definition.flags & AttributeFlags.Hidden) !== 0) return
  if (isConstant) drawText(definition, context, drawing)
  else if (context.depth === 0) drawText(definition, context, drawing, definition.tag)
}

/** Classes in test order: derived classes precede their base class. */
const rows: readonly Row[] = [
  row(Line, drawLine),
  row(LwPolyline, drawLwPolyline),
  row(Arc, drawArc),
  row(Circle, drawCircle),
  row(TableEntity, drawTable),
  row(Insert, drawInsert),
  row(AttributeDefinition, drawDefinition),
  row(TextEntity, drawText),
  row(MText, drawMText),
  row(Hatch, drawHatch),
  row(Dimension as unknown as Constructor<Dimension>, drawDimension),
  row(Spline, drawSpline),
  row(Ellipse, drawEllipse),
  row(Solid, drawSolid),
  row(Point, drawPoint),
  row(Polyline2D, drawPolyline2d),
  row(Polyline3D, drawPolyline3d),
  row(PolyfaceMesh, drawPolyface),
  row(PolygonMesh, drawPolygonMesh),
  row(Face3D, drawFace),
  row(Mesh, drawMesh),
  row(Solid3D, drawModeler),
  row(Region, drawModeler),
  row(CadBody, drawModeler),
  row(Leader, drawLeader),
  row(MultiLeader, drawMultiLeader),
  row(MLine, drawMLine),
  row(Tolerance, drawTolerance),
  row(Wipeout, drawWipeout),
  row(RasterImage, drawImage),
  row(Viewport, noop),
  // Drawn last, within the extents of everything else; those in blocks have no extents.
  row(Ray, noop),
  row(XLine, noop),
  row(UnderlayEntity, drawUnderlay),
  row(Ole2Frame, drawOleFrame),
  row(Shape, drawSymbol),
]

/** Returns whether an entity is of a kind outside the drawing (lights, cameras); the report counts these separately. */
export const isLight = (entity: Entity): boolean => /^(LIGHT|SUN|CAMERA)$/.test(entity.objectName)

/**
 * Returns whether an entity holds the projected lines of a drawing view: they are in the model space, where only
 * viewports show them. The view's own entity is a frame on the paper that is never plotted.
 */
export const isViewReference = (entity: Entity): boolean => entity.objectName === 'ACDBVIEWREPBLOCKREFERENCE'
const isViewFrame = (entity: Entity): boolean => entity.objectName === 'DRAWINGVIEW'

const drawByClass = new Map<unknown, Draw<never>>()

function getDraw(entity: Entity): Draw<never> {
  let draw = drawByClass.get(entity.constructor)
  if (!draw) {
    draw = rows.find(([kind]) => entity instanceof kind)?.[1] ?? skipAs('no-saved-graphics')
    drawByClass.set(entity.constructor, draw)
  }
  return draw
}

/** Draws an entity in its context, unless it is switched off itself or its kind is not supported. */
export function drawEntity(entity: Entity, context: InsertContext, drawing: SheetDrawing): void {
  if (entity.isInvisible || isLight(entity) || isViewFrame(entity)) return
  ;(getDraw(entity) as Draw<Entity>)(entity, context, drawing)
}
