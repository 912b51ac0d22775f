import { type ReadReport, type ReadContext, lengthUnits } from '@kamar/core'
import { writeIdentityNode, undrawnReport, type Identity } from '../kit/write-identity.js'
import type { CompoundFile } from '@kamar/codecs/compound-file'
import { SceneWriter } from '../kit/scene-writer.js'
import { readAssets } from './container/assets.js'
import { tryParse } from '@kamar/codecs/records'
import { readClasses, readObjects, type SceneObjects } from './container/scene-objects.js'
import { Streams } from './container/streams.js'
import { SceneMaterials } from './materials/scene-materials.js'
import { SceneNodes } from './nodes/scene-nodes.js'
import { systemUnit } from './nodes/system-unit.js'
import { ScenePush } from './push-scene.js'
import { makeReport } from './report.js'

const classStreams = ['ClassDirectory3', 'ClassDirectory2', 'ClassDirectory']
const assetStreams = ['FileAssetMetaData3', 'FileAssetMetaData2']

/** A scene with its objects read. */
export interface OpenedScene {
  readonly objects: SceneObjects
  readonly nodes: SceneNodes
  /** File names by asset id. */
  readonly assets: ReadonlyMap<string, string>
}

/** Reads the objects of a file; null where their form is unknown. */
export async function openScene(file: CompoundFile, context: ReadContext): Promise<OpenedScene | null> {
  const streams = new Streams(file, context)
  const directory = await streams.readFirst(classStreams)
  const classes = directory && tryParse(() => readClasses(directory))
  const scene = await streams.read('Scene')
  const objects = classes && scene && readObjects(scene, classes)
  if (objects === null) return null
  const assets = await streams.readFirst(assetStreams)
  return {
    objects,
    nodes: new SceneNodes(objects.objects),
    assets: assets ? readAssets(assets) : new Map<string, string>(),
  }
}

/** Writes a scene. Where nothing can be drawn, the scene has its structure and the stored thumbnail. */
export async function pushScene(context: ReadContext, scene: OpenedScene, identity: Identity): Promise<ReadReport> {
  const writer = new SceneWriter(context)
  const unit = systemUnit(scene.objects.objects)
  const materials = new SceneMaterials(context, writer, scene.assets)
  context.scene.setUnit(unit ?? lengthUnits.metre)
  const document = writeIdentityNode(context, identity, (node) => writer.addNode(node))
  const { metres } = unit ?? lengthUnits.metre
  const push = new ScenePush({ context, writer, nodes: scene.nodes, materials, metres, document })
  await push.push()
  await context.scene.settle()
  context.progress(1, 'meshing')
  const report = makeReport({
    push,
    writer,
    materials,
    isUnitStated: unit !== null,
    damagedNodes: scene.nodes.damaged,
    isCut: !scene.objects.isComplete,
  })
  return writer.instances > 0 ? report : undrawnReport(context, identity, report)
}
