import type { Hatch, ImageEntity, SolidEntity } from '@kamar/codecs/drawing'
import type { SheetFillInput } from '@kamar/core'
import { add, scale } from '@kamar/core/math'
import { within, type InsertContext, type SheetDrawing } from '../drawing.js'
import { objectAxes, toRectangle, transformed, type Points } from '../geometry.js'
import { hatchLines } from '../hatch-lines.js'
import { hatchRings } from '../hatch-rings.js'
import { literalColor } from '../sheet-resources.js'

/** Opacity of a pattern that is too dense to be drawn line by line. */
const densePatternOpacity = 0.4
const white = 0xffffff

/** Draws a SOLID or TRACE; its third and fourth corners are swapped. */
export function drawSolid(solid: SolidEntity, context: InsertContext, drawing: SheetDrawing): void {
  const [a, b, c, d] = solid.corners
  const ring = [...a, ...b, ...d, ...c]
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
  if (hatch.isSolid || gradient || hatch.patternLines.length === 0) {
    drawing.area(rings, local, { appearance, ...(gradient ? { gradient } : {}) })
    return
  }
  const flat = rings.map((ring) => Float64Array.from(ring.filter((_, at) => at % 3 !== 2)))
  const lines = hatchLines(flat, hatch.patternLines)
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

/**
 * Converts a gradient: its colours run across the box of the hatch in the direction of the gradient; all names are
 * treated as LINEAR, which looks similar.
 */
function toGradient(
  { gradient: source }: Hatch,
  rings: readonly Points[],
  local: InsertContext,
): SheetFillInput['gradient'] {
  const [first, second] = source?.colors ?? []
  const from = first && literalColor(first)
  if (!source || typeof from !== 'number') return undefined
  const other = second && literalColor(second)
  const to = typeof other === 'number' && !source.isSingleColor ? other : mixed(from, white, source.tint)
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
function computeOutlines(image: ImageEntity): readonly Points[] {
  const isCut = image.isClipped && image.clipVertices.length >= 2
  return isCut && image.isClipInverted ? [computeOutline(image, false), computeOutline(image)] : [computeOutline(image)]
}

/**
 * Computes the outline of an image or a wipeout, in world coordinates; its vertices are stated in pixels from the upper
 * left corner.
 */
function computeOutline(image: ImageEntity, isCut = image.isClipped): Points {
  const { insertPoint, uVector, vVector, size, clipVertices } = image
  const frame = toRectangle([-0.5, -0.5], [size[0] - 0.5, size[1] - 0.5])
  const [a, b] = clipVertices
  const clip = clipVertices.length === 2 ? toRectangle(a, b) : clipVertices
  const vertices = isCut && clipVertices.length >= 2 ? clip : frame
  return vertices.flatMap(([x, y]) => {
    const [u, v] = [x + 0.5, size[1] - y - 0.5]
    return add(insertPoint, add(scale(uVector, u), scale(vVector, v)))
  })
}

/** Draws a WIPEOUT: an area in the paper colour over earlier entities. */
export function drawWipeout(wipeout: ImageEntity, context: InsertContext, drawing: SheetDrawing): void {
  drawing.area(computeOutlines(wipeout), context, {
    appearance: { ...drawing.appearance(wipeout, context), color: 'background' },
  })
}

/** Draws an IMAGE or, where its file is not attached, its frame. */
export function drawImage(image: ImageEntity, context: InsertContext, drawing: SheetDrawing): void {
  const { insertPoint: origin, uVector, vVector, size, fileName } = image
  const appearance = drawing.appearance(image, context)
  const texture = drawing.shared.textures.get(fileName)
  if (!texture || !image.isDisplayed) {
    drawing.line(computeOutline(image), context, { appearance, isClosed: true })
    if (image.isDisplayed) drawing.skip(image, 'picture-not-attached')
    return
  }
  const axes = { origin, xAxis: scale(uVector, size[0]), yAxis: scale(vVector, size[1]) }
  drawing.image({ layer: appearance.layer, picture: texture.id, ...axes, outlines: computeOutlines(image) }, context)
}
