import {
  TranslationError,
  type ByteSource,
  type ReadReport,
  type ReadContext,
  type Reader,
  throwIfCancelled,
} from '@kamar/core'
import { requireOwnFormat } from '../kit/own-format.js'
import { readChunks } from '@kamar/codecs/part21'
import { descriptor } from './descriptor.js'
import { isSurface } from './entity-types.js'
import { IgesFile } from './iges-file.js'
import { decodeColumns } from './iges-text.js'
import { compiledImportKernel } from './kernel.js'
import type { KernelResult } from './kernel-job.js'
import { readWithKernel } from './kernel-thread.js'
import { pushModel } from './push-model.js'
import { makeReport } from './report.js'
import { SceneWriter } from '../kit/scene-writer.js'
import { findInvalidSplines, withoutEntities } from './lying-splines.js'
import { endedProperly, isWithoutLineEnds } from './repair.js'
import { readWireframe } from './wireframe.js'

/** The IGES reader; see the README of this folder. */
export const reader: Reader = { descriptor, read }

/** Compiles the kernel ahead of the first file. */
export async function warm(): Promise<void> {
  await compiledImportKernel()
}

const readingFraction = 0.2

interface ReadIges {
  readonly bytes: Uint8Array
  readonly file: IgesFile
  readonly input: ByteSource
}

async function read(input: ByteSource, context: ReadContext): Promise<ReadReport> {
  await requireOwnFormat(descriptor, input, context.signal)
  context.progress(0, 'reading')
  const bytes = await readAll(input, context)
  const file = new IgesFile(decodeColumns(bytes))
  if (file.isCompressed) {
    throw new TranslationError({
      code: 'unsupported-version',
      details: { version: 'compressed ASCII', advice: 'fixed ASCII' },
    })
  }
  if (file.entities.length === 0) throw new TranslationError({ code: 'damaged' })
  context.scene.setUnit(file.global.unit ?? { name: 'mm', metres: 0.001 })
  context.progress(readingFraction, 'meshing')
  const wireframe = readWireframe(file)
  const kernel = file.entities.some(({ type }) => isSurface(type))
    ? await runKernel({ bytes, file, input }, context)
    : null
  const writer = new SceneWriter(context)
  const pushed = await pushModel({ file, kernel, wireframe, writer, context, fileName: input.name })
  context.progress(1, 'meshing')
  if (writer.instances === 0) throw createEmptyError(file, kernel)
  return makeReport({ file, kernel, wireframe, writer, pushed })
}

const readAll = (input: ByteSource, context: ReadContext): Promise<Uint8Array> =>
  readChunks(input, new Uint8Array(input.size), context.signal)

/** Runs the kernel on a file; if it fails on one with invalid spline counts, runs it again without these splines. */
async function runKernel({ bytes, file, input }: ReadIges, context: ReadContext): Promise<KernelResult> {
  const isRepaired = file.isCut || isWithoutLineEnds(bytes)
  const translate = (fileBytes: Uint8Array): Promise<KernelResult> =>
    readWithKernel(isRepaired ? endedProperly(fileBytes) : fileBytes, context.signal, context.quality)
  const result = await translate(bytes)
  throwIfCancelled(context.signal)
  if (result.kind === 'read' || result.reason === 'took-too-long') return result
  const invalidSplines = findInvalidSplines(file)
  if (invalidSplines.size === 0) return result
  // The bytes were transferred to the kernel.
  const again = await translate(withoutEntities(await readAll(input, context), invalidSplines))
  throwIfCancelled(context.signal)
  return again
}

function createEmptyError(file: IgesFile, kernel: KernelResult | null): TranslationError {
  const isDamaged = file.isCut || (kernel !== null && kernel.kind === 'failed')
  return new TranslationError({ code: isDamaged ? 'damaged' : 'nothing-to-show' })
}
