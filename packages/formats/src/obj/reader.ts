import { TranslationError, type ByteSource, type ReadReport, type ReadContext, type Reader } from '@kamar/core'
import { requireOwnFormat } from '../kit/own-format.js'
import { textBlocks } from '@kamar/codecs/text'
import { descriptor } from './descriptor.js'
import { ModelCollector } from './model-collector.js'
import { StatementParser } from './parse-statements.js'
import { ObjSceneWriter } from './scene-writer.js'
import { buildReport, warning, countedFinding } from '../kit/report.js'

/**
 * Number of finished triangles at which runs are written while the rest is still being read: early frames, bounded
 * memory.
 */
const pendingTriangles = 20_000
/** Fraction of the progress for reading; meshing the rest takes the remainder. */
const readingFraction = 0.9

/** The Wavefront OBJ reader; see the README of this folder. */
export const reader: Reader = { descriptor, read }

async function read(input: ByteSource, context: ReadContext): Promise<ReadReport> {
  await requireOwnFormat(descriptor, input, context.signal)
  const model = new ModelCollector(context.limits)
  const parser = new StatementParser(model)
  const writer = new ObjSceneWriter(context, model, input.name)
  for await (const { bytes, fraction } of textBlocks(input, { signal: context.signal, boundary: 'line' })) {
    parser.parse(bytes)
    await writer.decideTextures()
    context.progress(readingFraction * fraction, 'reading')
    if (model.pendingTriangles >= pendingTriangles) await writer.push(model.takeRuns('finished'), parser.statedUnit)
  }
  await writer.push(model.takeRuns('all'), parser.statedUnit)
  writer.finish()
  context.progress(1, 'meshing')
  assertDrawable(model, writer)
  return report(model, parser, writer)
}

/**
 * Requires drawable content. A file whose faces all refer to missing vertices is damaged; one without faces is merely
 * empty.
 */
function assertDrawable({ skipped }: ModelCollector, writer: ObjSceneWriter): void {
  if (writer.instanceCount > 0) return
  const isDamaged = skipped.list.some(({ reason }) => reason === 'index-out-of-range' || reason === 'not-a-number')
  throw new TranslationError({ code: isDamaged ? 'damaged' : 'nothing-to-show' })
}

const report = (model: ModelCollector, parser: StatementParser, writer: ObjSceneWriter): ReadReport =>
  buildReport({
    counts: { vertices: model.positions.count, normals: model.normals.count, ...model.counts },
    skipped: model.skipped.list.filter(({ reason }) => reason !== 'no-area'),
    findings: [
      ...writer.findings,
      ...writer.materials.findings,
      ...countedFinding('empty-shapes', model.skipped.count('face', 'no-area') + writer.emptyMeshes),
      ...countedFinding('unknown-statements', parser.unknownStatements, warning),
    ],
    missingCompanions: writer.materials.missingCompanions,
  })
