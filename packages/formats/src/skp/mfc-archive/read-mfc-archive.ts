import { ByteCursor } from '../byte-cursor.js'
import { toLengthFormat } from '../length-format.js'
import { MalformedRecordError, tryParse } from '@kamar/codecs/records'
import type { StoredCamera } from '../camera.js'
import {
  colorOfBytes,
  addDimension,
  addGuide,
  addText,
  miss,
  newComponent,
  type Component,
  type Definition,
  type Dictionary,
  type Edge,
  type Face,
  type FaceColors,
  type Layer,
  type Material,
  type ComponentInstance,
  type SketchUpModel,
} from '../model.js'
import { ObjectStream, type ClassReader, type StreamObject } from './object-stream.js'
import { AnnotationReader, type StoredDimension, type StoredText } from './read-annotations.js'
import { EntityReader, type ClassValues, type StoredGuide } from './read-entities.js'
import { readScenes } from './read-scenes.js'
import { readOptions } from './read-values.js'
import { readVersionMap, type VersionMap } from './version-map.js'

/**
 * Drawing options after the common entity header, by class version: number of bytes, and the offset of the colours of
 * faces without a material, front and back.
 */
const drawingOptions: Readonly<Record<number, { readonly bytes: number; readonly faceColors: number }>> = {
  32: { bytes: 179, faceColors: 61 },
  36: { bytes: 206, faceColors: 61 },
  37: { bytes: 211, faceColors: 61 },
  39: { bytes: 213, faceColors: 63 },
}
/** Layers may be in folders; size of the root folder after its name. */
const layerFolderBytes: Readonly<Record<number, number>> = { 2: 9, 3: 10 }
const firstLayerFolders = 7
/** From this class version of the model on, the units come first. */
const firstOptionsVersion = 22
/** From this class version of behaviours on, four more bytes come first. */
const firstLongBehaviour = 5
/** Bits of a component's rotation byte; the next one is for its shadow. */
const behaviourBit = { facesCamera: 1 } as const
/** From this class version of the model on, an entity counter comes first. */
const firstEntityCounter = 26

/** Reads a file up to 2020: one stream of objects. Returns null where even its start has an unknown form. */
export function readMfcArchive(bytes: Uint8Array): SketchUpModel | null {
  const cursor = new ByteCursor(bytes)
  const versions = tryParse(() => readVersionMap(cursor))
  return versions && new MfcArchiveReader(cursor, versions).read()
}

class MfcArchiveReader {
  readonly #versions: VersionMap
  readonly #entities: EntityReader
  readonly #annotations: AnnotationReader
  readonly #stream: ObjectStream<ClassValues>
  readonly #materials: Material[] = []
  readonly #layers: Layer[] = []
  readonly #definitions: Definition[] = []
  readonly #missed = new Map<string, number>()
  #options: readonly Dictionary[] = []
  #camera: StoredCamera | null = null
  #faceColors: FaceColors | null = null
  /** The stream is one chain: after an unreadable part, the rest is unreadable. */
  #isLost = false

  constructor(cursor: ByteCursor, versions: VersionMap) {
    this.#versions = versions
    this.#entities = new EntityReader(versions)
    this.#annotations = new AnnotationReader(versions, this.#entities)
    this.#stream = new ObjectStream(cursor, this.#readers())
  }

  read(): SketchUpModel | null {
    if (tryParse(() => this.#readStart()) === null) return null
    const into = { materials: this.#materials, layers: this.#layers }
    const root = this.#fill(newComponent([]), into)
    const scenes = readScenes(this.#stream, {
      entities: this.#entities,
      versions: this.#versions,
      isLost: this.#isLost,
    })
    return {
      root,
      definitions: this.#definitions,
      materials: this.#materials,
      layers: this.#layers,
      faceColors: this.#faceColors,
      lengthFormat: toLengthFormat(this.#options.find(({ name }) => name === 'UnitsOptions')?.entries ?? []),
      camera: this.#camera,
      ...scenes,
      missed: this.#missed,
    }
  }

  #readStart(): true {
    const stream = this.#stream
    const form = this.#versions.of('CSketchUpModel')
    stream.skip(form >= firstEntityCounter ? 20 : 12)
    stream.object('CDib')
    stream.u8()
    this.#passBehaviour()
    stream.text()
    if (form >= firstOptionsVersion) {
      this.#options = readOptions(stream)
      stream.object('CAttributeContainer')
      stream.object('CDib')
    }
    this.#camera = stream.value('CCamera')
    this.#entities.entity(stream)
    const options = drawingOptions[this.#versions.of('CRenderingOptions')]
    if (options === undefined) throw new MalformedRecordError('options of drawing', stream.at)
    const bytes = stream.take(options.bytes + 8).subarray(options.faceColors)
    this.#faceColors = { front: colorOfBytes(bytes), back: colorOfBytes(bytes.subarray(4)) }
    return true
  }

  /** Skips the behaviour of the model as a component: whether it faces the camera, and more. */
  #passBehaviour(): void {
    this.#entities.entity(this.#stream)
    this.#stream.skip(this.#versions.of('CComponentBehavior') >= firstLongBehaviour ? 11 : 7)
  }

  /** Reads a component up to the first unreadable part; the rest of it is counted. */
  #fill(component: Component, into: { materials: Material[]; layers: Layer[] }): Component {
    const stream = this.#stream
    const attached = this.#unlessLost(component, 'entity', () => this.#entities.drawingElement(stream))
    this.#unlessLost(component, 'material', () => this.#readMaterials(into.materials))
    this.#unlessLost(component, 'layer', () => this.#readLayers(into.layers))
    this.#readList(component, 'definition', () => this.#readDefinition())
    this.#readList(component, 'entity', () => this.#readEntity(component))
    this.#unlessLost(component, 'relation', () => this.#readRelations())
    return { ...component, dictionaries: attached?.dictionaries ?? [] }
  }

  #unlessLost<Value>(component: Component, kind: string, read: () => Value): Value | null {
    if (this.#isLost) return null
    const value = tryParse(read)
    if (value === null) {
      this.#isLost = true
      miss(component.missed, kind)
    }
    return value
  }

  #readMaterials(into: Material[]): true {
    this.#entities.entity(this.#stream)
    for (let left = this.#stream.count(2); left > 0; left--) {
      const material = this.#stream.value('CMaterial')
      if (material !== null) into.push(material)
    }
    // The current one.
    this.#stream.object('CMaterial')
    return true
  }

  #readLayers(into: Layer[]): true {
    this.#entities.entity(this.#stream)
    for (let left = this.#stream.count(2); left > 0; left--) {
      const layer = this.#stream.value('CLayer')
      if (layer !== null) into.push(layer)
    }
    this.#stream.object('CLayer')
    if (this.#versions.of('CLayerManager') < firstLayerFolders) return true
    this.#entities.entity(this.#stream)
    this.#stream.text()
    const bytes = layerFolderBytes[this.#versions.of('CLayerGroup')]
    if (bytes === undefined) throw new MalformedRecordError('folders of layers', this.#stream.at)
    // Nested folders would need parsing, but occur in no file.
    if (this.#stream.take(bytes).some((byte) => byte !== 0))
      throw new MalformedRecordError('folders of layers', this.#stream.at)
    return true
  }

  #readList(component: Component, kind: string, read: () => void): void {
    const count = this.#unlessLost(component, kind, () => this.#stream.count(2)) ?? 0
    for (let left = count; left > 0 && !this.#isLost; left--) {
      if (tryParse(() => (read(), true)) !== null) continue
      this.#isLost = true
      miss(component.missed, kind, left)
    }
  }

  #readRelations(): true {
    for (let left = this.#stream.count(2); left > 0; left--) this.#stream.object('CRelationship')
    this.#stream.object()
    return true
  }

  #readDefinition(): void {
    this.#stream.value('CComponentDefinition')
  }

  #readEntity(component: Component): void {
    const object = this.#stream.object()
    if (object === null) throw new MalformedRecordError('no entity', this.#stream.at)
    const handler = entityHandlers[object.className]
    if (handler === undefined) throw new MalformedRecordError(object.className, this.#stream.at)
    handler(component, object)
  }

  #definition(): Definition {
    const stream = this.#stream
    const component = this.#fill(newComponent([]), { materials: [], layers: [] })
    // The rest of the definition cannot be located any more; the component keeps the part that was read.
    if (this.#isLost) throw new MalformedRecordError('definition', stream.at)
    const guid = Buffer.from(stream.take(16)).toString('hex')
    const name = stream.text()
    const description = stream.text()
    // Path of the source file, a date, a flag, the insertion point.
    stream.text()
    stream.skip(4 + 1 + 24)
    this.#entities.entity(stream)
    // Whether it is flat and cuts an opening, and more values that were 0 in all files.
    stream.skip(this.#versions.of('CComponentBehavior') >= firstLongBehaviour ? 6 : 2)
    const facesCamera = (stream.u8() & behaviourBit.facesCamera) !== 0
    stream.skip(4 + 4)
    stream.object('CThumbnail')
    const definition = { name, guid, description, facesCamera, component }
    this.#definitions.push(definition)
    return definition
  }

  #thumbnail(): true {
    this.#entities.entity(this.#stream)
    this.#stream.object('CCamera')
    this.#stream.object('CDib')
    return true
  }

  #readers(): Record<string, ClassReader> {
    const [entities, annotations] = [this.#entities, this.#annotations]
    const own =
      (read: (stream: ObjectStream<ClassValues>) => unknown): ClassReader =>
      () =>
        read(this.#stream)
    return {
      CAttributeContainer: own((stream) => entities.attributeContainer(stream)),
      CAttributeNamed: own((stream) => entities.dictionary(stream)),
      CFaceTextureCoords: own((stream) => entities.faceTextures(stream)),
      CDib: own((stream) => entities.bitmap(stream)),
      CMaterial: own((stream) => entities.material(stream)),
      CLayer: own((stream) => entities.layer(stream)),
      CVertex: own((stream) => entities.vertex(stream)),
      CEdge: own((stream) => entities.edge(stream)),
      CCurve: own((stream) => entities.curve(stream)),
      CArcCurve: own((stream) => entities.arc(stream)),
      CFace: own((stream) => entities.face(stream)),
      CLoop: own((stream) => entities.loop(stream)),
      CEdgeUse: own((stream) => entities.edgeUse(stream)),
      CGroup: own((stream) => entities.componentInstance(stream, 'group')),
      CImage: own((stream) => entities.componentInstance(stream, 'image')),
      CComponentInstance: own((stream) => entities.componentInstance(stream, 'component')),
      CConstructionPoint: own((stream) => entities.guidePoint(stream)),
      CConstructionLine: own((stream) => entities.guideLine(stream)),
      CSectionPlane: own((stream) => entities.sectionPlane(stream)),
      CDimensionLinear: own((stream) => annotations.linearDimension(stream)),
      CDimensionRadial: own((stream) => annotations.radialDimension(stream)),
      CText: own((stream) => annotations.text(stream)),
      CSkFont: own((stream) => annotations.font(stream)),
      CRelationship: own((stream) => entities.relation(stream)),
      CCamera: own((stream) => entities.camera(stream)),
      CViewPage: own((stream) => entities.scene(stream)),
      CThumbnail: () => this.#thumbnail(),
      CComponentDefinition: () => this.#definition(),
    }
  }
}

const entityHandlers: Readonly<Record<string, (component: Component, object: StreamObject) => void>> = {
  CFace: (component, { value }) => component.faces.push(value as Face),
  CEdge: (component, { value }) => component.edges.push(value as Edge),
  CGroup: (component, { value }) => component.instances.push(value as ComponentInstance),
  CImage: (component, { value }) => component.instances.push(value as ComponentInstance),
  CComponentInstance: (component, { value }) => component.instances.push(value as ComponentInstance),
  CConstructionPoint: (component, { value }) => addGuide(component, (value as StoredGuide).guide),
  CConstructionLine: (component, { value }) => addGuide(component, (value as StoredGuide).guide),
  CSectionPlane: ({ undrawn }) => undrawn.sectionPlanes++,
  CDimensionLinear: (component, { value }) => addDimension(component, (value as StoredDimension).dimension),
  CDimensionRadial: (component, { value }) => addDimension(component, (value as StoredDimension).dimension),
  CText: (component, { value }) => addText(component, (value as StoredText).text),
}
