import { readStatus, TranslationError } from '@kamar/contracts/core'
import type { ByteSource, ReadReport, ReadContext, Reader } from '@kamar/scene'
import { throwIfCancelled } from '../shared/room-guards.js'
import { SceneWriter } from '../shared/scene-writer.js'
import { ElementNodes } from './element-nodes.js'
import { ElementTable } from './element-table.js'
import { card } from './facts.js'
import { neededAddresses } from './needed-assets.js'
import { openSvf, understood, type OpenSvf } from './open-svf.js'
import { pushFragments } from './push-fragments.js'
import { SvfMaterials } from './svf-materials.js'
import { worldOf } from './world.js'

/**
 * Reads what Autodesk's cloud made of a file; see the room's README. The input is the file itself and is not looked at:
 * the derivative lies among the companions. Without its index the report only lists what is needed (`missingCompanions`).
 */
export const reader: Reader = { descriptor: card, read }

async function read(_input: ByteSource, room: ReadContext): Promise<ReadReport> {
  throwIfCancelled(room.signal)
  room.progress(0, 'reading')
  const open = await openSvf(room)
  return open.isWhole ? readWhole(open, room) : listNeeds(open, room)
}

async function listNeeds({ model }: OpenSvf, room: ReadContext): Promise<ReadReport> {
  const missingCompanions = await neededAddresses(model)
  room.scene.addNode({ parent: null, name: card.name, class: 'document', sourceId: '' })
  await room.scene.settle()
  return { status: 'preview', counts: {}, skipped: [], findings: [], missingCompanions }
}

async function readWhole(open: OpenSvf, room: ReadContext): Promise<ReadReport> {
  const { metadata } = await understood(() => open.model.getMetadata())
  const world = worldOf(metadata)
  room.scene.setUnit(world.unit)
  const elements = await ElementTable.open(open, room)
  const table = elements instanceof ElementTable ? elements : null
  const materials = await SvfMaterials.open(room, open)
  const writer = new SceneWriter(room)
  const nodes = new ElementNodes(room, writer, table)
  const { fragments, geometries, skipped } = await pushFragments({ room, writer, open, world, materials, nodes })
  if (writer.instances === 0) throw new TranslationError({ code: 'nothing-to-show' })
  const lost = [
    ...(elements instanceof ElementTable ? [] : [{ kind: 'properties', reason: elements, count: 1 }]),
    ...(materials.areDamaged ? [{ kind: 'materials', reason: 'damaged', count: 1 }] : []),
  ]
  const findings = [...world.findings, ...materials.textures.findings]
  return {
    status: readStatus({ skipped: [...skipped, ...lost], findings }),
    counts: { fragments, geometries },
    skipped: [...skipped, ...lost],
    findings,
    missingCompanions: [...materials.textures.missing],
  }
}
