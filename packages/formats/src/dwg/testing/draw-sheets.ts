import { createRecordedContext, type RecordingScene, type RecordingSheet } from '@kamar/test-kit'
import { ACadVersion, CadDocument, type Entity, LineType, LineTypeSegment } from '@node-projects/acad-ts'
import { lengthUnits } from '@kamar/core'
import { findEmbedded } from '../embedded-objects.js'
import type { OpenDrawing } from '../acad-patches/open-drawing.js'
import type { ImageTexture, SkippedEntity, WaitingBodies } from '../sheets/drawing.js'
import { pushSheets, type PushedSheets } from '../sheets/push-sheets.js'
import { DrawingFonts } from '../text/drawing-fonts.js'

/** Result of drawing an in-memory drawing. */
export interface DrawnSheets {
  readonly scene: RecordingScene
  readonly sheet: RecordingSheet
  readonly skipped: readonly SkippedEntity[]
  readonly pushed: PushedSheets
}

/** Inputs of a drawing besides the document itself. */
export interface DrawOptions {
  readonly textures?: ReadonlyMap<string, ImageTexture | null>
  readonly edges?: ReadonlyMap<number, Float64Array>
  /** Set when bodies are tessellated after the rest is drawn. */
  readonly waiting?: WaitingBodies
  readonly budget?: number
  readonly fonts?: DrawingFonts
}

/** Creates an empty document of a release that supports every kind of entity. */
export const newDocument = (): CadDocument => new CadDocument(ACadVersion.AC1032)

/** Creates a document with these entities in its model space. */
export function documentWith(...entities: readonly Entity[]): CadDocument {
  const document = newDocument()
  for (const entity of entities) document.modelSpace?.entities.add(entity)
  return document
}

/** Creates a line type of dashes (above 0), gaps (below 0) and dots (0). */
export function createLineType(name: string, ...pattern: readonly number[]): LineType {
  const lineType = new LineType(name)
  for (const length of pattern) {
    const segment = new LineTypeSegment()
    segment.length = length
    lineType.addSegment(segment)
  }
  return lineType
}

/** Draws every sheet of a document, as the reader does after the library has opened a file. */
export async function drawDocument(document: CadDocument, options: DrawOptions = {}): Promise<DrawnSheets> {
  const { context, scene } = createRecordedContext()
  const { header } = document
  if (!header) throw new Error('a document without a header')
  const open: OpenDrawing = { document, header, readErrors: [], isCut: false, bodies: new Map() }
  const skipped: SkippedEntity[] = []
  const pushed = await pushSheets({
    open,
    context,
    unit: lengthUnits.millimetre,
    shared: {
      document,
      textures: options.textures ?? new Map(),
      embedded: await findEmbedded([document], context),
      fonts: options.fonts ?? new DrawingFonts(),
      edges: options.edges ?? new Map(),
      ...(options.waiting && { waiting: options.waiting }),
      skip: (one) => void skipped.push(one),
      budget: { left: options.budget ?? 100_000 },
    },
    progress: () => undefined,
  })
  const [sheet] = scene.sheets
  if (!sheet) throw new Error('no sheet was pushed')
  return { scene, sheet, skipped, pushed }
}

/** Draws entities of a model space. */
export const drawEntities = async (...entities: readonly Entity[]): Promise<DrawnSheets> =>
  drawDocument(documentWith(...entities))

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
