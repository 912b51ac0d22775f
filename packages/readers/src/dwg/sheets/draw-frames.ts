import type { Ole2Frame, UnderlayEntity } from '@node-projects/acad-ts'
import { lastPathSegment } from '../../shared/names.js'
import { multiplyMatrices, type Vector } from '../../shared/matrix.js'
import { drawMetafile } from './draw-metafiles.js'
import { drawProxy } from './draw-proxies.js'
import { drawLabel } from './draw-texts.js'
import { within, type Place, type SheetDrawing } from './drawing.js'
import { objectAxes, type Points } from './geometry.js'
import type { Look } from './looks.js'

/** Height of what is written into a frame, as a share of its shorter side. */
const labelShare = 0.1
/** Where nothing says how large an underlay is: letters of one unit. */
const usualLabelHeight = 1

/** Draws an embedded object by the picture or the records saved with it; of another one its frame and which program it is of. */
export function drawOleFrame(frame: Ole2Frame, place: Place, drawing: SheetDrawing): void {
  const { upperLeftCorner: a, lowerRightCorner: b, sourceApplication, binaryData } = frame
  const ring: Points = [a.x, a.y, a.z, b.x, a.y, a.z, b.x, b.y, b.z, a.x, b.y, b.z]
  const seen = drawing.shared.embedded.get(binaryData)
  const look = drawing.look(frame, place)
  if (seen?.kind === 'picture') {
    const axes = { origin: [a.x, b.y, b.z], xAxis: [b.x - a.x, 0, 0], yAxis: [0, a.y - b.y, 0] } as const
    drawing.image({ layer: look.layer, picture: seen.picture.id, ...axes, outlines: [ring] }, place)
    return
  }
  if (seen) {
    const isWhole = drawMetafile(seen, { ring, look, place, drawing })
    if (!isWhole) drawing.skip(frame, 'embedded-object-in-part')
    return
  }
  if (!drawProxy(frame, place, drawing)) drawFrame({ ring, label: sourceApplication || 'OLE', look }, place, drawing)
  drawing.skip(frame, 'embedded-object')
}

/** Draws where an underlay (PDF, DWF, DGN) stands: the outline that is seen of it, and the name of its file. */
export function drawUnderlay(underlay: UnderlayEntity, place: Place, drawing: SheetDrawing): void {
  const { clipBoundaryVertices: corners, definition, insertPoint: at, rotation, normal } = underlay
  const { xScale, yScale } = underlay
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)]
  const matrix = Float64Array.of(
    cos * xScale,
    sin * xScale,
    0,
    -sin * yScale,
    cos * yScale,
    0,
    0,
    0,
    1,
    at.x,
    at.y,
    at.z,
  )
  const own = within(place, multiplyMatrices(objectAxes(normal), matrix))
  const [a, b] = corners
  const outline = corners.length === 2 ? [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }] : corners
  const label = lastPathSegment(definition?.file ?? '') || underlay.objectName
  const look = drawing.look(underlay, place)
  if (outline.length >= 3) drawFrame({ ring: outline.flatMap(({ x, y }) => [x, y, 0]), label, look }, own, drawing)
  else drawLabel({ label, height: usualLabelHeight, look, anchor: [at.x, at.y, at.z] }, place, drawing)
  drawing.skip(underlay, 'underlay-not-drawn')
}

/** An outline with a word in its middle. */
function drawFrame(
  { ring, label, look }: { readonly ring: Points; readonly label: string; readonly look: Look },
  place: Place,
  drawing: SheetDrawing,
): void {
  drawing.line(ring, place, { look, isClosed: true })
  const axis = (offset: number): readonly [low: number, high: number] => {
    const values = ring.filter((_, at) => at % 3 === offset)
    return [Math.min(...values), Math.max(...values)]
  }
  const [[left, right], [bottom, top]] = [axis(0), axis(1)]
  const height = Math.min(right - left, top - bottom) * labelShare
  const anchor: Vector = [(left + right) / 2, (bottom + top) / 2, ring[2]]
  if (height > 0) drawLabel({ label, height, look, anchor, isCentred: true }, place, drawing)
}
