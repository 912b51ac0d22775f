import { createRecordedContext, type RecordingScene, type RecordingSheet } from '@kamar/test-kit'
import type { Drawing, Entity } from '@kamar/codecs/drawing'
import { lengthUnits } from '@kamar/core'
import { findEmbedded } from '../embedded-objects.js'
import { JoinedDrawing } from '../joined-drawing.js'
import type { ImageTexture, SkippedEntity, WaitingBodies } from '../sheets/drawing.js'
import { pushSheets, type PushedSheets } from '../sheets/push-sheets.js'
import { DrawingFonts } from '../text/drawing-fonts.js'
import { createDrawing } from './records.js'

/** Result of drawing an in-memory drawing. */
export interface DrawnSheets {
  readonly scene: RecordingScene
  readonly sheet: RecordingSheet
  readonly skipped: readonly SkippedEntity[]
  readonly pushed: PushedSheets
}

/** Inputs of a drawing besides the drawing itself. */
export interface DrawOptions {
  readonly textures?: ReadonlyMap<string, ImageTexture | null>
  readonly edges?: ReadonlyMap<number, Float64Array>
  /** Set when bodies are tessellated after the rest is drawn. */
  readonly waiting?: WaitingBodies
  readonly budget?: number
  readonly fonts?: DrawingFonts
}

/**
 * Draws every sheet of a drawing, as the reader does after the file is opened.
 * @throws {Error} if there is none.
 */
export async function drawDrawing(drawing: Drawing, options: DrawOptions = {}): Promise<DrawnSheets> {
  const result = await drawAnySheets(drawing, options)
  const [sheet] = result.scene.sheets
  if (!sheet) throw new Error('no sheet was pushed')
  return { ...result, sheet }
}

/** Draws the sheets of a drawing, of which a damaged one may have none. */
export async function drawAnySheets(drawing: Drawing, options: DrawOptions = {}): Promise<Omit<DrawnSheets, 'sheet'>> {
  const { context, scene } = createRecordedContext()
  const source = new JoinedDrawing(drawing)
  const skipped: SkippedEntity[] = []
  const pushed = await pushSheets({
    context,
    unit: lengthUnits.millimetre,
    shared: {
      source,
      textures: options.textures ?? new Map(),
      embedded: await findEmbedded(source, context),
      fonts: options.fonts ?? new DrawingFonts(),
      edges: options.edges ?? new Map(),
      ...(options.waiting && { waiting: options.waiting }),
      skip: (one) => void skipped.push(one),
      budget: { left: options.budget ?? 100_000 },
    },
    progress: () => undefined,
  })
  return { scene, skipped, pushed }
}

/** Draws entities of a model space. */
export const drawEntities = async (...model: readonly Entity[]): Promise<DrawnSheets> =>
  drawDrawing(createDrawing({ model }))

/** Rounds coordinates to a millionth, without negative zeros. */
export const rounded = (values: Iterable<number>): number[] =>
  Array.from(values, (value) => Math.round(value * 1e6) / 1e6 + 0)

/** Lists the points of every line of a sheet, rounded. */
export const listPolylines = (sheet: RecordingSheet): number[][] => sheet.polylines.map(({ points }) => rounded(points))

/** Lists the rings of every area of a sheet, rounded. */
export const listRings = (sheet: RecordingSheet): number[][][] =>
  sheet.fills.map(({ rings }) => rings.map((ring) => rounded(ring)))

/** Returns min x and y, then max x and y. */
export function computeBounds(points: Iterable<number>): number[] {
  const values = [...points]
  const [x, y] = [0, 1].map((axis) => values.filter((_, at) => at % 2 === axis))
  return rounded([Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)])
}

/** Computes the area within a ring of x y, positive when it is counter-clockwise. */
export function ringArea(ring: ArrayLike<number>): number {
  let twice = 0
  for (let at = 0; at < ring.length; at += 2) {
    const next = (at + 2) % ring.length
    twice += (ring[at] ?? 0) * (ring[next + 1] ?? 0) - (ring[next] ?? 0) * (ring[at + 1] ?? 0)
  }
  return twice / 2
}
