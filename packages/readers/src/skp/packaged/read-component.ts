import { faceTexture } from '../face-texture.js'
import { guideLine, guidePoint } from '../guide.js'
import { Misread, unlessMisread } from '../../shared/records/misread.js'
import {
  drawnBit,
  keepGuide,
  miss,
  newComponent,
  type Component,
  type Definition,
  type Drawn,
  type Edge,
  type EdgeUse,
  type Face,
  type FaceTexture,
  type Guide,
  type Helpers,
  type Layer,
  type Material,
  type Placed,
  type PlacedKind,
  type Vertex,
} from '../model.js'
import { readDictionaries } from './dictionaries.js'
import type { Tagged } from './tagged.js'
import { tags } from './tags.js'

/** Everything that records name by number. */
export interface Named {
  readonly materials: ReadonlyMap<number, Material>
  readonly layers: ReadonlyMap<number, Layer>
  readonly definitions: Map<number, Definition>
}

const placementNumbers = 13
/** Lists of a component that hold nothing to be drawn. */
const passedOver: ReadonlySet<number> = new Set([
  tags.drawn,
  tags.vertices,
  tags.order,
  tags.curves,
  tags.arcs,
  tags.relations,
  tags.unnamed,
  tags.boxIsTrue,
  tags.box,
])

/** What the lists of a component consist of. */
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

/** Lists of things that are no part of the shape. */
const helperOf: Readonly<Record<number, keyof Helpers>> = {
  [tags.texts]: 'texts',
  [tags.dimensions]: 'dimensions',
}

/** Answers the number by which a record is known. */
export function idOf(record: Tagged): number {
  const entity = record.child(tags.entity) ?? record.required(tags.drawn).required(tags.entity)
  return entity.required(tags.id).id
}

/** The one record in a list item that is wrapped once more. */
const unwrapped = (record: Tagged): Tagged => (record.tag === tags.instance ? record : record.required(tags.instance))

const hexadecimalOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** What a definition says about itself, around what stands in it. */
export function readDefinition(record: Tagged, component: Component): Definition {
  const guid = record.child(tags.definitionGuid)
  return {
    name: record.child(tags.definitionName)?.text ?? '',
    guid: guid === null ? '' : hexadecimalOf(guid.bytes),
    description: record.child(tags.definitionDescription)?.text ?? '',
    facesCamera: record.path(tags.behaviour, tags.behaviourFacesCamera)?.u8 === 1,
    component,
  }
}

/** Reads what stands in a component; a record that is of no known form is left out and counted. */
export class ComponentReader {
  readonly #named: Named
  readonly #record: Tagged
  readonly #vertices = new Map<number, Vertex>()
  readonly #edges = new Map<number, Edge>()
  readonly component: Component

  constructor(record: Tagged, named: Named) {
    this.#named = named
    this.#record = record
    this.component = newComponent(readDictionaries(record.path(tags.drawn, tags.entity)))
  }

  /** Fills the component; what it places may stand behind it in the file, so that all of them are known before. */
  read(): void {
    const { component } = this
    this.#each(tags.vertices, 'vertex', (record) => this.#readVertex(record))
    this.#each(tags.edges, 'edge', (record) => component.edges.push(this.#readEdge(record)))
    this.#each(tags.faces, 'face', (record) => component.faces.push(this.#readFace(record)))
    this.#each(tags.instances, 'instance', (record) => component.placed.push(this.#readPlaced(record, 'component')))
    this.#each(tags.groups, 'instance', (record) => component.placed.push(this.#readPlaced(record, 'group')))
    this.#each(tags.images, 'instance', (record) => component.placed.push(this.#readPlaced(record, 'image')))
    this.#each(tags.guides, 'guide', (record) => keepGuide(component, this.#readGuideLine(record)))
    this.#each(tags.guidePoints, 'guide', (record) => keepGuide(component, this.#readGuidePoint(record)))
    const known = new Set<number>(Object.keys(itemOf).map(Number))
    for (const list of this.#record.children) {
      if (passedOver.has(list.tag) || known.has(list.tag)) continue
      const count = unlessMisread(() => list.children.length) ?? 1
      const helper = helperOf[list.tag]
      if (helper !== undefined) component.helpers[helper] += count
      else miss(component.missed, 'entity', count)
    }
  }

  #each(list: number, kind: string, read: (record: Tagged) => void): void {
    const records = this.#record.child(list)
    if (records === null) return
    const isWhole = unlessMisread(() => {
      for (const record of records.items()) {
        const isRead = record.tag === itemOf[list] && unlessMisread(() => (read(record), true))
        if (isRead !== true) miss(this.component.missed, kind)
      }
      return true
    })
    if (isWhole === null) miss(this.component.missed, kind)
  }

  #readVertex(record: Tagged): void {
    const [x, y, z] = record.required(tags.vertexPosition).numbers(3)
    this.#vertices.set(idOf(record), { position: [x, y, z] })
  }

  #readDrawn(record: Tagged): Drawn & { readonly isSoft: boolean } {
    const drawn = record.required(tags.drawn)
    const flags = drawn.required(tags.drawnFlags).u8
    return {
      material: this.#lookUp(this.#named.materials, drawn.child(tags.drawnMaterial)),
      layer: this.#lookUp(this.#named.layers, drawn.child(tags.drawnLayer)),
      isHidden: (flags & drawnBit.hidden) !== 0,
      isSoft: (flags & drawnBit.soft) !== 0,
    }
  }

  #lookUp<Value>(known: ReadonlyMap<number, Value>, record: Tagged | null): Value | null {
    return record === null ? null : (known.get(record.id) ?? null)
  }

  #readEdge(record: Tagged): Edge {
    const start = this.#vertices.get(record.required(tags.edgeStart).id)
    const end = this.#vertices.get(record.required(tags.edgeEnd).id)
    if (start === undefined || end === undefined) throw new Misread('vertex', 0)
    const edge = { ...this.#readDrawn(record), start, end }
    this.#edges.set(idOf(record), edge)
    return edge
  }

  #readFace(record: Tagged): Face {
    const loops = record.required(tags.faceLoops).children.map((loop) => this.#readLoop(loop))
    const textures = record.path(tags.drawn, tags.entity, tags.attributes, tags.attributeContainer, tags.attributeItems)
    const faceTextures = textures?.child(tags.faceTextures) ?? null
    return {
      ...this.#readDrawn(record),
      plane: record.required(tags.facePlane).numbers(4),
      loops,
      back: this.#lookUp(this.#named.materials, record.child(tags.faceBack)),
      frontTexture: readFaceTexture(faceTextures?.child(tags.frontTexture) ?? null),
      backTexture: readFaceTexture(faceTextures?.child(tags.backTexture) ?? null),
    }
  }

  #readGuideLine(record: Tagged): Guide | null {
    const drawn = this.#readDrawn(record.required(tags.guideDrawn))
    return guideLine(drawn, record.required(tags.guideLineNumbers).numbers(8))
  }

  #readGuidePoint(record: Tagged): Guide | null {
    const drawn = this.#readDrawn(record.required(tags.guideDrawn))
    const hasLine = record.required(tags.guidePointHasLine).u8 !== 0
    const start = hasLine ? record.required(tags.guidePointStart).numbers(3) : null
    return guidePoint(drawn, record.required(tags.guidePointPosition).numbers(3), start)
  }

  #readLoop(record: Tagged): EdgeUse[] {
    return record.required(tags.loopUses).children.map((use) => {
      const edge = this.#edges.get(use.required(tags.edgeUseEdge).id)
      if (edge === undefined) throw new Misread('edge', 0)
      return { edge, isForward: use.required(tags.edgeUseSense).u8 === 0 }
    })
  }

  #readPlaced(record: Tagged, kind: PlacedKind): Placed {
    const instance = unwrapped(record)
    const guid = instance.child(tags.instanceGuid)
    return {
      ...this.#readDrawn(instance),
      kind,
      name: kind === 'group' && isGuid(instance) ? '' : (instance.child(tags.instanceName)?.text ?? ''),
      guid: guid === null ? '' : hexadecimalOf(guid.bytes),
      placement: instance.required(tags.instancePlacement).numbers(placementNumbers),
      definition: this.#named.definitions.get(instance.required(tags.instanceDefinition).id) ?? null,
      dictionaries: readDictionaries(instance.path(tags.drawn, tags.entity)),
    }
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
