import type { SheetBuilder, SheetLayerId, SheetMatrix, SheetPoint } from '@kamar/scene'
import {
  type BlockRecord,
  Circle,
  Ellipse,
  type Entity,
  type Layout,
  LwPolyline,
  PlotRotation,
  Polyline2D,
  type Viewport,
  ViewportStatusFlags,
} from '@node-projects/acad-ts'
import { normalized } from '../../shared/matrix.js'
import { lengthUnits, type LengthUnit } from '../../shared/units.js'
import { ellipsePoints } from './curves.js'
import type { SheetDrawing } from './drawing.js'
import { arcPoints, cornerPoints, objectAxes, transformed, verticesOf, type Points } from './geometry.js'
import { drawSideView } from './side-views.js'

/** The paper of a layout in its units. */
export interface Paper {
  readonly millimetres: number
  readonly unitName: string
  readonly paper?: { readonly min: SheetPoint; readonly max: SheetPoint }
}

const paperInches = 0

/** Unit and size of a layout's paper, turned as it is plotted; its lower left corner stands off the origin by the margins. */
export function paperOf(layout: Layout | null): Paper {
  if (!layout) return { millimetres: 1, unitName: 'mm' }
  const paperUnit: number = layout.paperUnits
  const unit = paperUnit === paperInches ? lengthUnits.inch : lengthUnits.millimetre
  const millimetres = unit.metres * 1000
  const isTurned = layout.paperRotation === PlotRotation.Degrees90 || layout.paperRotation === PlotRotation.Degrees270
  const [width, height] = isTurned ? [layout.paperHeight, layout.paperWidth] : [layout.paperWidth, layout.paperHeight]
  if (!(width > 0 && height > 0 && width < 1e5 && height < 1e5)) return { millimetres, unitName: unit.name }
  const { left, bottom, top } = layout.unprintableMargin
  const [x, y] = isTurned ? [-top, -left] : [-left, -bottom]
  const from = [x || 0, y || 0].map((value) => value / millimetres)
  const min: SheetPoint = [from[0], from[1]]
  return {
    millimetres,
    unitName: unit.name,
    paper: { min, max: [min[0] + width / millimetres, min[1] + height / millimetres] },
  }
}

/** What a viewport is drawn with. */
export interface ViewportContext {
  readonly drawing: SheetDrawing
  readonly model: SheetBuilder
  readonly modelBlock: BlockRecord
  /** Layers of the model space's sheet that are not seen through it, and the same ones of the layout's sheet. */
  readonly frozen: readonly SheetLayerId[]
  readonly ownFrozen: readonly SheetLayerId[]
  readonly unit: LengthUnit
}

/** Pushes a window onto the model space, unless it is switched off. What is seen from the side is drawn on the layout itself. */
export function drawViewport(viewport: Viewport, context: ViewportContext): void {
  const { drawing, model, frozen, unit } = context
  if ((viewport.status & ViewportStatusFlags.ViewportOff) !== 0 || !(viewport.viewHeight > 0)) return
  const matrix = viewMatrix(viewport)
  const ring = clipRing(viewport)
  if (ring.length < 6 || ![...(matrix ?? []), ...ring].every((value) => Number.isFinite(value))) return
  if (!matrix) {
    const draw = (): void =>
      drawSideView(viewport, { drawing, model: context.modelBlock, ring, frozen: context.ownFrozen })
    if (!drawing.waitForBodies(draw)) draw()
    return
  }
  drawing.sheet.addViewport({
    entity: drawing.current,
    shows: model.number,
    matrix,
    millimetresPerUnit: unit.metres * 1000,
    clip: [Float64Array.from(ring)],
    frozenLayers: [...frozen],
  })
}

/** Views this little off the vertical are drawn from above. */
const uprightShare = 1e-6

/** From model to paper: the middle of the view in the model comes to the middle of the window. Null for views from the side. */
function viewMatrix(viewport: Viewport): SheetMatrix | null {
  const { viewDirection: d, viewTarget, viewCenter, twistAngle, center, height, viewHeight } = viewport
  const z = normalized([d.x, d.y, d.z]) ?? [0, 0, 1]
  if (z[2] < 1 - uprightShare) return null
  const scale = height / viewHeight
  const [cos, sin] = [Math.cos(twistAngle) * scale, Math.sin(twistAngle) * scale]
  const x = center.x - viewCenter.x * scale - (viewTarget.x * cos - viewTarget.y * sin)
  const y = center.y - viewCenter.y * scale - (viewTarget.x * sin + viewTarget.y * cos)
  return [cos, sin, -sin, cos, x, y]
}

/** The outline of a viewport on the paper, x y each. */
function clipRing(viewport: Viewport): number[] {
  const isOwn = (viewport.status & ViewportStatusFlags.NonRectangularClipping) !== 0
  const own = isOwn && viewport.boundary ? boundaryPoints(viewport.boundary) : null
  if (own && own.length >= 9) return own.filter((_, at) => at % 3 !== 2)
  const { center, width, height } = viewport
  const [x, y] = [width / 2, height / 2]
  return [
    center.x - x,
    center.y - y,
    center.x + x,
    center.y - y,
    center.x + x,
    center.y + y,
    center.x - x,
    center.y + y,
  ]
}

function boundaryPoints(boundary: Entity): Points | null {
  if (boundary instanceof Ellipse) return ellipsePoints(boundary).points
  if (!(boundary instanceof Circle || boundary instanceof LwPolyline || boundary instanceof Polyline2D)) return null
  const own = planePoints(boundary)
  const axes = objectAxes(boundary.normal)
  const points: Points = []
  for (let at = 0; at < own.length; at += 3) points.push(...transformed(axes, own[at], own[at + 1], own[at + 2]))
  return points
}

/** Points in the object coordinates of a boundary. */
function planePoints(boundary: Circle | LwPolyline | Polyline2D): Points {
  if (boundary instanceof Circle) {
    const { center, radius } = boundary
    return arcPoints({ center, radius, start: 0, sweep: 2 * Math.PI }).slice(0, -3)
  }
  const vertices = boundary instanceof LwPolyline ? boundary.vertices : verticesOf(boundary)
  const corners = vertices.map(({ location: { x, y }, bulge }) => ({ x, y, bulge }))
  return cornerPoints(corners, 0, true)
}
