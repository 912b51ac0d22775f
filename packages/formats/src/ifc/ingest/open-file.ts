import { TranslationError, type ByteSource, type Finding, type ReadContext } from '@kamar/core'
import { isZip } from '@kamar/codecs/detection'
import { requireOwnFormat } from '../../kit/own-format.js'
import { descriptor } from '../descriptor.js'
import { FileBytes, openContent, unzipModel, type FilePaging } from '@kamar/codecs/part21'
import { archiveSearch } from './archive-search.js'
import { versionAdvice } from './schema.js'
import { warning } from '../../kit/report.js'

const headerBytes = 4096

/** A file's STEP text, in memory shared by all threads or on disk. */
export interface OpenedFile {
  readonly bytes: FileBytes
  readonly findings: readonly Finding[]
  /** Whether the text is that of an archive: its positions are not those of the file. */
  readonly isUnpacked: boolean
}

/** Reads a file, unpacks it when it is a ZIP archive, and rejects files that are not IFC or cannot be read. */
export async function openFile(
  input: ByteSource,
  context: Pick<ReadContext, 'signal' | 'limits' | 'openScratchFile'> & { readonly paging?: FilePaging },
): Promise<OpenedFile> {
  await requireOwnFormat(descriptor, input, context.signal)
  const header = await input.read(0, headerBytes)
  const stored = await openContent(input, context)
  if (!isZip(header)) {
    refuseXml(header)
    return { bytes: new FileBytes(stored), findings: [], isUnpacked: false }
  }
  const { content, name, otherModels } = await unzipModel(stored, { ...context, search: archiveSearch })
  const bytes = new FileBytes(content)
  const modelHeader = bytes.readBlock(0, headerBytes, new Uint8Array(headerBytes)).slice(0, headerBytes)
  refuseXml(modelHeader)
  if (descriptor.detect(modelHeader, bytes.length) === 'no') {
    throw new TranslationError({ code: 'not-this-format', details: { expected: descriptor.name } })
  }
  const more = warning('archive-has-more-models', { name, count: otherModels })
  return { bytes, findings: otherModels > 0 ? [more] : [], isUnpacked: true }
}

/** Rejects ifcXML, which no kernel here reads: the error tells the user what to save instead. */
function refuseXml(bytes: Uint8Array): void {
  const start = Buffer.from(bytes.slice(0, 256))
    .toString('latin1')
    .replace(/^[\s\u00ef\u00bb\u00bf]+/, '')
  if (!start.startsWith('<')) return
  throw new TranslationError({ code: 'unsupported-version', details: { version: 'ifcXML', advice: versionAdvice } })
}
