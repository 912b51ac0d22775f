import { setFlagsFromString } from 'node:v8'
import { TranslationError } from '@kamar/contracts/core'
import type { ByteSource, ReadReport, ReadContext, Reader } from '@kamar/scene'
import { readAcisBytes } from '../shared/acis/index.js'
import { BrepTeam } from '../shared/brep/index.js'
import { cleanName } from '../shared/names.js'
import { requireOwnFormat } from '../shared/own-format.js'
import { readPieces } from '../shared/part21/read-statements.js'
import { throwIfCancelled } from '../shared/room-guards.js'
import { SceneWriter } from '../shared/scene-writer.js'
import { card } from './card.js'
import { pushBodies } from './push-bodies.js'
import { makeReport } from './report.js'
import { unitOfModel } from './unit.js'

/** The ACIS reader; see the room's README. */
export const reader: Reader = { descriptor: card, read }

// As for STEP: in a process that reads one file, V8 spends more on optimising the kernel than that saves.
const largestQuickBytes = 48 * 2 ** 20

async function read(input: ByteSource, room: ReadContext): Promise<ReadReport> {
  throwIfCancelled(room.signal)
  await requireOwnFormat(card, input)
  if (input.size <= largestQuickBytes) setFlagsFromString('--liftoff-only')
  room.progress(0, 'reading')
  const bytes = await readPieces(input, new Uint8Array(input.size), room.signal)
  const model = readAcisBytes(bytes)
  room.scene.setUnit(unitOfModel(model))
  room.scene.setAuthoringTool({ name: cleanName(model.product), release: '' })
  const writer = new SceneWriter(room)
  const team = new BrepTeam(room.signal)
  try {
    const pushed = await pushBodies({ model, room, team, writer, fileName: input.name })
    room.progress(1, 'meshing')
    if (writer.instances === 0) throw nothingToShow(model.isCut || pushed.problems.length > 0)
    return makeReport(model, writer, pushed)
  } finally {
    await team.release()
  }
}

const nothingToShow = (isDamaged: boolean): TranslationError =>
  new TranslationError({ code: isDamaged ? 'damaged' : 'nothing-to-show' })
