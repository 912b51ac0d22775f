import { TranslationError, type ByteSource, type ReadReport, type ReadContext, type Reader } from '@kamar/core'
import { requireOwnFormat } from '../kit/own-format.js'
import { descriptor } from './descriptor.js'
import type { Damage } from './chunk.js'
import { parseFile } from './parse-file.js'
import { TdsSceneWriter } from './scene-writer.js'
import { buildReport, warning, findingIf, countedFinding } from '../kit/report.js'

/** The 3D Studio reader; see the README of this folder. */
export const reader: Reader = { descriptor: descriptor, read }

async function read(input: ByteSource, context: ReadContext): Promise<ReadReport> {
  await requireOwnFormat(descriptor, input, context.signal)
  context.progress(0, 'reading')
  const damage: Damage = { isCut: false }
  const model = parseFile(await input.readAll(), damage)
  const writer = new TdsSceneWriter(context, model)
  await writer.push()
  context.progress(1, 'meshing')
  const report = buildReport({
    counts: {
      objects: model.meshes.size,
      triangles: writer.triangles,
      materials: model.materials.size,
      lights: model.lights,
      cameras: model.cameras,
    },
    skipped: [
      { kind: 'face', reason: 'index-out-of-range', count: writer.facesOutOfRange },
      { kind: 'face', reason: 'not-a-number', count: writer.facesNotANumber },
      { kind: 'object', reason: 'not-a-number', count: writer.unplaceableMeshes },
      { kind: 'object', reason: 'name-repeated', count: model.repeatedMeshes },
    ],
    findings: [
      ...writer.findings,
      ...writer.textures.findings,
      ...countedFinding('empty-shapes', writer.emptyMeshes),
      ...countedFinding('lights-and-cameras', model.lights + model.cameras),
      ...findingIf(damage.isCut, warning('file-ends-early')),
    ],
    missingCompanions: writer.textures.missing,
  })
  if (writer.instanceCount > 0) return report
  throw new TranslationError({ code: damage.isCut || report.skipped.length > 0 ? 'damaged' : 'nothing-to-show' })
}
