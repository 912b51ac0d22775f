import { TranslationError, type ByteSource, type ReadReport, type ReadContext, throwIfCancelled } from '@kamar/core'
import type { Drawing } from '@kamar/codecs/drawing'
import { baseName } from '@kamar/codecs/text'
import { readChunks } from '@kamar/codecs/part21'
import { findEmbedded } from './embedded-objects.js'
import { computeFirstView } from './first-view.js'
import { getFormatRelease } from './format-release.js'
import { findCompanions } from './companions.js'
import { joinDrawings } from './externals.js'
import { openDrawing } from './open-drawing.js'
import { makeReport } from './report.js'
import type { SharedDrawing, SkippedEntity } from './sheets/drawing.js'
import { pushSheets } from './sheets/push-sheets.js'
import { collectBodies } from './solids/collect.js'
import { pushSolids } from './solids/push-solids.js'
import { DrawingFonts } from './text/drawing-fonts.js'
import { unitOfDrawing } from './units.js'

const openedFraction = 0.4
/** Progress at the end of the sheets when bodies follow. */
const sheetsFraction = 0.5
/** Max entities from nested blocks: a hundred times the largest drawing seen. */
const maxDrawnEntities = 5_000_000

/**
 * Reads a drawing from its bytes to its report: first its sheets, which can already be shown, then its bodies.
 */
export async function readDrawing(input: ByteSource, context: ReadContext): Promise<ReadReport> {
  context.progress(0, 'reading')
  const { drawing, release } = await readFile(input, context)
  throwIfCancelled(context.signal)
  const references = await joinDrawings(drawing, context)
  const { joined: source } = references
  const { unit, isStated } = unitOfDrawing(drawing.variables)
  context.scene.setUnit(unit)
  if (release) context.scene.setAuthoringTool(release)
  context.progress(openedFraction, 'reading')
  const companions = await findCompanions(references, context)
  const fonts = await new DrawingFonts().find(source, context)
  const skipped: SkippedEntity[] = []
  const skip = (one: SkippedEntity): void => void skipped.push(one)
  const stage = (from: number, to: number) => (fraction: number) =>
    context.progress(from + (to - from) * Math.min(1, fraction), 'meshing')
  const bodies = await collectBodies(source, context)
  const edges = new Map<number, Float64Array>()
  const budget = { left: maxDrawnEntities }
  const shared: SharedDrawing = {
    source,
    textures: companions.textures,
    embedded: await findEmbedded(source, context),
    fonts,
    edges,
    ...(bodies.length > 0 && { waiting: { draws: [], isOver: false } }),
    skip,
    budget,
  }
  const sheetsEnd = bodies.length > 0 ? sheetsFraction : 1
  const progress = rising(stage(openedFraction, sheetsEnd))
  const sheets = await pushSheets({ context, unit, shared, progress })
  if (bodies.length > 0) context.scene.setFirstView(computeFirstView(source, bodies))
  if (bodies.length > 0 && sheets.entities > 0) await context.scene.publishSheets()
  const fileName = baseName(input.name)
  const { metres } = unit
  const solids = await pushSolids({
    source,
    bodies,
    edges,
    context,
    metres,
    fileName,
    skip,
    progress: stage(sheetsEnd, 1),
  })
  await sheets.drawWaiting()
  context.progress(1, 'meshing')
  if (sheets.entities === 0 && solids.writer.instances === 0)
    throw new TranslationError({
      code: drawing.isTruncated || drawing.unread.length > 0 ? 'damaged' : 'nothing-to-show',
    })
  const results = { drawing, fileBytes: input.size, isUnitStated: isStated, companions, fonts, skipped, solids, sheets }
  return makeReport({ ...results, isOverBudget: budget.left < 0 })
}

/** Opens a file, whose bytes are not kept beyond what the drawing needs. */
async function readFile(
  input: ByteSource,
  { signal }: ReadContext,
): Promise<{ readonly drawing: Drawing; readonly release: ReturnType<typeof getFormatRelease> }> {
  const bytes = await readChunks(input, new Uint8Array(input.size), signal)
  return { drawing: openDrawing(bytes), release: getFormatRelease(bytes) }
}

/** Makes the reported progress monotonic, since each sheet starts at zero. */
function rising(progress: (fraction: number) => void): (fraction: number) => void {
  let highest = 0
  return (fraction) => {
    highest = Math.max(highest, fraction)
    progress(highest)
  }
}
