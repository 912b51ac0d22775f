import {
  TranslationError,
  type ByteSource,
  type Georeference,
  type ReadReport,
  type ReadContext,
  type SliceExchange,
  throwIfCancelled,
} from '@kamar/core'
import { LineWriter } from './geometry/line-writer.js'
import { Meshing, type TimeoutBounds } from './geometry/meshing.js'
import type { FinishedShard } from './geometry/queue/meshing-task.js'
import { PlainQueue } from './geometry/queue/plain-queue.js'
import { SlicedQueue } from './geometry/queue/sliced-queue.js'
import type { TaskQueue } from './geometry/queue/task-queue.js'
import { IfcSceneWriter } from './geometry/ifc-scene-writer.js'
import { ShardBuilder, type ShardSource } from './geometry/shards/shard-builder.js'
import { ShardSequence } from './geometry/shards/shard-sequence.js'
import type { ShardedFile } from './geometry/shards/shard.js'
import type { GeometryWorkerPool } from './geometry/worker-pool.js'
import { defaultPaging, indexStatements, nextTurn, type FilePaging } from '@kamar/codecs/part21'
import { openFile } from './ingest/open-file.js'
import { readSchema } from './ingest/schema.js'
import { Associations } from './model/associations.js'
import { readFaceTextures, texturesLost, type TextureReport } from './model/face-textures.js'
import { readAuthoringTool } from './model/authoring-tool.js'
import { mapConversionSearch, readGeoreference } from './model/georeference.js'
import { IfcFile } from './model/ifc-file.js'
import { findUnplacedNodes } from './model/missing-placements.js'
import { Placements } from './model/placements.js'
import { readRelations, type Relations } from './model/relations.js'
import { ShapeCollector } from './model/shapes/shapes.js'
import { addTree, drawnTypes } from './model/spatial-tree.js'
import { readStyles } from './model/styles.js'
import { readUnits } from './model/units.js'
import type { ReadProgress } from './progress.js'
import { assignProperties } from './properties/assign-properties.js'
import { readProperties } from './properties/read-properties.js'
import { makeReport, type ReportSource } from './report.js'
import { ShapePlanner } from './shape-planner.js'
import { runInTimeSlices } from './time-slices.js'
import { UncutShapes } from './uncut-shapes.js'

/** Duration of a slice of property reading, so that finished geometry never waits longer. */
const propertySliceMilliseconds = 8

/** Input of a read. */
export interface ReadingInput {
  readonly input: ByteSource
  readonly context: ReadContext
  readonly pool: GeometryWorkerPool
  readonly progress: ReadProgress
  readonly timeout?: TimeoutBounds
  readonly paging?: FilePaging
}

/** Reads a file from its bytes to its report: index, tree, plan, then geometry and properties in parallel. */
export async function readModel(reading: ReadingInput): Promise<ReadReport> {
  const { input, context, progress, paging = defaultPaging } = reading
  const { bytes, findings, isUnpacked } = await openFile(input, { ...context, paging })
  const index = await indexStatements(bytes, {
    signal: context.signal,
    pageRows: paging.pageRows,
    search: mapConversionSearch,
    report: (fraction) => progress.opening(fraction),
  })
  const schema = readSchema(index)
  const file = new IfcFile(bytes, index)
  const model = await planModel(file, reading)
  const shardedFile = { content: bytes.content, schema: schema.readAs, unitMetres: model.units.length.metres }
  reading.pool.openFile(shardedFile)
  const writer = new IfcSceneWriter({
    ...model,
    unitMetres: model.units.length.metres,
    triangleLimit: context.limits.triangles,
  })
  const uncut = await writeScene(model, {
    ...reading,
    writer,
    shardedFile,
    slices: isUnpacked ? undefined : context.slices,
  })
  if (!writer.instanceCounts.some((count) => count > 0)) throw createEmptyError(file)
  const { drawable } = model.source.plan
  const { origin, instanceCounts, failures } = writer
  return makeReport({
    ...model,
    missingReferences: model.planner.missingReferences,
    missingCompanions: model.textures.missing,
    findings: [...findings, ...model.textures.findings, ...texturesLost(model.source.styles, model.source.plan.shapes)],
    origin,
    instanceCounts,
    failures: new Map([...[...model.unplaced].map((node) => [node, 'placement-missing'] as const), ...failures]),
    file,
    schema,
    drawable,
    uncut: uncut.withoutOpenings,
    uncutBodies: uncut.withUncutBodies,
  })
}

type Model = Pick<ReportSource, 'units' | 'placements' | 'tree' | 'typesDrawn'> & {
  readonly georeference: Georeference | null
  /** Nodes that are not drawn, because the end of the file with their placement is missing. */
  readonly unplaced: ReadonlySet<number>
  readonly source: ShardSource
  readonly collector: ShapeCollector
  readonly planner: ShapePlanner
  readonly relations: Relations
  readonly associations: Associations
  readonly textures: TextureReport
  readonly scene: ReadContext['scene']
}

/** Plans the model before the first triangle: units, tree, shapes and their transforms. */
async function planModel(file: IfcFile, { input, context }: ReadingInput): Promise<Model> {
  const { scene, limits } = context
  const units = readUnits(file)
  scene.setUnit(units.length)
  const georeference = readGeoreference(file, units)
  if (georeference) scene.setGeoreference(georeference)
  const tool = readAuthoringTool(file)
  if (tool) scene.setAuthoringTool(tool)
  const relations = await runInTimeSlices(readRelations(file), context.signal)
  const typeRows = drawnTypes(file)
  const treeOptions = { relations, typeRows, fileName: input.name, nodes: limits.nodes }
  const tree = await runInTimeSlices(addTree(file, scene, treeOptions), context.signal)
  const styles = await runInTimeSlices(readStyles(file), context.signal)
  const textures = await readFaceTextures(file, styles, context)
  const placements = new Placements(file)
  const nodeCount = tree.rows.length
  const collector = new ShapeCollector({ file, styles, relations, nodeCount, maxInstances: limits.instances })
  const unplaced = findUnplacedNodes(file, tree)
  const planner = new ShapePlanner(file, collector, { tree, typeRows, unplaced })
  const source = { file, plan: collector, styles, placements, tree }
  const associations = new Associations(file)
  const typesDrawn = typeRows.length > 0
  return {
    units,
    placements,
    tree,
    typesDrawn,
    unplaced,
    georeference,
    source,
    collector,
    planner,
    relations,
    associations,
    textures,
    scene,
  }
}

/** Input of a read, and the destination of its geometry. */
interface WritingInput extends ReadingInput {
  readonly writer: IfcSceneWriter
  readonly shardedFile: ShardedFile
  readonly slices: SliceExchange | undefined
}

/** Writes all geometry; returns the elements drawn without their cuts. */
async function writeScene(model: Model, reading: WritingInput): Promise<UncutShapes> {
  const state = new PushState()
  const properties = pushProperties(model, reading, state)
  // The promise may reject while shapes are still awaited: without a handler, Node would end the process.
  properties.catch(() => undefined)
  try {
    const uncut = await pushGeometry(model, reading, state)
    await properties
    return uncut
  } finally {
    state.stop()
    await properties.catch(() => undefined)
  }
}

/** State shared by the two halves of a read. */
class PushState {
  isStopped = false
  #isShared = false
  /** Signals that the scene contains something drawable, or never will. */
  readonly announceFirst: () => void
  /** Resolves when properties may begin. */
  readonly first: Promise<void>

  constructor() {
    let announce = (): void => undefined
    this.first = new Promise((resolve) => (announce = resolve))
    this.announceFirst = announce
  }

  /** Begins properties, unless they are left to another process. */
  share(leave: () => boolean | null): void {
    if (this.#isShared) return
    const isLeft = leave()
    this.#isShared = isLeft !== null
    if (isLeft === true) this.stop()
    else if (isLeft === false) this.announceFirst()
  }

  stop(): void {
    this.isStopped = true
    this.announceFirst()
  }
}

async function pushGeometry(model: Model, reading: WritingInput, state: PushState): Promise<UncutShapes> {
  const { context, pool, progress, writer, timeout } = reading
  const { planner } = model
  const { shapes } = model.source.plan
  const sequence = new ShardSequence(new ShardBuilder(model.source), await planner.planFirst(context.signal))
  const shareProperties = (): void => {
    if (!planner.isComplete) return
    state.share(() =>
      queue.leaveProperties((scene) => readProperties(reading.input, { scene, signal: context.signal })),
    )
  }
  const queue: TaskQueue = reading.slices
    ? new SlicedQueue(sequence, { exchange: reading.slices, file: reading.shardedFile, onIdle: shareProperties })
    : new PlainQueue(sequence)
  const meshing = new Meshing({ queue, signal: context.signal, pool, timeout })
  const uncut = new UncutShapes(model)
  const library: FinishedShard[] = []
  let done = 0
  for await (const finished of meshing.run()) {
    if (model.typesDrawn) library.push(finished)
    else writer.push(finished)
    sequence.addShapes(uncut.addAfter(finished, writer))
    done += finished.planned.shapes.length
    await context.scene.settle()
    if (planner.isRestDue(done)) sequence.addPlanned(await planner.planRest(context.signal))
    progress.meshing((done + queue.shapesAhead) / shapes.length)
    shareProperties()
  }
  if (library.length > 0) writer.arrange(library)
  for (const finished of library) writer.push(finished)
  state.announceFirst()
  new LineWriter({ ...model, file: model.source.file, writer }).push(model.source.plan.drawable)
  progress.meshing(1)
  return uncut
}

async function pushProperties(model: Model, { context, progress }: ReadingInput, state: PushState): Promise<void> {
  await state.first
  if (state.isStopped) return
  for (const fraction of assignProperties({ ...model, file: model.source.file }, propertySliceMilliseconds)) {
    progress.properties(fraction)
    await nextTurn()
    if (state.isStopped) return
    throwIfCancelled(context.signal)
  }
  progress.properties(1)
}

function createEmptyError({ index }: IfcFile): TranslationError {
  return new TranslationError({ code: index.ended && index.unreadable === 0 ? 'nothing-to-show' : 'damaged' })
}
