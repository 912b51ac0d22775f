import { TranslationError } from '@kamar/contracts/core'
import type { ByteSource, ReadReport, ReadRoom } from '@kamar/scene'
import { baseName } from '../shared/names.js'
import { readPieces } from '../shared/part21/read-statements.js'
import { throwIfCancelled } from '../shared/room-guards.js'
import { findEmbedded } from './embedded-objects.js'
import { findCompanions } from './companions.js'
import { joinDrawings } from './externals.js'
import { openDrawing } from './library/open-drawing.js'
import { makeReport } from './report.js'
import type { SharedDrawing, SkippedEntity } from './sheets/drawing.js'
import { pushSheets } from './sheets/push-sheets.js'
import { pushSolids } from './solids/push-solids.js'
import { DrawingFonts } from './text/drawing-fonts.js'
import { unitOfDrawing } from './units.js'

const openedShare = 0.4
const solidsShare = 0.8
/** What blocks within blocks may come to: a hundred times the largest drawing seen. */
const mostDrawnEntities = 5_000_000

/** Reads a drawing from its bytes to its report: the library opens it, then its bodies, then its sheets. */
export async function readDrawing(input: ByteSource, room: ReadRoom): Promise<ReadReport> {
  room.progress(0, 'reading')
  const bytes = await readPieces(input, new Uint8Array(input.size), room.signal)
  const opened = await openDrawing(bytes, room)
  throwIfCancelled(room.signal)
  const joined = await joinDrawings(opened, room)
  const open = { ...opened, bodies: joined.bodies }
  const { unit, isStated } = unitOfDrawing(open.header)
  room.scene.setUnit(unit)
  room.progress(openedShare, 'reading')
  const companions = await findCompanions(open.document, joined, room)
  const fonts = await new DrawingFonts().find([open.document, ...joined.documents], room)
  const skipped: SkippedEntity[] = []
  const skip = (one: SkippedEntity): void => void skipped.push(one)
  const stage = (from: number, to: number) => (fraction: number) =>
    room.progress(from + (to - from) * Math.min(1, fraction), 'meshing')
  const fileName = baseName(input.name)
  const progress = stage(openedShare, solidsShare)
  const solids = await pushSolids({ open, room, metres: unit.metres, fileName, skip, progress })
  const budget = { left: mostDrawnEntities }
  const shared: SharedDrawing = {
    document: open.document,
    pictures: companions.pictures,
    embedded: await findEmbedded([open.document, ...joined.documents], room),
    fonts,
    edges: solids.edges,
    skip,
    budget,
  }
  let highest = 0
  const sheets = await pushSheets({
    open,
    room,
    unit,
    shared,
    progress: (fraction) => {
      highest = Math.max(highest, fraction)
      stage(solidsShare, 1)(highest)
    },
  })
  room.progress(1, 'meshing')
  if (sheets.entities === 0 && solids.writer.instances === 0)
    throw new TranslationError({ code: open.isCut || open.problems.length > 0 ? 'damaged' : 'nothing-to-show' })
  const source = { open, isUnitStated: isStated, companions, fonts, skipped, solids, sheets }
  return makeReport({ ...source, isOverBudget: budget.left < 0 })
}
