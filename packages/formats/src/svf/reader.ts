import {
  TranslationError,
  type ByteSource,
  type ReadReport,
  type ReadContext,
  type Reader,
  throwIfCancelled,
} from '@kamar/core'
import { SceneWriter } from '../kit/scene-writer.js'
import { ElementNodes } from './element-nodes.js'
import { ElementTable } from './element-table.js'
import { descriptor } from './descriptor.js'
import { neededAddresses } from './needed-assets.js'
import { openSvf, understood, type OpenSvf } from './open-svf.js'
import { pushFragments } from './push-fragments.js'
import { SvfMaterials } from './svf-materials.js'
import { readWorld } from './world.js'
import { buildReport } from '../kit/report.js'

/**
 * Reads the SVF derivative that Autodesk's cloud made of a file; see the README of this folder. The input itself is not
 * parsed: the derivative is among the companions. Without its index the report only lists the files needed
 * (`missingCompanions`).
 */
export const reader: Reader = { descriptor: descriptor, read }

async function read(_input: ByteSource, context: ReadContext): Promise<ReadReport> {
  throwIfCancelled(context.signal)
  context.progress(0, 'reading')
  const open = await openSvf(context)
  return open.isComplete ? readModel(open, context) : listNeeds(open, context)
}

async function listNeeds({ model }: OpenSvf, context: ReadContext): Promise<ReadReport> {
  const missingCompanions = await neededAddresses(model)
  context.scene.addNode({ parent: null, name: descriptor.name, class: 'document', sourceId: '' })
  await context.scene.settle()
  return { status: 'preview', counts: {}, skipped: [], findings: [], missingCompanions }
}

async function readModel(open: OpenSvf, context: ReadContext): Promise<ReadReport> {
  const { metadata } = await understood(() => open.model.getMetadata())
  const world = readWorld(metadata)
  context.scene.setUnit(world.unit)
  const elements = await ElementTable.open(open, context)
  const table = elements instanceof ElementTable ? elements : null
  const materials = await SvfMaterials.open(context, open)
  const writer = new SceneWriter(context)
  const nodes = new ElementNodes(context, writer, table)
  const { fragments, geometries, skipped } = await pushFragments({ context, writer, open, world, materials, nodes })
  if (writer.instances === 0) throw new TranslationError({ code: 'nothing-to-show' })
  skipped.add('properties', elements instanceof ElementTable ? '' : elements, { count: table ? 0 : 1 })
  skipped.add('materials', 'damaged', { count: materials.areDamaged ? 1 : 0 })
  return buildReport({
    counts: { fragments, geometries },
    skipped: skipped.list,
    findings: [...world.findings, ...materials.textures.findings],
    missingCompanions: materials.textures.missing,
  })
}
