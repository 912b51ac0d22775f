import { TranslationError, type ByteSource, type Finding, type ReadContext } from '@kamar/core'
import { isZip } from '@kamar/codecs/detection'
import { requireOwnFormat } from '../kit/own-format.js'
import { FileBytes, openContent, unzipModel, type ArchiveSearch } from '@kamar/codecs/part21'
import { descriptor } from './descriptor.js'
import { warning } from '../kit/report.js'

const headerBytes = 4096

/** STEP text of a file, in memory or on disk. */
export interface OpenedFile {
  readonly bytes: FileBytes
  readonly findings: readonly Finding[]
}

const notStep = (): TranslationError =>
  new TranslationError({ code: 'not-this-format', details: { expected: descriptor.name } })

/** Search for STEP files in a zip archive. */
const archiveSearch: ArchiveSearch = {
  modelName: /\.(stp|step|p21)$/i,
  advice: 'STEP, or a ZIP with Deflate',
  createNoModelError: notStep,
}

/** Reads a file, unpacks it when it is a zip archive (under either name), and rejects other formats. */
export async function openFile(
  input: ByteSource,
  context: Pick<ReadContext, 'signal' | 'limits' | 'openScratchFile'>,
): Promise<OpenedFile> {
  await requireOwnFormat(descriptor, input, context.signal)
  const header = await input.read(0, headerBytes)
  if (header.length === 0) throw new TranslationError({ code: 'damaged' })
  const stored = await openContent(input, context)
  if (!isZip(header)) return { bytes: new FileBytes(stored), findings: [] }
  const { content, name, otherModels } = await unzipModel(stored, { ...context, search: archiveSearch })
  const bytes = new FileBytes(content)
  const modelHeader = bytes.readBlock(0, headerBytes, new Uint8Array(headerBytes)).slice(0, headerBytes)
  if (descriptor.detect(modelHeader, bytes.length) === 'no') throw notStep()
  const more = warning('archive-has-more-models', { name, count: otherModels })
  return { bytes, findings: otherModels > 0 ? [more] : [] }
}
