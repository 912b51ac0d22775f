import {
  TranslationError,
  type ByteSource,
  type Property,
  type ReadReport,
  type ReadContext,
  type Reader,
  type SceneBuilder,
  throwIfCancelled,
  lengthUnits,
} from '@kamar/core'
import { decodePng, findPng, type RasterImage } from '@kamar/codecs/image'
import { writeIdentity, undrawnReport, type UndrawnFile } from '../kit/write-identity.js'
import { PartArchive } from '@kamar/codecs/zip'
import { baseName } from '@kamar/codecs/text'
import { requireOwnFormat } from '../kit/own-format.js'
import { writeViews, type FoundView } from '../kit/saved-views.js'
import { SceneWriter } from '../kit/scene-writer.js'
import { savedCamera } from './camera.js'
import { descriptor } from './descriptor.js'
import { readMfcArchive } from './mfc-archive/read-mfc-archive.js'
import { parseHeader, type SketchUpHeader } from './header.js'
import type { SketchUpModel, StoredScene } from './model.js'
import { readZipContainer } from './zip-container/read-zip-container.js'
import { makeReport, type PushedScenes } from './report.js'
import { MaterialCache } from './scene/material-cache.js'
import { dictionarySets, screenTextSets } from './scene/properties.js'
import { ModelWriter } from './scene/model-writer.js'

/** The SketchUp reader; see README.md in this folder. */
export const reader: Reader = { descriptor, read }

const program = 'SketchUp'
const thumbnailPart = 'meta/model_thumbnail.png'

async function read(input: ByteSource, context: ReadContext): Promise<ReadReport> {
  await requireOwnFormat(descriptor, input, context.signal)
  context.progress(0, 'reading')
  if (input.size > context.limits.inflatedBytes) {
    throw new TranslationError({ code: 'limit-exceeded', details: { limit: `${context.limits.inflatedBytes} bytes` } })
  }
  const bytes = await input.readAll()
  const header = parseHeader(bytes)
  const archive = header.archiveStart === null ? null : new PartArchive(bytes.subarray(header.archiveStart), context)
  const model = archive === null ? readMfcArchive(bytes) : await readZipContainer(archive)
  throwIfCancelled(context.signal)
  context.progress(0.5, 'reading')
  const undrawnFile = async (): Promise<UndrawnFile> => ({
    formatId: 'skp',
    program,
    version: header.version,
    preview: await readPreview(bytes, archive),
  })
  if (model === null)
    return writeIdentity(context, { ...(await undrawnFile()), properties: listFileProperties(header) })
  return pushModel(model, { header, input, context, undrawnFile })
}

const listFileProperties = ({ archiveStart, fileVersion }: SketchUpHeader): Property[] => [
  ...(fileVersion === '' ? [] : [{ name: 'File version', value: fileVersion }]),
  { name: 'Container', value: archiveStart === null ? 'classic' : 'zip' },
]

async function readPreview(bytes: Uint8Array, archive: PartArchive | null): Promise<RasterImage | null> {
  const png = archive === null ? findPng(bytes) : await archive.read(thumbnailPart)
  return png && decodePng(png)
}

interface ModelInput {
  readonly header: SketchUpHeader
  readonly input: ByteSource
  readonly context: ReadContext
  /** Called only where nothing is drawn, as its preview must be decoded. */
  readonly undrawnFile: () => Promise<UndrawnFile>
}

/** A scene, or the last camera. */
type SeenScene = Omit<StoredScene, 'name'> & { readonly name: string | null }

/** Writes the scenes, preceded by the last camera. */
function pushScenes({ camera, lostScenes, scenes }: SketchUpModel, scene: SceneBuilder): PushedScenes {
  const last: readonly SeenScene[] = camera === null ? [] : [{ name: null, camera, showsAll: true }]
  let [hiddenScenes, scenesWithHiddenObjects] = [lostScenes, 0]
  const views: FoundView[] = []
  for (const stored of [...last, ...scenes]) {
    const sceneCamera = savedCamera(stored.camera)
    if (sceneCamera === null) hiddenScenes++
    else views.push({ name: stored.name, folders: [], camera: sceneCamera })
    if (sceneCamera !== null && !stored.showsAll) scenesWithHiddenObjects++
  }
  return { omitted: hiddenScenes + writeViews(scene, views), scenesWithHiddenObjects }
}

async function pushModel(model: SketchUpModel, modelInput: ModelInput): Promise<ReadReport> {
  const { header, input, context, undrawnFile } = modelInput
  const writer = new SceneWriter(context)
  const materialCache = new MaterialCache(context, model.materials)
  const { scene } = context
  scene.setAuthoringTool({ name: program, release: header.version })
  scene.setUnit(model.lengthFormat?.unit ?? lengthUnits.inch)
  const root = writer.addNode({ parent: null, name: baseName(input.name), class: 'model', sourceId: '' })
  const version = header.version === '' ? [] : [{ name: 'Version', value: header.version }]
  const identitySet = {
    name: program,
    properties: [{ name: 'Program', value: program }, ...version, ...listFileProperties(header)],
  }
  const sets = [identitySet, ...screenTextSets(model.root), ...dictionarySets(model.root.dictionaries)]
  scene.assignPropertySets(
    root,
    sets.map((set) => scene.addPropertySet(set)),
  )
  const views = pushScenes(model, scene)
  const pushed = await new ModelWriter({ context, writer, materialCache, model }).push(root)
  await scene.settle()
  context.progress(1, 'reading')
  const { instances, origin, triangles } = writer
  const textureFindings = materialCache.textures.findings
  const report = makeReport({ model, pushed, views, triangles, instances, origin, textureFindings })
  return instances > 0 ? report : undrawnReport(context, await undrawnFile(), report)
}
