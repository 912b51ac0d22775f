import { setFlagsFromString } from 'node:v8'
import { TranslationError, type ByteSource, type ReadReport, type ReadContext, type Reader } from '@kamar/core'
import { readAcisBytes } from '@kamar/codecs/acis'
import { BrepWorkerPool } from '@kamar/codecs/brep'
import { cleanName } from '@kamar/codecs/text'
import { requireOwnFormat } from '../kit/own-format.js'
import { readChunks } from '@kamar/codecs/part21'
import { SceneWriter } from '../kit/scene-writer.js'
import { descriptor } from './descriptor.js'
import { pushBodies } from './push-bodies.js'
import { makeReport } from './report.js'
import { unitOfModel } from './unit.js'

/** The ACIS reader; see README.md in this folder. */
export const reader: Reader = { descriptor, read }

// Size limit as for STEP: in a single-file process, V8 spends more on optimising the kernel than that saves.
const maxQuickBytes = 48 * 2 ** 20

async function read(input: ByteSource, context: ReadContext): Promise<ReadReport> {
  await requireOwnFormat(descriptor, input, context.signal)
  if (input.size <= maxQuickBytes) setFlagsFromString('--liftoff-only')
  context.progress(0, 'reading')
  const bytes = await readChunks(input, new Uint8Array(input.size), context.signal)
  const model = readAcisBytes(bytes)
  context.scene.setUnit(unitOfModel(model))
  context.scene.setAuthoringTool({ name: cleanName(model.product), release: '' })
  const writer = new SceneWriter(context)
  const pool = new BrepWorkerPool(context.signal)
  try {
    const pushed = await pushBodies({ model, context, pool, writer, fileName: input.name })
    context.progress(1, 'meshing')
    if (writer.instances === 0) throw createEmptyError(model.isCut || pushed.skipped.list.length > 0)
    return makeReport(model, writer, pushed)
  } finally {
    await pool.release()
  }
}

const createEmptyError = (isDamaged: boolean): TranslationError =>
  new TranslationError({ code: isDamaged ? 'damaged' : 'nothing-to-show' })
