import {
  readStatus,
  TranslationError,
  type ByteSource,
  type Finding,
  type ReadReport,
  type ReadContext,
  type Reader,
  type Skipped,
  throwIfCancelled,
} from '@kamar/core'
import { requireOwnFormat } from '../kit/own-format.js'
import { descriptor } from './descriptor.js'
import type { Damage } from './chunk.js'
import type { TdsModel } from './model.js'
import { parseFile } from './parse-file.js'
import { SceneWriter } from './scene-writer.js'

/** The 3D Studio reader; see the README of this folder. */
export const reader: Reader = { descriptor: descriptor, read }

async function read(input: ByteSource, context: ReadContext): Promise<ReadReport> {
  throwIfCancelled(context.signal)
  await requireOwnFormat(descriptor, input)
  context.progress(0, 'reading')
  const damage: Damage = { isCut: false }
  const model = parseFile(await input.readAll(), damage)
  const writer = new SceneWriter(context, model)
  await writer.push()
  context.progress(1, 'meshing')
  const skipped = listSkipped(model, writer)
  if (writer.instanceCount === 0) {
    throw new TranslationError({ code: damage.isCut || skipped.length > 0 ? 'damaged' : 'nothing-to-show' })
  }
  const findings = listFindings(model, writer, damage)
  return {
    status: readStatus({ skipped, findings }),
    counts: {
      objects: model.meshes.size,
      triangles: writer.triangles,
      materials: model.materials.size,
      lights: model.lights,
      cameras: model.cameras,
    },
    skipped,
    findings,
    missingCompanions: [...writer.textures.missing],
  }
}

function listSkipped(model: TdsModel, writer: SceneWriter): Skipped[] {
  const all: Skipped[] = [
    { kind: 'face', reason: 'index-out-of-range', count: writer.facesOutOfRange },
    { kind: 'face', reason: 'not-a-number', count: writer.facesNotANumber },
    { kind: 'object', reason: 'not-a-number', count: writer.unplaceableMeshes },
    { kind: 'object', reason: 'name-repeated', count: model.repeatedMeshes },
  ]
  return all.filter(({ count }) => count > 0)
}

function listFindings(model: TdsModel, writer: SceneWriter, damage: Damage): Finding[] {
  const about = (code: string, count: number): Finding[] =>
    count > 0 ? [{ code, severity: 'information', details: { count } }] : []
  return [
    ...writer.findings,
    ...writer.textures.findings,
    ...about('empty-shapes', writer.emptyMeshes),
    ...about('lights-and-cameras', model.lights + model.cameras),
    ...(damage.isCut ? [{ code: 'file-ends-early', severity: 'warning' } as const] : []),
  ]
}
