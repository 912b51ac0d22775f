import type { Attribute, Entity, EntityKind } from '@kamar/codecs/drawing'
import { drawLeader, drawMultiLeader, drawMultiline, drawTable, drawTolerance } from './draw-annotations.js'
import {
  drawArc,
  drawCircle,
  drawEllipse,
  drawLine,
  drawPoint,
  drawPolyline,
  drawPolyline3d,
  drawSpline,
} from './draw-curves.js'
import { drawDimension } from './draw-dimensions.js'
import { drawOleFrame, drawUnderlay } from './draw-frames.js'
import { drawHatch, drawImage, drawSolid, drawWipeout } from './draw-fills.js'
import { drawInsert } from './draw-inserts.js'
import { drawFace, drawMesh, drawModeler, drawPolyface, drawPolygonMesh } from './draw-meshes.js'
import { drawProxy } from './draw-proxies.js'
import { drawSymbol } from './draw-symbols.js'
import { drawMText, drawText } from './draw-texts.js'
import type { InsertContext, SheetDrawing } from '../drawing.js'

type Draw<Kind> = (entity: Kind, context: InsertContext, drawing: SheetDrawing) => void

const noop: Draw<Entity> = () => undefined

const drawCustom: Draw<Entity> = (entity, context, drawing) => {
  if (!drawProxy(entity, context, drawing)) drawing.skip(entity, 'no-saved-graphics')
}

/** Draws an attribute definition: at the top level its tag, in a block only a constant value. */
const drawDefinition: Draw<Attribute> = (definition, context, drawing) => {
  if (definition.isHidden) return
  if (definition.isConstant) drawText(definition, context, drawing)
  else if (context.depth === 0) drawText(definition, context, drawing, definition.tag)
}

type DrawByKind = { readonly [Kind in EntityKind]: Draw<Extract<Entity, { kind: Kind }>> }

const drawByKind: DrawByKind = {
  line: drawLine,
  point: drawPoint,
  circle: drawCircle,
  arc: drawArc,
  ellipse: drawEllipse,
  // Drawn last, within the extents of everything else; those in blocks have no extents.
  ray: noop,
  xline: noop,
  solid: drawSolid,
  face: drawFace,
  polyline: drawPolyline,
  polyline3d: drawPolyline3d,
  polyfaceMesh: drawPolyface,
  polygonMesh: drawPolygonMesh,
  mesh: drawMesh,
  spline: drawSpline,
  text: drawText,
  attribute: drawText,
  attributeDefinition: drawDefinition,
  mtext: drawMText,
  insert: drawInsert,
  table: drawTable,
  dimension: drawDimension,
  hatch: drawHatch,
  viewport: noop,
  leader: drawLeader,
  multiLeader: drawMultiLeader,
  multiline: drawMultiline,
  tolerance: drawTolerance,
  image: drawImage,
  wipeout: drawWipeout,
  underlay: drawUnderlay,
  oleFrame: drawOleFrame,
  shape: drawSymbol,
  modeler: drawModeler,
  custom: drawCustom,
}

/** Returns whether an entity is of a kind outside the drawing (lights, cameras); the report counts these separately. */
export const isLight = ({ name }: Entity): boolean => name === 'LIGHT' || name === 'SUN' || name === 'CAMERA'

/**
 * Returns whether an entity holds the projected lines of a drawing view: they are in the model space, where only
 * viewports show them. The view's own entity is a frame on the paper that is never plotted.
 */
export const isViewReference = ({ name }: Entity): boolean => name === 'ACDBVIEWREPBLOCKREFERENCE'
const isViewFrame = ({ name }: Entity): boolean => name === 'DRAWINGVIEW'

/** Draws an entity in its context, unless it is switched off itself or its kind is not supported. */
export function drawEntity(entity: Entity, context: InsertContext, drawing: SheetDrawing): void {
  if (entity.isInvisible || isLight(entity) || isViewFrame(entity)) return
  const draw = drawByKind[entity.kind] as Draw<Entity>
  draw(entity, context, drawing)
}
