import {
  type CadWipeoutBase,
  ClipMode,
  type Hatch,
  type HatchPatternLine,
  type RasterImage,
  type Solid,
} from '@node-projects/acad-ts'
import type { SheetFillInput } from '@kamar/core'
import { within, type InsertContext, type SheetDrawing } from '../drawing.js'
import { objectAxes, transformed, type Points } from '../geometry.js'
import { hatchLines, type PatternFamily } from '../hatch-lines.js'
import { hatchRings } from '../hatch-rings.js'
import { literalColor } from '../sheet-resources.js'

/** Opacity of a pattern that is too dense to be drawn line by line. */
const densePatternOpacity = 0.4
const white = 0xffffff

/** Draws a SOLID or TRACE; its third and fourth corners are swapped. */
export function drawSolid(solid: Solid, context: InsertContext, drawing: SheetDrawing): void {
  const { firstCorner: a, secondCorner: b, thirdCorner: c, fourthCorner: d } = solid
  const ring = [a, b, d, c].flatMap(({ x, y, z }) => [x, y, z])
  drawing.area([ring], within(context, objectAxes(solid.normal)), { appearance: drawing.appearance(solid, context) })
}

/** Draws a HATCH: an area, a gradient, or the lines of a pattern. */
export function drawHatch(hatch: Hatch, context: InsertContext, drawing: SheetDrawing): void {
  const appearance = drawing.appearance(hatch, context)
  const rings = hatchRings(hatch)
  const local = within(context, objectAxes(hatch.normal))
  if (rings.length === 0) {
    drawing.skip(hatch, 'not-read')
    return
  }
  const gradient = toGradient(hatch, rings, local)
  if (hatch.isSolid || gradient || hatch.pattern.lines.length === 0) {
    drawing.area(rings, local, { appearance, ...(gradient ? { gradient } : {}) })
    return
  }
  const flat = rings.map((ring) => Float64Array.from(ring.filter((_, at) => at % 3 !== 2)))
  const lines = hatchLines(flat, hatch.pattern.lines.map(toPatternFamily))
  if (lines === null) {
    drawing.area(rings, local, { appearance: { ...appearance, opacity: appearance.opacity * densePatternOpacity } })
    return
  }
  const solid = { ...appearance, lineType: null }
  for (let at = 0; at < lines.length; at += 4) {
    const [ax, ay, bx, by] = [lines[at], lines[at + 1], lines[at + 2], lines[at + 3]]
    const isDot = ax === bx && ay === by
    const points = [ax, ay, hatch.elevation, ...(isDot ? [] : [bx, by, hatch.elevation])]
    drawing.line(points, local, { appearance: solid })
  }
}

function toPatternFamily({ angle, basePoint, offset, dashLengths }: HatchPatternLine): PatternFamily {
  return { angle, base: [basePoint.x, basePoint.y], offset: [offset.x, offset.y], dashes: dashLengths }
}

/**
 * Converts a gradient: its colours run across the box of the hatch in the direction of the gradient; all names are
 * treated as LINEAR, which looks similar.
 */
function toGradient(
  { gradientColor: source }: Hatch,
  rings: readonly Points[],
  local: InsertContext,
): SheetFillInput['gradient'] {
  const [first, second] = source.enabled ? source.colors : []
  const from = first && literalColor(first.color)
  if (typeof from !== 'number') return undefined
  const other = second && literalColor(second.color)
  const to = typeof other === 'number' && !source.isSingleColorGradient ? other : mixed(from, white, source.colorTint)
  const [cos, sin] = [Math.cos(source.angle), Math.sin(source.angle)]
  let [low, high, lowAcross, highAcross] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const ring of rings) {
    for (let at = 0; at < ring.length; at += 3) {
      const [along, across] = [ring[at] * cos + ring[at + 1] * sin, ring[at + 1] * cos - ring[at] * sin]
      ;[low, high] = [Math.min(low, along), Math.max(high, along)]
      ;[lowAcross, highAcross] = [Math.min(lowAcross, across), Math.max(highAcross, across)]
    }
  }
  const centerAcross = (lowAcross + highAcross) / 2
  const pointAt = (along: number): [number, number] => {
    const [x, y] = transformed(
      local.matrix,
      along * cos - centerAcross * sin,
      along * sin + centerAcross * cos,
      rings[0][2],
    )
    return [x, y]
  }
  const [start, end] = [pointAt(low), pointAt(high)]
  return [...start, ...end].every((value) => Number.isFinite(value))
    ? { from: start, to: end, colors: [from, to] }
    : undefined
}

function mixed(color: number, other: number, share: number): number {
  const part = Math.min(Math.max(share, 0), 1)
  return [16, 8, 0].reduce((mix, shift) => {
    const [a, b] = [(color >> shift) & 255, (other >> shift) & 255]
    return mix | (Math.round(a + (b - a) * part) << shift)
  }, 0)
}

/**
 * Computes the even-odd outlines of the visible part of an image or a wipeout; an inverted clip adds the full frame.
 */
function computeOutlines(image: CadWipeoutBase): readonly Points[] {
  const isCut = image.clippingState && image.clipBoundaryVertices.length >= 2
  return isCut && image.clipMode === ClipMode.Inside
    ? [computeOutline(image, false), computeOutline(image)]
    : [computeOutline(image)]
}

/**
 * Computes the outline of an image or a wipeout, in world coordinates; its vertices are stated in pixels from the upper
 * left corner.
 */
function computeOutline(image: CadWipeoutBase, isCut = image.clippingState): Points {
  const { insertPoint, uVector, vVector, size, clipBoundaryVertices: source } = image
  const fullOutline = [
    { x: -0.5, y: -0.5 },
    { x: size.x - 0.5, y: -0.5 },
    { x: size.x - 0.5, y: size.y - 0.5 },
    { x: -0.5, y: size.y - 0.5 },
  ]
  const [a, b] = source
  const box = [a, { x: b?.x, y: a?.y }, b, { x: a?.x, y: b?.y }]
  const vertices = !isCut || source.length < 2 ? fullOutline : source.length === 2 ? box : source
  return (vertices as readonly { x: number; y: number }[]).flatMap(({ x, y }) => {
    const [u, v] = [x + 0.5, size.y - y - 0.5]
    return [
      insertPoint.x + uVector.x * u + vVector.x * v,
      insertPoint.y + uVector.y * u + vVector.y * v,
      insertPoint.z + uVector.z * u + vVector.z * v,
    ]
  })
}

/** Draws a WIPEOUT: an area in the paper colour over earlier entities. */
export function drawWipeout(wipeout: CadWipeoutBase, context: InsertContext, drawing: SheetDrawing): void {
  drawing.area(computeOutlines(wipeout), context, {
    appearance: { ...drawing.appearance(wipeout, context), color: 'background' },
  })
}

/** Draws an IMAGE or, where its file is not attached, its frame. */
export function drawImage(image: RasterImage, context: InsertContext, drawing: SheetDrawing): void {
  const outline = computeOutline(image)
  const { insertPoint: at, uVector: u, vVector: v, size, definition } = image
  const appearance = drawing.appearance(image, context)
  const texture = definition ? drawing.shared.textures.get(definition.fileName) : undefined
  if (!texture || !image.showImage) {
    drawing.line(outline, context, { appearance, isClosed: true })
    if (image.showImage && !texture) drawing.skip(image, 'picture-not-attached')
    return
  }
  const along = [u.x * size.x, u.y * size.x, u.z * size.x] as const
  const up = [v.x * size.y, v.y * size.y, v.z * size.y] as const
  const origin = [at.x, at.y, at.z] as const
  drawing.image(
    { layer: appearance.layer, picture: texture.id, origin, xAxis: along, yAxis: up, outlines: computeOutlines(image) },
    context,
  )
}
