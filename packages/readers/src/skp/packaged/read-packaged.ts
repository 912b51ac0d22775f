import { TranslationError } from '@kamar/contracts/core'
import type { PartArchive } from '../../shared/dwf/archive.js'
import type { Vector } from '../../shared/matrix.js'
import { Misread, unlessMisread } from '../../shared/records/misread.js'
import type { StoredCamera } from '../camera.js'
import { lengthFormatOf, type LengthFormat } from '../length-format.js'
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
import { idOf } from './entity-id.js'
import { readFonts } from './read-annotations.js'
import { ComponentReader, readDefinition, type Named } from './read-component.js'
import { readMaterials } from './read-materials.js'
import { readFaceColors } from './read-style.js'
import { Tagged } from './tagged.js'
import { tags } from './tags.js'

const modelPart = 'model.dat'

/** Reads a file since 2021: an archive with one part for everything but materials and pictures. */
export async function readPackaged(archive: PartArchive): Promise<SketchUpModel | null> {
  const bytes = await archive.read(modelPart)
  if (bytes === null && archive.has(modelPart)) throw new TranslationError({ code: 'damaged' })
  const root = bytes && unlessMisread(() => Tagged.of(bytes).required(tags.root))
  const model = root && unlessMisread(() => root.path(tags.model, tags.component))
  if (!model) return null
  const missed = new Map<string, number>()
  const materials = await readMaterials(root, archive)
  miss(missed, 'material', materials.missed)
  const named: Named = {
    materials: materials.materials,
    layers: readLayers(root, missed),
    definitions: new Map(),
    fonts: readFonts(root),
  }
  const readers = readDefinitions(root, named, missed)
  const own = unlessMisread(() => new ComponentReader(model, named))
  const all = new Map((own === null ? readers : [...readers, own]).map((reader) => [reader.component, reader]))
  for (const [component, reader] of all) {
    if (unlessMisread(() => (reader.read(), true)) === null) miss(component.missed, 'entity')
  }
  for (const reader of all.values()) reader.readAnnotations(all)
  return {
    root: own?.component ?? newComponent([]),
    definitions: [...named.definitions.values()],
    materials: [...named.materials.values()],
    layers: [...named.layers.values()],
    faceColors: await readFaceColors(root, archive),
    lengthFormat: unlessMisread(() => readLengthFormat(root)),
    camera: unlessMisread(() => readCamera(root.child(tags.camera))),
    ...readScenes(root),
    missed,
  }
}

/** Makes all definitions known before any of them is read: they place one another. */
function readDefinitions(root: Tagged, named: Named, missed: Map<string, number>): ComponentReader[] {
  const readers: ComponentReader[] = []
  const list = unlessMisread(
    () => root.path(tags.definitions, tags.definitionList, tags.definitionItems)?.children ?? [],
  )
  if (list === null) miss(missed, 'definition')
  for (const record of list ?? []) {
    if (record.tag === tags.form) continue
    const read = unlessMisread((): [number, Definition, ComponentReader] => {
      if (record.tag !== tags.definition) throw new Misread('no definition', 0)
      const component = record.required(tags.component)
      const reader = new ComponentReader(component, named)
      return [idOf(component), readDefinition(record, reader.component), reader]
    })
    if (read === null) {
      miss(missed, 'definition')
      continue
    }
    const [id, definition, reader] = read
    named.definitions.set(id, definition)
    readers.push(reader)
  }
  return readers
}

function readLayers(root: Tagged, missed: Map<string, number>): Map<number, Layer> {
  const layers = new Map<number, Layer>()
  const list = unlessMisread(() => root.path(tags.layers, tags.layerList, tags.layerItems)?.children ?? [])
  if (list === null) miss(missed, 'layer')
  for (const record of (list ?? []).filter(({ tag }) => tag === tags.layer)) {
    const read = unlessMisread(() => {
      const isVisible = (record.child(tags.layerHidden)?.u8 ?? 0) === 0
      layers.set(idOf(record), { name: record.required(tags.layerName).text, isVisible })
      return true
    })
    if (read === null) miss(missed, 'layer')
  }
  return layers
}

/** Scenes in their order. */
function readScenes(root: Tagged): Pick<SketchUpModel, 'scenes' | 'lostScenes'> {
  const list = unlessMisread(() => root.path(tags.scenes, tags.sceneList, tags.sceneItems)?.children ?? [])
  // How many there are is not known where not even their list is.
  if (list === null) return { scenes: [], lostScenes: 1 }
  const records = list.filter(({ tag }) => tag !== tags.form)
  const scenes = records.flatMap((record) => unlessMisread(() => readScene(record)) ?? [])
  return { scenes, lostScenes: records.length - scenes.length }
}

function readScene(record: Tagged): StoredScene {
  if (record.tag !== tags.scene) throw new Misread('no scene', 0)
  const camera = readCamera(record.required(tags.sceneCamera))
  if (camera === null || (record.required(tags.sceneUses).u32 & sceneUseBits.camera) === 0) throw new Misread('view', 0)
  const hides = [tags.sceneHiddenLayers, tags.sceneHiddenThings, tags.sceneHiddenObjects]
  return {
    name: record.required(tags.sceneHead).required(tags.sceneName).text,
    camera,
    isWhole: hides.every((tag) => (record.child(tag)?.length ?? 0) === 0),
  }
}

function readCamera(around: Tagged | null): StoredCamera | null {
  const camera = around?.child(tags.cameraBody) ?? null
  if (camera === null) return null
  const place = (tag: number): Vector => camera.required(tag).numbers(3) as unknown as Vector
  return {
    eye: place(tags.cameraEye),
    target: place(tags.cameraTarget),
    up: place(tags.cameraUp),
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
  return values ? lengthFormatOf(keyedValues(values, tags.optionsKey)) : null
}
