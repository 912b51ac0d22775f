import {
  type SheetBuilder,
  type SheetLayerId,
  type SheetMatrix,
  type SheetPoint,
  lengthUnits,
  type LengthUnit,
} from '@kamar/core'
import type { Circle, Entity, Layout, Polyline, Viewport } from '@kamar/codecs/drawing'
import { normalized } from '@kamar/core/math'
import { ellipsePoints } from './curves.js'
import type { SheetDrawing } from './drawing.js'
import { arcPoints, polylinePoints, objectAxes, transformed, type Points } from './geometry.js'
import { drawSideView } from './side-views.js'

/** The paper of a layout, in its own units. */
export interface Paper {
  readonly millimetres: number
  readonly unitName: string
  readonly paper?: PaperArea
}

/** Lower left and upper right corners, sheet units. */
interface PaperArea {
  readonly min: SheetPoint
  readonly max: SheetPoint
}

const paperInches = 0

/**
 * Computes unit and position of a layout's paper as plotted, rotated and scaled by the plot settings (DXF reference,
 * LAYOUT and PLOTSETTINGS). The layout limits are the corners of the paper wherever a program keeps both up to date.
 */
export function computePaper(layout: Layout | null): Paper {
  if (!layout) return { millimetres: 1, unitName: 'mm' }
  const unit = layout.paperUnits === paperInches ? lengthUnits.inch : lengthUnits.millimetre
  const millimetres = unit.metres * 1000 * plotScale(layout)
  const size = orientSides(layout, [layout.paperWidth, layout.paperHeight])
  if (!size.every((side) => side > 0 && side < 1e5)) return { millimetres, unitName: unit.name }
  const [width, height] = size.map((side) => side / millimetres)
  return {
    millimetres,
    unitName: unit.name,
    paper: findLimits(layout, [width, height]) ?? placedPaper(layout, [width, height], millimetres),
  }
}

/** Returns paper units per drawing unit; 1 where none is stated. */
function plotScale({ scaleNumerator, scaleDenominator }: Layout): number {
  const scale = scaleNumerator / scaleDenominator
  return scale > 0 && Number.isFinite(scale) ? scale : 1
}

const isUpright = ({ paperRotation }: Layout): boolean => paperRotation % 2 === 1

const orientSides = (layout: Layout, [x, y]: SheetPoint): SheetPoint => (isUpright(layout) ? [y, x] : [x, y])

/** Tolerance between limits and paper, as a fraction of a side: sizes are stored in single precision. */
const limitsTolerance = 1e-3

/** Returns the limits of a layout if they are as large as its paper; limits that were never set are 12 by 9. */
function findLimits({ limitsMin: min, limitsMax: max }: Layout, [width, height]: SheetPoint): PaperArea | null {
  const isAs = (length: number, side: number): boolean => Math.abs(length - side) <= side * limitsTolerance
  return isAs(max[0] - min[0], width) && isAs(max[1] - min[1], height) ? { min, max } : null
}

/**
 * Computes the paper from its margins and plot origin, both in millimetres, and from the corner of the plotted area.
 */
function placedPaper(layout: Layout, [width, height]: SheetPoint, millimetres: number): PaperArea {
  const { bottom, left, right, top } = layout.margins
  const marginsByRotation: readonly SheetPoint[] = [
    [left, bottom],
    [top, left],
    [right, top],
    [bottom, right],
  ]
  const margin = marginsByRotation[layout.paperRotation] ?? marginsByRotation[0]
  const origin = orientSides(layout, layout.plotOrigin)
  const [x, y] = layout.imageOrigin.map((at, axis) => -at - (margin[axis] + origin[axis]) / millimetres || 0)
  return { min: [x, y], max: [x + width, y + height] }
}

/** Input for drawing a viewport. */
export interface ViewportContext {
  readonly drawing: SheetDrawing
  readonly model: SheetBuilder
  /** Reads the model space. */
  readonly readEntities: () => Iterable<Entity>
  /** Entities of the model space that only viewports show: drawing views. */
  readonly viewReferences: readonly Entity[]
  /** Layers of the model space's sheet that the viewport hides, and the same layers on the layout's sheet. */
  readonly frozen: readonly SheetLayerId[]
  readonly ownFrozen: readonly SheetLayerId[]
  readonly unit: LengthUnit
}

/**
 * Writes a viewport of the model space, unless it is switched off. Side views and drawing views, which the sheet of the
 * model space does not show, are drawn on the layout itself.
 */
export function drawViewport(viewport: Viewport, context: ViewportContext): void {
  const { drawing, model, frozen, unit } = context
  if (viewport.isOff || !(viewport.viewHeight > 0)) return
  const matrix = viewMatrix(viewport)
  const ring = clipRing(viewport)
  if (ring.length < 6 || ![...(matrix ?? []), ...ring].every((value) => Number.isFinite(value))) return
  const drawOnPaper = (visibleEntities: Iterable<Entity>): void =>
    drawSideView(viewport, { drawing, entities: visibleEntities, ring, frozen: context.ownFrozen })
  if (!matrix) {
    const draw = (): void => drawOnPaper(context.readEntities())
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
  drawOnPaper(context.viewReferences)
}

/** Tolerance within which views off the vertical count as plan views. */
const uprightTolerance = 1e-6

/**
 * Computes the transform from model to paper: the centre of the view goes to the centre of the viewport. Null for side
 * views.
 */
function viewMatrix(viewport: Viewport): SheetMatrix | null {
  const { viewDirection, viewTarget, viewCenter, twistAngle, center, height, viewHeight } = viewport
  const z = normalized(viewDirection) ?? [0, 0, 1]
  if (z[2] < 1 - uprightTolerance) return null
  const scale = height / viewHeight
  const [cos, sin] = [Math.cos(twistAngle) * scale, Math.sin(twistAngle) * scale]
  const x = center[0] - viewCenter[0] * scale - (viewTarget[0] * cos - viewTarget[1] * sin)
  const y = center[1] - viewCenter[1] * scale - (viewTarget[0] * sin + viewTarget[1] * cos)
  return [cos, sin, -sin, cos, x, y]
}

/** Returns the outline of a viewport on the paper, x y each. */
function clipRing({ boundary, center, width, height }: Viewport): number[] {
  const own = boundary && boundaryPoints(boundary)
  if (own && own.length >= 9) return own.filter((_, at) => at % 3 !== 2)
  const [left, right] = [center[0] - width / 2, center[0] + width / 2]
  const [bottom, top] = [center[1] - height / 2, center[1] + height / 2]
  return [left, bottom, right, bottom, right, top, left, top]
}

function boundaryPoints(boundary: Entity): Points | null {
  if (boundary.kind === 'ellipse') return ellipsePoints(boundary).points
  if (boundary.kind !== 'circle' && boundary.kind !== 'polyline') return null
  const own = planePoints(boundary)
  const axes = objectAxes(boundary.normal)
  const points: Points = []
  for (let at = 0; at < own.length; at += 3) points.push(...transformed(axes, own[at], own[at + 1], own[at + 2]))
  return points
}

/** Returns points in the object coordinates of a boundary. */
function planePoints(boundary: Circle | Polyline): Points {
  if (boundary.kind === 'polyline') return polylinePoints(boundary.vertices, 0, true)
  const { center, radius } = boundary
  return arcPoints({ center, radius, start: 0, sweep: 2 * Math.PI }).slice(0, -3)
}
