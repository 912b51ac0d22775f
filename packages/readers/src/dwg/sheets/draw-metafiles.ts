import { clipOf } from '../../shared/sheets/clip.js'
import type { Matrix, Vector } from '../../shared/matrix.js'
import type { MetafileMark, MetafileText } from '../../shared/metafile/index.js'
import { within, type EmbeddedObject, type Place, type SheetDrawing } from './drawing.js'
import { transformed, type Points } from './geometry.js'
import type { Look } from './looks.js'

const white = 0xffffff
const farAway = 1e9

/** Where a metafile is drawn, and how its layer and opacity are. */
export interface MetafilePlace {
  /** Corners of its frame: upper left, upper right, lower right, lower left. */
  readonly ring: Points
  readonly look: Look
  readonly place: Place
  readonly drawing: SheetDrawing
}

/**
 * Draws what the records of an embedded object draw, on white paper within its frame. False when there are records among them
 * that are not drawn.
 */
export function drawMetafile(
  { metafile, pictures }: Extract<EmbeddedObject, { kind: 'metafile' }>,
  { ring, look, place, drawing }: MetafilePlace,
): boolean {
  const [left, top, right, bottom] = metafile.frame
  const x = (ring[3] - ring[0]) / (right - left)
  const y = (ring[10] - ring[1]) / (bottom - top)
  const matrix: Matrix = Float64Array.of(x, 0, 0, 0, y, 0, 0, 0, 1, ring[0] - left * x, ring[1] - top * y, ring[2])
  const plain: Look = { ...look, lineType: null, lineWeightMillimetres: 0 }
  const box = corners(metafile.frame)
  const own = clipped(within(place, matrix), box)
  if (!own) return true
  drawing.area([box], own, { look: { ...plain, color: white } })
  for (const mark of metafile.marks) {
    if (--drawing.shared.budget.left < 0) return false
    const seen = mark.clip ? clipped(own, corners(mark.clip)) : own
    if (seen) drawMark(mark, { look: plain, place: seen, drawing, scale: Math.abs(x), picture: pictures.get(mark)?.id })
  }
  return metafile.skipped.size === 0
}

/** Corners of a box; sides that are nowhere stand far away. */
function corners(box: readonly [number, number, number, number]): Points {
  const [left, top, right, bottom] = box.map((side) => Math.max(-farAway, Math.min(farAway, side)))
  return [left, top, 0, right, top, 0, right, bottom, 0, left, bottom, 0]
}

interface MarkContext {
  readonly look: Look
  readonly place: Place
  readonly drawing: SheetDrawing
  /** Units of the drawing for one of the metafile, across. */
  readonly scale: number
  readonly picture: number | undefined
}

function drawMark(mark: MetafileMark, { look, place, drawing, scale, picture }: MarkContext): void {
  switch (mark.kind) {
    case 'line':
      drawing.line(spatial(mark.points), place, {
        look: { ...look, color: mark.color },
        isClosed: mark.isClosed,
        width: mark.width * scale,
      })
      return
    case 'area':
      drawing.area(mark.rings.map(spatial), place, { look: { ...look, color: mark.color } })
      return
    case 'text':
      drawWords(mark, look, place, drawing)
      return
    case 'image': {
      if (picture === undefined) return
      const { origin, right, down } = mark
      const ring = [origin, plus(origin, right), plus(plus(origin, right), down), plus(origin, down)]
      drawing.image(
        {
          layer: look.layer,
          picture,
          origin: [...plus(origin, down), 0],
          xAxis: [...right, 0],
          yAxis: [-down[0], -down[1], 0],
          outlines: [ring.flatMap(([x, y]) => [x, y, 0])],
        },
        place,
      )
    }
  }
}

function drawWords(mark: MetafileText, look: Look, place: Place, drawing: SheetDrawing): void {
  const { name, isBold, isItalic } = mark.font
  const run = {
    text: mark.text,
    font: drawing.looks.namedFont(name, isBold, isItalic),
    height: mark.height,
    ...(mark.isUnderlined ? { underline: true } : {}),
    ...(mark.isStruck ? { strikethrough: true } : {}),
  }
  const flat = ([x, y]: readonly [number, number]): Vector => [x, y, 0]
  drawing.text(
    {
      look: { ...look, color: mark.color },
      anchor: flat(mark.at),
      xAxis: flat(mark.right),
      yAxis: flat(mark.up),
      paragraphs: [[run]],
      horizontal: mark.horizontal,
      vertical: mark.vertical,
    },
    place,
  )
}

type Flat = readonly [x: number, y: number]
const plus = ([ax, ay]: Flat, [bx, by]: Flat): [number, number] => [ax + bx, ay + by]

const spatial = (points: Float64Array): Points => {
  const made: Points = []
  for (let at = 0; at + 1 < points.length; at += 2) made.push(points[at], points[at + 1], 0)
  return made
}

/** A place within an outline, in its own coordinates; null when the outline has no area. */
function clipped(place: Place, outline: Points): Place | null {
  const flat: number[] = []
  for (let at = 0; at < outline.length; at += 3) {
    const [x, y] = transformed(place.matrix, outline[at], outline[at + 1], outline[at + 2])
    flat.push(x, y)
  }
  const clip = clipOf(Float64Array.from(flat))
  return clip && { ...place, clips: [...place.clips, clip] }
}
