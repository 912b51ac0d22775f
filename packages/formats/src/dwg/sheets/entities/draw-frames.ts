import type { OleFrame, Underlay } from '@kamar/codecs/drawing'
import { lastPathSegment } from '@kamar/codecs/text'
import { multiplyMatrices, type Vector } from '@kamar/core/math'
import { drawMetafile } from './draw-metafiles.js'
import { drawProxy } from './draw-proxies.js'
import { drawLabel } from './draw-texts.js'
import { within, type InsertContext, type SheetDrawing } from '../drawing.js'
import { objectAxes, toRectangle, type Points } from '../geometry.js'
import type { EntityAppearance } from '../sheet-resources.js'

/** Height of a frame's label, as a fraction of its shorter side. */
const labelHeightRatio = 0.1
/** Label height of one unit where the size of an underlay is unknown. */
const defaultLabelHeight = 1

/**
 * Draws an embedded object by the image or the records saved with it; otherwise its frame and the name of its program.
 */
export function drawOleFrame(frame: OleFrame, context: InsertContext, drawing: SheetDrawing): void {
  const {
    upperLeft: [left, top, topZ],
    lowerRight: [right, bottom, bottomZ],
    application,
  } = frame
  const ring: Points = [left, top, topZ, right, top, topZ, right, bottom, bottomZ, left, bottom, bottomZ]
  const embedded = drawing.shared.embedded.get(frame.handle)
  const appearance = drawing.appearance(frame, context)
  if (embedded?.kind === 'picture') {
    const axes = { origin: [left, bottom, bottomZ], xAxis: [right - left, 0, 0], yAxis: [0, top - bottom, 0] } as const
    drawing.image({ layer: appearance.layer, picture: embedded.texture.id, ...axes, outlines: [ring] }, context)
    return
  }
  if (embedded) {
    const isComplete = drawMetafile(embedded, { ring, appearance, context, drawing })
    if (!isComplete) drawing.skip(frame, 'embedded-object-in-part')
    return
  }
  if (!drawProxy(frame, context, drawing))
    drawFrame({ ring, label: application || 'OLE', appearance }, context, drawing)
  drawing.skip(frame, 'embedded-object')
}

/** Draws the frame of an underlay (PDF, DWF, DGN): its visible outline and its file name. */
export function drawUnderlay(underlay: Underlay, context: InsertContext, drawing: SheetDrawing): void {
  const { clipVertices, fileName, insertPoint, rotation, normal, scale } = underlay
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)]
  const xAxis = [cos * scale[0], sin * scale[0], 0]
  const yAxis = [-sin * scale[1], cos * scale[1], 0]
  const matrix = Float64Array.of(...xAxis, ...yAxis, 0, 0, 1, ...insertPoint)
  const own = within(context, multiplyMatrices(objectAxes(normal), matrix))
  const [a, b] = clipVertices
  const outline = clipVertices.length === 2 ? toRectangle(a, b) : clipVertices
  const label = lastPathSegment(fileName) || underlay.name
  const appearance = drawing.appearance(underlay, context)
  if (outline.length >= 3) drawFrame({ ring: outline.flatMap(([x, y]) => [x, y, 0]), label, appearance }, own, drawing)
  else drawLabel({ label, height: defaultLabelHeight, appearance, anchor: insertPoint }, context, drawing)
  drawing.skip(underlay, 'underlay-not-drawn')
}

/** Draws an outline with a label in its centre. */
function drawFrame(
  { ring, label, appearance }: { readonly ring: Points; readonly label: string; readonly appearance: EntityAppearance },
  context: InsertContext,
  drawing: SheetDrawing,
): void {
  drawing.line(ring, context, { appearance, isClosed: true })
  const axis = (offset: number): readonly [low: number, high: number] => {
    const values = ring.filter((_, at) => at % 3 === offset)
    return [Math.min(...values), Math.max(...values)]
  }
  const [[left, right], [bottom, top]] = [axis(0), axis(1)]
  const height = Math.min(right - left, top - bottom) * labelHeightRatio
  const anchor: Vector = [(left + right) / 2, (bottom + top) / 2, ring[2]]
  if (height > 0) drawLabel({ label, height, appearance, anchor, isCentred: true }, context, drawing)
}
