import { createClip } from '@kamar/codecs/glyphs'
import type { Matrix, Vector } from '@kamar/core/math'
import type { MetafileMark, MetafileText } from '@kamar/codecs/metafile'
import { within, type EmbeddedObject, type InsertContext, type SheetDrawing } from '../drawing.js'
import { transformed, type Points } from '../geometry.js'
import type { EntityAppearance } from '../sheet-resources.js'

const white = 0xffffff
const maxCoordinate = 1e9

/** Location of a metafile on the sheet, with its layer and opacity. */
export interface MetafileTarget {
  /** Corners of its frame: upper left, upper right, lower right, lower left. */
  readonly ring: Points
  readonly appearance: EntityAppearance
  readonly context: InsertContext
  readonly drawing: SheetDrawing
}

/**
 * Draws the records of an embedded object, on white paper within its frame. Returns false when some of them are not
 * supported.
 */
export function drawMetafile(
  { metafile, textures }: Extract<EmbeddedObject, { kind: 'metafile' }>,
  { ring, appearance, context, drawing }: MetafileTarget,
): boolean {
  const [left, top, right, bottom] = metafile.frame
  const x = (ring[3] - ring[0]) / (right - left)
  const y = (ring[10] - ring[1]) / (bottom - top)
  const matrix: Matrix = Float64Array.of(x, 0, 0, 0, y, 0, 0, 0, 1, ring[0] - left * x, ring[1] - top * y, ring[2])
  const plain: EntityAppearance = { ...appearance, lineType: null, lineWeightMillimetres: 0 }
  const box = toRing(metafile.frame)
  const own = clipped(within(context, matrix), box)
  if (!own) return true
  drawing.area([box], own, { appearance: { ...plain, color: white } })
  for (const mark of metafile.marks) {
    if (--drawing.shared.budget.left < 0) return false
    const visibleContext = mark.clip ? clipped(own, toRing(mark.clip)) : own
    if (visibleContext)
      drawMark(mark, {
        appearance: plain,
        context: visibleContext,
        drawing,
        scale: Math.abs(x),
        texture: textures.get(mark)?.id,
      })
  }
  return metafile.skipped.size === 0
}

/** Returns the corners of a box; infinite sides are moved far away. */
function toRing(box: readonly [number, number, number, number]): Points {
  const [left, top, right, bottom] = box.map((side) => Math.max(-maxCoordinate, Math.min(maxCoordinate, side)))
  return [left, top, 0, right, top, 0, right, bottom, 0, left, bottom, 0]
}

interface MarkContext {
  readonly appearance: EntityAppearance
  readonly context: InsertContext
  readonly drawing: SheetDrawing
  /** Horizontal drawing units per metafile unit. */
  readonly scale: number
  readonly texture: number | undefined
}

function drawMark(mark: MetafileMark, { appearance, context, drawing, scale, texture }: MarkContext): void {
  switch (mark.kind) {
    case 'line':
      drawing.line(spatial(mark.points), context, {
        appearance: { ...appearance, color: mark.color },
        isClosed: mark.isClosed,
        width: mark.width * scale,
      })
      return
    case 'area':
      drawing.area(mark.rings.map(spatial), context, { appearance: { ...appearance, color: mark.color } })
      return
    case 'text':
      drawMetafileText(mark, appearance, context, drawing)
      return
    case 'image': {
      if (texture === undefined) return
      const { origin, right, down } = mark
      const ring = [origin, plus(origin, right), plus(plus(origin, right), down), plus(origin, down)]
      drawing.image(
        {
          layer: appearance.layer,
          picture: texture,
          origin: [...plus(origin, down), 0],
          xAxis: [...right, 0],
          yAxis: [-down[0], -down[1], 0],
          outlines: [ring.flatMap(([x, y]) => [x, y, 0])],
        },
        context,
      )
    }
  }
}

function drawMetafileText(
  mark: MetafileText,
  appearance: EntityAppearance,
  context: InsertContext,
  drawing: SheetDrawing,
): void {
  const { name, isBold, isItalic } = mark.font
  const run = {
    text: mark.text,
    font: drawing.resources.namedFont(name, isBold, isItalic),
    height: mark.height,
    ...(mark.isUnderlined ? { underline: true } : {}),
    ...(mark.isStruck ? { strikethrough: true } : {}),
  }
  const flat = ([x, y]: readonly [number, number]): Vector => [x, y, 0]
  drawing.text(
    {
      appearance: { ...appearance, color: mark.color },
      anchor: flat(mark.at),
      xAxis: flat(mark.right),
      yAxis: flat(mark.up),
      paragraphs: [[run]],
      horizontal: mark.horizontal,
      vertical: mark.vertical,
    },
    context,
  )
}

type Flat = readonly [x: number, y: number]
const plus = ([ax, ay]: Flat, [bx, by]: Flat): [number, number] => [ax + bx, ay + by]

const spatial = (points: Float64Array): Points => {
  const spatialPoints: Points = []
  for (let at = 0; at + 1 < points.length; at += 2) spatialPoints.push(points[at], points[at + 1], 0)
  return spatialPoints
}

/** Returns a context clipped to an outline, in its own coordinates; null when the outline has no area. */
function clipped(context: InsertContext, outline: Points): InsertContext | null {
  const flat: number[] = []
  for (let at = 0; at < outline.length; at += 3) {
    const [x, y] = transformed(context.matrix, outline[at], outline[at + 1], outline[at + 2])
    flat.push(x, y)
  }
  const clip = createClip(Float64Array.from(flat))
  return clip && { ...context, clips: [...context.clips, clip] }
}
