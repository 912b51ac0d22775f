import { TranslationError } from '@kamar/core'
import type { PartArchive } from '@kamar/codecs/zip'
import type { Vector } from '@kamar/core/math'
import { MalformedRecordError, tryParse } from '@kamar/codecs/records'
import type { StoredCamera } from '../camera.js'
import { toLengthFormat, type LengthFormat } from '../length-format.js'
import {
  miss,
  newComponent,
  sceneUseBits,
  type Definition,
  type Layer,
  type SketchUpModel,
  type StoredScene,
} from '../model.js'
import { keyedValues } from './dictionaries.js'
import { readId } from './entity-id.js'
import { readFonts } from './read-annotations.js'
import { ComponentReader, readDefinition, type EntityTables } from './read-component.js'
import { readMaterials } from './read-materials.js'
import { readFaceColors } from './read-style.js'
import { Tagged } from './tagged.js'
import { tags } from './tags.js'

const modelPart = 'model.dat'

/** Reads a file since 2021: an archive with one part for everything but materials and images. */
export async function readZipContainer(archive: PartArchive): Promise<SketchUpModel | null> {
  const bytes = await archive.read(modelPart)
  if (bytes === null && archive.has(modelPart)) throw new TranslationError({ code: 'damaged' })
  const root = bytes && tryParse(() => Tagged.of(bytes).required(tags.root))
  const model = root && tryParse(() => root.path(tags.model, tags.component))
  if (!model) return null
  const missed = new Map<string, number>()
  const materials = await readMaterials(root, archive)
  miss(missed, 'material', materials.missed)
  const tables: EntityTables = {
    materials: materials.materials,
    layers: readLayers(root, missed),
    definitions: new Map(),
    fonts: readFonts(root),
  }
  const readers = readDefinitions(root, tables, missed)
  const own = tryParse(() => new ComponentReader(model, tables))
  const all = new Map((own === null ? readers : [...readers, own]).map((reader) => [reader.component, reader]))
  for (const [component, reader] of all) {
    if (tryParse(() => (reader.read(), true)) === null) miss(component.missed, 'entity')
  }
  for (const reader of all.values()) reader.readAnnotations(all)
  return {
    root: own?.component ?? newComponent([]),
    definitions: [...tables.definitions.values()],
    materials: [...tables.materials.values()],
    layers: [...tables.layers.values()],
    faceColors: await readFaceColors(root, archive),
    lengthFormat: tryParse(() => readLengthFormat(root)),
    camera: tryParse(() => readCamera(root.child(tags.camera))),
    ...readScenes(root),
    missed,
  }
}

/** Registers all definitions before reading any of them, because they contain instances of each other. */
function readDefinitions(root: Tagged, tables: EntityTables, missed: Map<string, number>): ComponentReader[] {
  const readers: ComponentReader[] = []
  const list = tryParse(() => root.path(tags.definitions, tags.definitionList, tags.definitionItems)?.children ?? [])
  if (list === null) miss(missed, 'definition')
  for (const record of list ?? []) {
    if (record.tag === tags.form) continue
    const read = tryParse((): [number, Definition, ComponentReader] => {
      if (record.tag !== tags.definition) throw new MalformedRecordError('no definition', 0)
      const component = record.required(tags.component)
      const reader = new ComponentReader(component, tables)
      return [readId(component), readDefinition(record, reader.component), reader]
    })
    if (read === null) {
      miss(missed, 'definition')
      continue
    }
    const [id, definition, reader] = read
    tables.definitions.set(id, definition)
    readers.push(reader)
  }
  return readers
}

function readLayers(root: Tagged, missed: Map<string, number>): Map<number, Layer> {
  const layers = new Map<number, Layer>()
  const list = tryParse(() => root.path(tags.layers, tags.layerList, tags.layerItems)?.children ?? [])
  if (list === null) miss(missed, 'layer')
  for (const record of (list ?? []).filter(({ tag }) => tag === tags.layer)) {
    const read = tryParse(() => {
      const isVisible = (record.child(tags.layerHidden)?.u8 ?? 0) === 0
      layers.set(readId(record), { name: record.required(tags.layerName).text, isVisible })
      return true
    })
    if (read === null) miss(missed, 'layer')
  }
  return layers
}

/** Reads the scenes in order. */
function readScenes(root: Tagged): Pick<SketchUpModel, 'scenes' | 'lostScenes'> {
  const list = tryParse(() => root.path(tags.scenes, tags.sceneList, tags.sceneItems)?.children ?? [])
  // Without a readable list their number is unknown.
  if (list === null) return { scenes: [], lostScenes: 1 }
  const records = list.filter(({ tag }) => tag !== tags.form)
  const scenes = records.flatMap((record) => tryParse(() => readScene(record)) ?? [])
  return { scenes, lostScenes: records.length - scenes.length }
}

function readScene(record: Tagged): StoredScene {
  if (record.tag !== tags.scene) throw new MalformedRecordError('no scene', 0)
  const camera = readCamera(record.required(tags.sceneCamera))
  if (camera === null || (record.required(tags.sceneUses).u32 & sceneUseBits.camera) === 0)
    throw new MalformedRecordError('view', 0)
  const hides = [tags.sceneHiddenLayers, tags.sceneHiddenEntities, tags.sceneHiddenObjects]
  return {
    name: record.required(tags.sceneHeader).required(tags.sceneName).text,
    camera,
    showsAll: hides.every((tag) => (record.child(tag)?.length ?? 0) === 0),
  }
}

function readCamera(around: Tagged | null): StoredCamera | null {
  const camera = around?.child(tags.cameraBody) ?? null
  if (camera === null) return null
  const readVector = (tag: number): Vector => camera.required(tag).numbers(3) as unknown as Vector
  return {
    eye: readVector(tags.cameraEye),
    target: readVector(tags.cameraTarget),
    up: readVector(tags.cameraUp),
    isPerspective: camera.required(tags.cameraIsPerspective).u8 !== 0,
    fieldOfViewDegrees: camera.required(tags.cameraAngle).numbers(1)[0],
    height: camera.required(tags.cameraHeight).numbers(1)[0],
    isAngleOfHeight: camera.required(tags.cameraIsAngleOfHeight).u8 !== 0,
  }
}

function readLengthFormat(root: Tagged): LengthFormat | null {
  const providers = root.path(tags.options, tags.optionsList, tags.optionsItems)?.children ?? []
  const units = providers.find((provider) => provider.child(tags.optionsName)?.text === 'UnitsOptions')
  const values = units?.child(tags.optionsValues)
  return values ? toLengthFormat(keyedValues(values, tags.optionsKey)) : null
}
