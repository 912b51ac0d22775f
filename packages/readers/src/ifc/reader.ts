import { TranslationError } from '@kamar/contracts'
import type { ByteSource, ReadReport, ReadRoom, Reader } from '@kamar/scene'
import { card } from './card.js'
import { Meshing, takeWorkers } from './geometry/meshing.js'
import { ScenePusher } from './geometry/scene-pusher.js'
import { ShardBuilder } from './geometry/shard-builder.js'
import { indexStatements, readShared } from './ingest/open-file.js'
import { readSchema } from './ingest/schema.js'
import { Associations } from './model/associations.js'
import { IfcFile } from './model/ifc-file.js'
import { Placements } from './model/placements.js'
import { readRelations } from './model/relations.js'
import { ShapeCollector, collectShapes } from './model/shapes.js'
import { addTree } from './model/spatial-tree.js'
import { Styles } from './model/styles.js'
import { readUnits } from './model/units.js'

/** The reader of IFC. */
export const reader: Reader = { card, read }

async function read(input: ByteSource, room: ReadRoom): Promise<ReadReport> {
  const trace = (globalThis as { trace?: (s: string) => void }).trace ?? (() => undefined)
  trace('start')
  const workers = takeWorkers(input.size)
  const bytes = await readShared(input, room.signal)
  trace('read')
  const index = await indexStatements(bytes, room, () => undefined)
  trace('index')
  const schema = readSchema(index)
  const file = new IfcFile(bytes, index)
  const units = readUnits(file)
  room.scene.setUnit(units.length)
  const relations = readRelations(file)
  const tree = addTree(file, room.scene, { relations, fileName: input.name, nodes: room.limits.nodes })
  trace('tree')
  const styles = new Styles(file)
  const placements = new Placements(file)
  const collector = new ShapeCollector({ file, styles, relations, nodeCount: tree.rows.length, occurrenceLimit: room.limits.nodes })
  const plan = collectShapes(collector, tree)
  const source = { file, plan, styles, placements, tree }
  const builder = new ShardBuilder(source)
  const order = plan.shapes.map((_, number) => number)
  const lists = [0, 1, 2, 3].map((rank) => order.filter((number) => plan.shapes[number].rank === rank)).filter((list) => list.length > 0)
  trace(`plan ${plan.shapes.length} shapes`)
  const unitMetres = units.length.metres
  const pusher = new ScenePusher({ source, scene: room.scene, associations: new Associations(file), unitMetres, triangleLimit: room.limits.triangles })
  const meshing = new Meshing({ file: { bytes, schema: schema.readAs, unitMetres }, builder, signal: room.signal, lists, workers })
  for await (const finished of meshing.run()) {
    pusher.push(finished)
    trace(`shard ${finished.planned.shard.number} cost ${finished.planned.shard.cost} jobs ${finished.planned.shapes.length} failed ${finished.failures.size}`)
    await room.scene.settle()
  }
  trace('end')
  if (tree.rows.length === 0) throw new TranslationError({ code: 'nothing-to-show' })
  return { status: 'complete', counts: {}, skipped: [], findings: [], missingCompanions: [] }
}
