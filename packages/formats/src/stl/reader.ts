import {
  TranslationError,
  type ByteSource,
  type Finding,
  type ReadReport,
  type ReadContext,
  type Reader,
  type Skipped,
} from '@kamar/core'
import { decodeHeaderText } from '@kamar/codecs/detection'
import { requireOwnFormat } from '../kit/own-format.js'
import { textBlocks } from '@kamar/codecs/text'
import { descriptor } from './descriptor.js'
import { parseBinary } from './parse-binary.js'
import { TextParser } from './parse-text.js'
import { StlSceneWriter } from './scene-writer.js'
import { buildReport, warning, findingIf, countedFinding } from '../kit/report.js'

const headerBytes = 4096

/** The STL reader; see README.md in this folder. */
export const reader: Reader = { descriptor: descriptor, read }

async function read(input: ByteSource, context: ReadContext): Promise<ReadReport> {
  await requireOwnFormat(descriptor, input, context.signal)
  // Binary files may begin with "solid" too, but their floats are not text.
  const isText = decodeHeaderText(await input.read(0, headerBytes)) !== null
  return isText ? readText(input, context) : readBinary(input, context)
}

async function readBinary(input: ByteSource, context: ReadContext): Promise<ReadReport> {
  const writer = new StlSceneWriter(context, input.name, 'binary')
  const stl = await parseBinary(input, context, { push: (part, header) => writer.push(part, header) })
  await context.scene.settle()
  return finish({ context, writer, ...stl })
}

async function readText(input: ByteSource, context: ReadContext): Promise<ReadReport> {
  const parser = new TextParser(context.limits)
  const writer = new StlSceneWriter(context, input.name, 'ASCII')
  let triangles = 0
  const pushSolids = async (): Promise<void> => {
    for (const part of parser.takeSolids()) {
      triangles += part.triangles
      await writer.push(part, part.name)
    }
    await context.scene.settle()
  }
  for await (const { bytes, fraction } of textBlocks(input, { signal: context.signal, boundary: 'white space' })) {
    parser.parse(bytes)
    context.progress(0.9 * fraction, 'reading')
    await pushSolids()
  }
  const isCut = parser.unfinished
  parser.finish()
  await pushSolids()
  const findings = findingIf(isCut, warning('file-ends-early'))
  return finish({ context, writer, triangles, skipped: parser.skipped.list, findings })
}

interface Ending {
  readonly context: ReadContext
  readonly writer: StlSceneWriter
  readonly triangles: number
  readonly skipped: readonly Skipped[]
  readonly findings: readonly Finding[]
}

function finish({ context, writer, triangles, skipped, findings }: Ending): ReadReport {
  context.progress(1, 'meshing')
  if (writer.solidCount === 0) {
    throw new TranslationError({ code: skipped.length > 0 ? 'damaged' : 'nothing-to-show' })
  }
  return buildReport({
    counts: { solids: writer.solidCount, triangles },
    skipped,
    findings: [...writer.unitFinding, ...findings, ...countedFinding('empty-shapes', writer.emptyMeshes)],
  })
}
