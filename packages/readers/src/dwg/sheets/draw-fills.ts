import {
  type CadWipeoutBase,
  ClipMode,
  type Hatch,
  type HatchPatternLine,
  type RasterImage,
  type Solid,
} from '@node-projects/acad-ts'
import type { SheetFillInput } from '@kamar/scene'
import { within, type Place, type SheetDrawing } from './drawing.js'
import { objectAxes, transformed, type Points } from './geometry.js'
import { hatchLines, type PatternFamily } from './hatch-lines.js'
import { hatchRings } from './hatch-rings.js'
import { literalColor } from './looks.js'

/** How much of the ground a pattern covers that is too dense to be drawn line by line. */
const densePatternOpacity = 0.4
const white = 0xffffff

/** Draws a SOLID or TRACE: its third and fourth corner are crossed over. */
export function drawSolid(solid: Solid, place: Place, drawing: SheetDrawing): void {
  const { firstCorner: a, secondCorner: b, thirdCorner: c, fourthCorner: d } = solid
  const ring = [a, b, d, c].flatMap(({ x, y, z }) => [x, y, z])
  drawing.area([ring], within(place, objectAxes(solid.normal)), { look: drawing.look(solid, place) })
}

/** Draws a HATCH: an area, a gradient, or the lines of a pattern. */
export function drawHatch(hatch: Hatch, place: Place, drawing: SheetDrawing): void {
  const look = drawing.look(hatch, place)
  const rings = hatchRings(hatch)
  const here = within(place, objectAxes(hatch.normal))
  if (rings.length === 0) {
    drawing.skip(hatch, 'not-read')
    return
  }
  const gradient = gradientOf(hatch, rings, here)
  if (hatch.isSolid || gradient || hatch.pattern.lines.length === 0) {
    drawing.area(rings, here, { look, ...(gradient ? { gradient } : {}) })
    return
  }
  const flat = rings.map((ring) => Float64Array.from(ring.filter((_, at) => at % 3 !== 2)))
  const lines = hatchLines(flat, hatch.pattern.lines.map(familyOf))
  if (lines === null) {
    drawing.area(rings, here, { look: { ...look, opacity: look.opacity * densePatternOpacity } })
    return
  }
  const solid = { ...look, lineType: null }
  for (let at = 0; at < lines.length; at += 4) {
    const [ax, ay, bx, by] = [lines[at], lines[at + 1], lines[at + 2], lines[at + 3]]
    const isDot = ax === bx && ay === by
    const points = [ax, ay, hatch.elevation, ...(isDot ? [] : [bx, by, hatch.elevation])]
    drawing.line(points, here, { look: solid })
  }
}

function familyOf({ angle, basePoint, offset, dashLengths }: HatchPatternLine): PatternFamily {
  return { angle, base: [basePoint.x, basePoint.y], offset: [offset.x, offset.y], dashes: dashLengths }
}

/** Colours run across the box of a hatch in the direction of the gradient; names other than LINEAR look much the same. */
function gradientOf(
  { gradientColor: stated }: Hatch,
  rings: readonly Points[],
  here: Place,
): SheetFillInput['gradient'] {
  const [first, second] = stated.enabled ? stated.colors : []
  const from = first && literalColor(first.color)
  if (typeof from !== 'number') return undefined
  const other = second && literalColor(second.color)
  const to = typeof other === 'number' && !stated.isSingleColorGradient ? other : mixed(from, white, stated.colorTint)
  const [cos, sin] = [Math.cos(stated.angle), Math.sin(stated.angle)]
  let [low, high, lowAcross, highAcross] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const ring of rings) {
    for (let at = 0; at < ring.length; at += 3) {
      const [along, across] = [ring[at] * cos + ring[at + 1] * sin, ring[at + 1] * cos - ring[at] * sin]
      ;[low, high] = [Math.min(low, along), Math.max(high, along)]
      ;[lowAcross, highAcross] = [Math.min(lowAcross, across), Math.max(highAcross, across)]
    }
  }
  const middle = (lowAcross + highAcross) / 2
  const pointAt = (along: number): [number, number] => {
    const [x, y] = transformed(here.matrix, along * cos - middle * sin, along * sin + middle * cos, rings[0][2])
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

/** Outlines of what is seen of a picture or a wipeout, even-odd: all around its own one where the clip is inverted. */
function outlinesOf(image: CadWipeoutBase): readonly Points[] {
  const isCut = image.clippingState && image.clipBoundaryVertices.length >= 2
  return isCut && image.clipMode === ClipMode.Inside ? [outlineOf(image, false), outlineOf(image)] : [outlineOf(image)]
}

/** The outline of a picture or a wipeout, in world coordinates; its corners are stated in pixels from the upper left one. */
function outlineOf(image: CadWipeoutBase, isCut = image.clippingState): Points {
  const { insertPoint, uVector, vVector, size, clipBoundaryVertices: stated } = image
  const whole = [
    { x: -0.5, y: -0.5 },
    { x: size.x - 0.5, y: -0.5 },
    { x: size.x - 0.5, y: size.y - 0.5 },
    { x: -0.5, y: size.y - 0.5 },
  ]
  const [a, b] = stated
  const box = [a, { x: b?.x, y: a?.y }, b, { x: a?.x, y: b?.y }]
  const corners = !isCut || stated.length < 2 ? whole : stated.length === 2 ? box : stated
  return (corners as readonly { x: number; y: number }[]).flatMap(({ x, y }) => {
    const [u, v] = [x + 0.5, size.y - y - 0.5]
    return [
      insertPoint.x + uVector.x * u + vVector.x * v,
      insertPoint.y + uVector.y * u + vVector.y * v,
      insertPoint.z + uVector.z * u + vVector.z * v,
    ]
  })
}

/** Draws a WIPEOUT: an area of the paper's colour over what was drawn before. */
export function drawWipeout(wipeout: CadWipeoutBase, place: Place, drawing: SheetDrawing): void {
  drawing.area(outlinesOf(wipeout), place, { look: { ...drawing.look(wipeout, place), color: 'background' } })
}

/** Draws an IMAGE, or, where its file is not attached, its frame. */
export function drawImage(image: RasterImage, place: Place, drawing: SheetDrawing): void {
  const outline = outlineOf(image)
  const { insertPoint: at, uVector: u, vVector: v, size, definition } = image
  const look = drawing.look(image, place)
  const picture = definition ? drawing.shared.pictures.get(definition.fileName) : undefined
  if (!picture || !image.showImage) {
    drawing.line(outline, place, { look, isClosed: true })
    if (image.showImage && !picture) drawing.skip(image, 'picture-not-attached')
    return
  }
  const along = [u.x * size.x, u.y * size.x, u.z * size.x] as const
  const up = [v.x * size.y, v.y * size.y, v.z * size.y] as const
  const origin = [at.x, at.y, at.z] as const
  drawing.image(
    { layer: look.layer, picture: picture.id, origin, xAxis: along, yAxis: up, outlines: outlinesOf(image) },
    place,
  )
}
