import { TranslationError } from '@kamar/contracts/core'
import type { ByteSource, Property, ReadReport, ReadContext, Reader, SceneBuilder } from '@kamar/scene'
import { decodePng, findPng, type Picture } from '../shared/closed/preview-picture.js'
import { pushIdentity, undrawnReport, type UndrawnFile } from '../shared/closed/push-identity.js'
import { PartArchive } from '../shared/dwf/archive.js'
import { baseName } from '../shared/names.js'
import { requireOwnFormat } from '../shared/own-format.js'
import { throwIfCancelled } from '../shared/room-guards.js'
import { pushViews, type FoundView } from '../shared/saved-views.js'
import { SceneWriter } from '../shared/scene-writer.js'
import { lengthUnits } from '../shared/units.js'
import { savedCamera } from './camera.js'
import { card } from './card.js'
import { readClassic } from './classic/read-classic.js'
import { parseHeader, type SketchUpHeader } from './header.js'
import type { SketchUpModel, StoredScene } from './model.js'
import { readPackaged } from './packaged/read-packaged.js'
import { makeReport, type PushedScenes } from './report.js'
import { Looks } from './scene/looks.js'
import { dictionarySets, screenTextSets } from './scene/properties.js'
import { ModelPusher } from './scene/push-model.js'

/** The SketchUp reader; see the room's README. */
export const reader: Reader = { descriptor: card, read }

const program = 'SketchUp'
const thumbnailPart = 'meta/model_thumbnail.png'

async function read(input: ByteSource, room: ReadContext): Promise<ReadReport> {
  throwIfCancelled(room.signal)
  await requireOwnFormat(card, input)
  room.progress(0, 'reading')
  if (input.size > room.limits.inflatedBytes) {
    throw new TranslationError({ code: 'limit-exceeded', details: { limit: `${room.limits.inflatedBytes} bytes` } })
  }
  const bytes = await input.readAll()
  const header = parseHeader(bytes)
  const archive = header.archiveStart === null ? null : new PartArchive(bytes.subarray(header.archiveStart), room)
  const model = archive === null ? readClassic(bytes) : await readPackaged(archive)
  throwIfCancelled(room.signal)
  room.progress(0.5, 'reading')
  const undrawnFile = async (): Promise<UndrawnFile> => ({
    formatId: 'skp',
    program,
    version: header.version,
    preview: await previewOf(bytes, archive),
  })
  if (model === null) return pushIdentity(room, { ...(await undrawnFile()), properties: factsOf(header) })
  return pushModel(model, { header, input, room, undrawnFile })
}

const factsOf = ({ archiveStart, fileVersion }: SketchUpHeader): Property[] => [
  ...(fileVersion === '' ? [] : [{ name: 'File version', value: fileVersion }]),
  { name: 'Container', value: archiveStart === null ? 'classic' : 'zip' },
]

async function previewOf(bytes: Uint8Array, archive: PartArchive | null): Promise<Picture | null> {
  const png = archive === null ? findPng(bytes) : await archive.read(thumbnailPart)
  return png && decodePng(png)
}

interface ModelInput {
  readonly header: SketchUpHeader
  readonly input: ByteSource
  readonly room: ReadContext
  /** Asked for only where nothing is drawn: its picture has to be decoded. */
  readonly undrawnFile: () => Promise<UndrawnFile>
}

/** A scene, or how the model was looked at last. */
type SeenScene = Omit<StoredScene, 'name'> & { readonly name: string | null }

/** Pushes the scenes, in front of them how the model was looked at last. */
function pushScenes({ camera, lostScenes, scenes }: SketchUpModel, scene: SceneBuilder): PushedScenes {
  const last: readonly SeenScene[] = camera === null ? [] : [{ name: null, camera, isWhole: true }]
  let [unseen, hiding] = [lostScenes, 0]
  const views: FoundView[] = []
  for (const stored of [...last, ...scenes]) {
    const place = savedCamera(stored.camera)
    if (place === null) unseen++
    else views.push({ name: stored.name, folders: [], camera: place })
    if (place !== null && !stored.isWhole) hiding++
  }
  return { leftOut: unseen + pushViews(scene, views), hiding }
}

async function pushModel(model: SketchUpModel, modelInput: ModelInput): Promise<ReadReport> {
  const { header, input, room, undrawnFile } = modelInput
  const writer = new SceneWriter(room)
  const looks = new Looks(room, model.materials)
  const { scene } = room
  scene.setAuthoringTool({ name: program, release: header.version })
  scene.setUnit(model.lengthFormat?.unit ?? lengthUnits.inch)
  const root = writer.addNode({ parent: null, name: baseName(input.name), class: 'model', sourceId: '' })
  const version = header.version === '' ? [] : [{ name: 'Version', value: header.version }]
  const facts = { name: program, properties: [{ name: 'Program', value: program }, ...version, ...factsOf(header)] }
  const sets = [facts, ...screenTextSets(model.root), ...dictionarySets(model.root.dictionaries)]
  scene.assignPropertySets(
    root,
    sets.map((set) => scene.addPropertySet(set)),
  )
  const views = pushScenes(model, scene)
  const pushed = await new ModelPusher({ room, writer, looks, model }).push(root)
  await scene.settle()
  room.progress(1, 'reading')
  const { instances, origin, triangles } = writer
  const textureFindings = looks.textures.findings
  const report = makeReport({ model, pushed, views, triangles, instances, origin, textureFindings })
  return instances > 0 ? report : undrawnReport(room, await undrawnFile(), report)
}
