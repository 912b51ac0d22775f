import { faceTexture } from '../face-texture.js'
import { guideLine, guidePoint } from '../guide.js'
import { MalformedRecordError, tryParse } from '@kamar/codecs/records'
import {
  drawnBit,
  addDimension,
  addGuide,
  addText,
  miss,
  newComponent,
  type Component,
  type Definition,
  type DrawingElement,
  type Edge,
  type EdgeUse,
  type Face,
  type FaceTexture,
  type Font,
  type Guide,
  type Layer,
  type Material,
  type ComponentInstance,
  type PlacedKind,
  type Vertex,
} from '../model.js'
import { readDictionaries } from './dictionaries.js'
import { readId } from './entity-id.js'
import { readDimension, readText, type AnnotationContext } from './read-annotations.js'
import type { Tagged } from './tagged.js'
import { tags } from './tags.js'

/** Objects that records refer to by number. */
export interface EntityTables {
  readonly materials: ReadonlyMap<number, Material>
  readonly layers: ReadonlyMap<number, Layer>
  readonly definitions: Map<number, Definition>
  readonly fonts: ReadonlyMap<number, Font>
}

const placementNumbers = 13
/** Lists of a component without shapes. */
const passedOver: ReadonlySet<number> = new Set([
  tags.drawingElement,
  tags.vertices,
  tags.order,
  tags.curves,
  tags.arcs,
  tags.relations,
  tags.texts,
  tags.dimensions,
  tags.unnamed,
  tags.boxIsTrue,
  tags.box,
])

/** Item tags of a component's lists. */
const itemOf: Readonly<Record<number, number>> = {
  [tags.vertices]: tags.vertex,
  [tags.edges]: tags.edge,
  [tags.faces]: tags.face,
  [tags.instances]: tags.instance,
  [tags.groups]: tags.group,
  [tags.images]: tags.image,
  [tags.guides]: tags.guideLine,
  [tags.guidePoints]: tags.guidePoint,
}

/** Returns the single record in a list item that has an additional wrapper. */
const unwrapped = (record: Tagged): Tagged => (record.tag === tags.instance ? record : record.required(tags.instance))

const toHexadecimal = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** Reads the attributes of a definition, which enclose its content. */
export function readDefinition(record: Tagged, component: Component): Definition {
  const guid = record.child(tags.definitionGuid)
  return {
    name: record.child(tags.definitionName)?.text ?? '',
    guid: guid === null ? '' : toHexadecimal(guid.bytes),
    description: record.child(tags.definitionDescription)?.text ?? '',
    facesCamera: record.path(tags.behaviour, tags.behaviourFacesCamera)?.u8 === 1,
    component,
  }
}

/** Reader of a component's content; omits and counts records of an unknown form. */
export class ComponentReader {
  readonly #tables: EntityTables
  readonly #record: Tagged
  readonly #vertices = new Map<number, Vertex>()
  readonly #edges = new Map<number, Edge>()
  readonly #faces = new Map<number, Face>()
  readonly #instances = new Map<number, ComponentInstance>()
  readonly component: Component

  constructor(record: Tagged, tables: EntityTables) {
    this.#tables = tables
    this.#record = record
    this.component = newComponent(readDictionaries(record.path(tags.drawingElement, tags.entity)))
  }

  /** Fills the component. Its definitions may follow in the file, so all of them are registered before. */
  read(): void {
    const { component } = this
    this.#each(tags.vertices, 'vertex', (record) => this.#readVertex(record))
    this.#each(tags.edges, 'edge', (record) => component.edges.push(this.#readEdge(record)))
    this.#each(tags.faces, 'face', (record) => component.faces.push(this.#readFace(record)))
    this.#each(tags.instances, 'instance', (record) => component.instances.push(this.#readPlaced(record, 'component')))
    this.#each(tags.groups, 'instance', (record) => component.instances.push(this.#readPlaced(record, 'group')))
    this.#each(tags.images, 'instance', (record) => component.instances.push(this.#readPlaced(record, 'image')))
    this.#each(tags.guides, 'guide', (record) => addGuide(component, this.#readGuideLine(record)))
    this.#each(tags.guidePoints, 'guide', (record) => addGuide(component, this.#readGuidePoint(record)))
    const table = new Set<number>(Object.keys(itemOf).map(Number))
    for (const list of this.#record.children) {
      if (passedOver.has(list.tag) || table.has(list.tag)) continue
      miss(component.missed, 'entity', tryParse(() => list.children.length) ?? 1)
    }
  }

  /** Reads dimensions and texts, whose anchors may be in nested components: `readers` have already read all of them. */
  readAnnotations(readers: ReadonlyMap<Component, ComponentReader>): void {
    const context: AnnotationContext = {
      fonts: this.#tables.fonts,
      drawingElement: (record) => this.#readDrawn(record),
      entities: (id, path) => this.#findEntities(id, path, readers),
    }
    for (const record of this.#annotations(tags.dimensions))
      addDimension(
        this.component,
        tryParse(() => readDimension(record, context)),
      )
    for (const record of this.#annotations(tags.texts))
      addText(
        this.component,
        tryParse(() => readText(record, context)),
      )
  }

  #annotations(list: number): readonly Tagged[] {
    const records = tryParse(() => this.#record.child(list)?.children ?? [])
    if (records === null) miss(this.component.missed, 'entity')
    return records ?? []
  }

  #findEntities(
    id: number,
    [first, ...others]: readonly number[],
    readers: ReadonlyMap<Component, ComponentReader>,
  ): ReturnType<AnnotationContext['entities']> {
    if (first === undefined) {
      const [vertex, edge, face] = [this.#vertices.get(id), this.#edges.get(id), this.#faces.get(id)]
      return { entities: { vertex: vertex ?? null, edge: edge ?? null, face: face ?? null }, path: [] }
    }
    const placedInstance = this.#instances.get(first)
    const reader = placedInstance?.definition && readers.get(placedInstance.definition.component)
    const inside = reader ? reader.#findEntities(id, others, readers) : null
    return placedInstance && inside ? { entities: inside.entities, path: [placedInstance, ...inside.path] } : null
  }

  #each(list: number, kind: string, read: (record: Tagged) => void): void {
    const records = this.#record.child(list)
    if (records === null) return
    const isComplete = tryParse(() => {
      for (const record of records.items()) {
        const isRead = record.tag === itemOf[list] && tryParse(() => (read(record), true))
        if (isRead !== true) miss(this.component.missed, kind)
      }
      return true
    })
    if (isComplete === null) miss(this.component.missed, kind)
  }

  #readVertex(record: Tagged): void {
    const [x, y, z] = record.required(tags.vertexPosition).numbers(3)
    this.#vertices.set(readId(record), { position: [x, y, z] })
  }

  #readDrawn(record: Tagged): DrawingElement & { readonly isSoft: boolean } {
    const drawingElement = record.required(tags.drawingElement)
    const flags = drawingElement.required(tags.drawnFlags).u8
    return {
      material: this.#lookUp(this.#tables.materials, drawingElement.child(tags.drawnMaterial)),
      layer: this.#lookUp(this.#tables.layers, drawingElement.child(tags.drawnLayer)),
      isHidden: (flags & drawnBit.hidden) !== 0,
      isSoft: (flags & drawnBit.soft) !== 0,
    }
  }

  #lookUp<Value>(table: ReadonlyMap<number, Value>, record: Tagged | null): Value | null {
    return record === null ? null : (table.get(record.id) ?? null)
  }

  #readEdge(record: Tagged): Edge {
    const start = this.#vertices.get(record.required(tags.edgeStart).id)
    const end = this.#vertices.get(record.required(tags.edgeEnd).id)
    if (start === undefined || end === undefined) throw new MalformedRecordError('vertex', 0)
    const edge = { ...this.#readDrawn(record), start, end }
    this.#edges.set(readId(record), edge)
    return edge
  }

  #readFace(record: Tagged): Face {
    const loops = record.required(tags.faceLoops).children.map((loop) => this.#readLoop(loop))
    const textures = record.path(
      tags.drawingElement,
      tags.entity,
      tags.attributes,
      tags.attributeContainer,
      tags.attributeItems,
    )
    const faceTextures = textures?.child(tags.faceTextures) ?? null
    const face = {
      ...this.#readDrawn(record),
      plane: record.required(tags.facePlane).numbers(4),
      loops,
      back: this.#lookUp(this.#tables.materials, record.child(tags.faceBack)),
      frontTexture: readFaceTexture(faceTextures?.child(tags.frontTexture) ?? null),
      backTexture: readFaceTexture(faceTextures?.child(tags.backTexture) ?? null),
    }
    this.#faces.set(readId(record), face)
    return face
  }

  #readGuideLine(record: Tagged): Guide | null {
    const drawingElement = this.#readDrawn(record.required(tags.guideDrawn))
    return guideLine(drawingElement, record.required(tags.guideLineNumbers).numbers(8))
  }

  #readGuidePoint(record: Tagged): Guide | null {
    const drawingElement = this.#readDrawn(record.required(tags.guideDrawn))
    const hasLine = record.required(tags.guidePointHasLine).u8 !== 0
    const start = hasLine ? record.required(tags.guidePointStart).numbers(3) : null
    return guidePoint(drawingElement, record.required(tags.guidePointPosition).numbers(3), start)
  }

  #readLoop(record: Tagged): EdgeUse[] {
    return record.required(tags.loopUses).children.map((use) => {
      const edge = this.#edges.get(use.required(tags.edgeUseEdge).id)
      if (edge === undefined) throw new MalformedRecordError('edge', 0)
      return { edge, isForward: use.required(tags.edgeUseSense).u8 === 0 }
    })
  }

  #readPlaced(record: Tagged, kind: PlacedKind): ComponentInstance {
    const instance = unwrapped(record)
    const guid = instance.child(tags.instanceGuid)
    const placedInstance = {
      ...this.#readDrawn(instance),
      kind,
      name: kind === 'group' && isGuid(instance) ? '' : (instance.child(tags.instanceName)?.text ?? ''),
      guid: guid === null ? '' : toHexadecimal(guid.bytes),
      placement: instance.required(tags.instancePlacement).numbers(placementNumbers),
      definition: this.#tables.definitions.get(instance.required(tags.instanceDefinition).id) ?? null,
      dictionaries: readDictionaries(instance.path(tags.drawingElement, tags.entity)),
    }
    this.#instances.set(readId(instance), placedInstance)
    return placedInstance
  }
}

const guidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/i
const isGuid = (instance: Tagged): boolean => guidPattern.test(instance.child(tags.instanceName)?.text ?? '')

function readFaceTexture(side: Tagged | null): FaceTexture | null {
  const record = side?.child(tags.faceTexture)
  if (!record) return null
  const flags = record.required(tags.faceTextureFlags).u32
  const direction = record.required(tags.faceTextureDirection).numbers(3)
  return faceTexture(flags, record.required(tags.faceTextureMatrix).numbers(9), direction)
}
