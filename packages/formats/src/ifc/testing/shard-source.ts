import { RecordingScene } from '@kamar/test-kit'
import { ShardBuilder, type PlannedShard, type ShardSource } from '../geometry/shards/shard-builder.js'
import { jobStride, type Shard } from '../geometry/shards/shard.js'
import { readRelations } from '../model/relations.js'
import { Placements } from '../model/placements.js'
import { collectShapes, ShapeCollector } from '../model/shapes/shapes.js'
import { addTree } from '../model/spatial-tree.js'
import { readStyles } from '../model/styles.js'
import { projectRows } from './model-text.js'
import { parseIfc } from './step-file.js'
import { runToEnd } from '../time-slices.js'

/** Creates the source of shards for these statements, including the project's own statements (#1 to #9). */
export async function createShardSource(
  rows: string,
  project = projectRows(),
): Promise<ShardSource & { scene: RecordingScene }> {
  const file = parseIfc(project + rows)
  const relations = runToEnd(readRelations(file))
  const scene = new RecordingScene()
  const tree = runToEnd(addTree(file, scene, { relations, typeRows: [], fileName: '', nodes: 1e6 }))
  const styles = runToEnd(readStyles(file))
  const nodeCount = tree.rows.length
  const collector = new ShapeCollector({ file, styles, relations, nodeCount, maxInstances: 1e6 })
  const plan = runToEnd(collectShapes(collector, { tree, typeRows: [] }))
  return { file, plan, styles, placements: new Placements(file), tree, scene }
}

/** Builds one shard of everything. */
export function buildFullShard(source: ShardSource): PlannedShard {
  const all = Array.from({ length: source.plan.shapes.length }, (_, number) => number)
  return new ShardBuilder(source).build(all, { from: 0, budget: Infinity }).planned
}

/** Lists the jobs of a shard, five numbers each. */
export function listJobs({ jobs }: Shard): number[][] {
  return Array.from({ length: jobs.length / jobStride }, (_, job) => [
    ...jobs.subarray(job * jobStride, (job + 1) * jobStride),
  ])
}
