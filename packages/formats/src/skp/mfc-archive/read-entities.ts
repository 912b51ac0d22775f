import type { Color, Vector } from '@kamar/core/math'
import { faceTexture } from '../face-texture.js'
import { guideLine, guidePoint } from '../guide.js'
import { MalformedRecordError } from '@kamar/codecs/records'
import type {
  Definition,
  Dictionary,
  DrawingElement,
  Edge,
  EdgeUse,
  Face,
  FaceTexture,
  Font,
  Guide,
  Layer,
  Material,
  ComponentInstance,
  PlacedKind,
  Texture,
  Vertex,
} from '../model.js'
import { lastPathSegment } from '@kamar/codecs/text'
import type { StoredCamera } from '../camera.js'
import type { ObjectStream as AnyStream } from './object-stream.js'
import type { ByteCursor } from '../byte-cursor.js'
import { readPairs } from './read-values.js'
import type { VersionMap } from './version-map.js'

/** Attributes attached to an entity. */
export interface Attached {
  readonly dictionaries: readonly Dictionary[]
  readonly textures: FaceTextures | null
}

interface FaceTextures {
  readonly front: FaceTexture | null
  readonly back: FaceTexture | null
}

/** A stored image. */
interface Bitmap {
  readonly bytes: Uint8Array
}

/** A guide; null where its numbers are invalid. */
export interface StoredGuide {
  readonly guide: Guide | null
}

/** Header of a scene. */
interface SceneHeader {
  readonly name: string
  readonly uses: number
  readonly camera: StoredCamera
}

/** Value types of the classes used by other readers. */
export interface ClassValues {
  readonly CAttributeContainer: Attached
  readonly CCamera: StoredCamera
  readonly CComponentDefinition: Definition
  readonly CDib: Bitmap
  readonly CEdge: Edge
  readonly CEdgeUse: EdgeUse
  readonly CFace: Face
  readonly CLayer: Layer
  readonly CLoop: EdgeUse[]
  readonly CMaterial: Material
  readonly CSkFont: Font
  readonly CVertex: Vertex
  readonly CViewPage: SceneHeader
}

/** The object stream of a SketchUp file. */
export type ObjectStream = AnyStream<ClassValues>

const noAttachments: Attached = { dictionaries: [], textures: null }
/** First class version whose entities have persistent ids. */
const firstNumberedEntity = 5
const jpegKind = 1

/** Class versions of section planes up to 2017, and since 2018, which have a name and a label. */
const sectionPlaneForms = [2, 3]
const firstNamedSectionPlane = 3

const isUnitPlane = ([x, y, z, distance]: readonly number[]): boolean =>
  Number.isFinite(distance) && Math.abs(Math.hypot(x, y, z) - 1) < 1e-6

const countBits = (mask: number): number => mask.toString(2).replaceAll('0', '').length

/** Reader of the objects in components. */
export class EntityReader {
  readonly #versions: VersionMap
  #images = 0

  constructor(versions: VersionMap) {
    this.#versions = versions
  }

  /** Reads the common header of entities. */
  entity(stream: ObjectStream): Attached {
    const attached = stream.value('CAttributeContainer')
    this.passNumber(stream)
    return attached ?? noAttachments
  }

  /** Skips the persistent id of an entity: a bit mask states its bytes. */
  passNumber(cursor: ByteCursor): void {
    if (this.#versions.of('CEntity') >= firstNumberedEntity) cursor.skip(countBits(cursor.u8()))
  }

  /** Reads the common header of drawing elements. */
  drawingElement(stream: ObjectStream): DrawingElement & Attached & { readonly isSoft: boolean } {
    const attached = this.entity(stream)
    const material = stream.value('CMaterial')
    const isHidden = stream.u8() !== 0
    // Casts shadows, receives shadows.
    stream.skip(2)
    const isSoft = stream.u8() !== 0
    // Smooth flag for the adjacent faces, and a value that was 0 in all files.
    stream.skip(2)
    return { ...attached, material, isHidden, isSoft, layer: stream.value('CLayer') }
  }

  attributeContainer(stream: ObjectStream): Attached {
    this.entity(stream)
    const dictionaries: Dictionary[] = []
    let textures: FaceTextures | null = null
    for (;;) {
      const object = stream.object('CAttributeNamed', 'CFaceTextureCoords')
      if (object === null) return { dictionaries, textures }
      if (object.className === 'CAttributeNamed') dictionaries.push(object.value as Dictionary)
      else textures = object.value as FaceTextures
    }
  }

  dictionary(stream: ObjectStream): Dictionary {
    this.entity(stream)
    stream.u32()
    const dictionary = { name: stream.text(), entries: readPairs(stream) }
    if (this.#versions.of('CAttributeNamed') >= 1) stream.u32()
    return dictionary
  }

  faceTextures(stream: ObjectStream): FaceTextures {
    this.entity(stream)
    stream.u32()
    const [front, frontFrom] = [stream.numbers(9), stream.numbers(3)]
    const [back, backFrom] = [stream.numbers(9), stream.numbers(3)]
    // Texture pins dragged by the user, on both sides: positions on the image and on the face.
    for (let side = 0; side < 2; side++) stream.skip(32 * stream.count(32))
    const frontFlags = stream.u32()
    return { front: faceTexture(frontFlags, front, frontFrom), back: faceTexture(stream.u32(), back, backFrom) }
  }

  bitmap(stream: ObjectStream): Bitmap {
    const kind = stream.u32()
    const bytes = stream.take(stream.u32())
    // JPEG quality.
    if (kind === jpegKind) stream.u32()
    return { bytes }
  }

  material(stream: ObjectStream): Material {
    this.entity(stream)
    const name = stream.text()
    const texture = stream.u8() === 0 ? null : this.#texture(stream)
    stream.u8()
    const color = Array.from(stream.take(4).subarray(0, 3), (channel) => channel / 255) as unknown as Color
    stream.text()
    stream.skip(8)
    const opacity = stream.f64()
    const isSeeThrough = stream.u8() !== 0
    // Zero opacity with a texture: the texture's own transparency applies, as the stored previews of models show.
    const isStated = isSeeThrough && (texture === null ? opacity >= 0 : opacity > 0) && opacity <= 1
    return { name, color, opacity: isStated ? opacity : 1, texture }
  }

  #texture(stream: ObjectStream): Texture | null {
    this.entity(stream)
    const bitmap = stream.value('CDib')
    const [widthInches, heightInches] = stream.numbers(2)
    const file = lastPathSegment(stream.text())
    stream.skip(4)
    if (bitmap === null || !(widthInches > 0) || !(heightInches > 0)) return null
    return { name: `${++this.#images}/${file}`, bytes: bitmap.bytes, widthInches, heightInches }
  }

  layer(stream: ObjectStream): Layer {
    this.entity(stream)
    const name = stream.text()
    const isVisible = stream.u8() === 0
    this.material(stream)
    stream.u32()
    if (this.#versions.of('CLayer') >= 3) stream.object('CCustomLineStyle')
    return { name, isVisible }
  }

  vertex(stream: ObjectStream): Vertex {
    this.entity(stream)
    const [x, y, z] = stream.numbers(3)
    return { position: [x, y, z] }
  }

  edge(stream: ObjectStream): Edge {
    const drawingElement = this.drawingElement(stream)
    const start = stream.value('CVertex')
    const end = stream.value('CVertex')
    if (start === null || end === null) throw new MalformedRecordError('edge without an end', stream.at)
    stream.object('CCurve', 'CArcCurve')
    const { material, layer, isHidden, isSoft } = drawingElement
    return { material, layer, isHidden, isSoft, start, end }
  }

  curve(stream: ObjectStream): true {
    this.entity(stream)
    stream.skip(5)
    return true
  }

  arc(stream: ObjectStream): true {
    this.curve(stream)
    // Centre, axis of rotation, two directions, start and end.
    stream.numbers(14)
    return true
  }

  face(stream: ObjectStream): Face {
    const { textures, material, layer, isHidden } = this.drawingElement(stream)
    const plane = stream.numbers(4)
    const loops: EdgeUse[][] = []
    for (let left = stream.count(2); left > 0; left--) {
      const loop = stream.value('CLoop')
      if (loop === null) throw new MalformedRecordError('no loop', stream.at)
      loops.push(loop)
    }
    const back = stream.value('CMaterial')
    const frontTexture = textures?.front ?? null
    return { material, layer, isHidden, plane, loops, back, frontTexture, backTexture: textures?.back ?? null }
  }

  loop(stream: ObjectStream): EdgeUse[] {
    this.entity(stream)
    stream.skip(2)
    const uses: EdgeUse[] = []
    for (;;) {
      const use = stream.value('CEdgeUse')
      if (use === null) return uses
      uses.push(use)
    }
  }

  edgeUse(stream: ObjectStream): EdgeUse {
    this.entity(stream)
    const edge = stream.value('CEdge')
    if (edge === null) throw new MalformedRecordError('use of no edge', stream.at)
    const isForward = stream.u8() === 0
    stream.object('CLoop')
    return { edge, isForward }
  }

  componentInstance(stream: ObjectStream, kind: PlacedKind): ComponentInstance {
    const { dictionaries, material, layer, isHidden } = this.drawingElement(stream)
    const definition = stream.value('CComponentDefinition')
    const placement = stream.numbers(13)
    const name = stream.text()
    const guid = this.#versions.of('CComponentInstance') >= 5 ? Buffer.from(stream.take(16)).toString('hex') : ''
    return { kind, material, layer, isHidden, definition, placement, name, guid, dictionaries }
  }

  guidePoint(stream: ObjectStream): StoredGuide {
    const drawingElement = this.drawingElement(stream)
    const [position, start] = [stream.numbers(3), stream.numbers(3)]
    return { guide: guidePoint(drawingElement, position, stream.u8() === 0 ? null : start) }
  }

  guideLine(stream: ObjectStream): StoredGuide {
    const guide = guideLine(this.drawingElement(stream), stream.numbers(8))
    stream.skip(4)
    return { guide }
  }

  /**
   * Reads a section plane: in some files an object reference precedes it, independent of the class version. The normal
   * has unit length, which reveals the start of the plane.
   */
  sectionPlane(stream: ObjectStream): true {
    const form = this.#versions.of('CSectionPlane')
    if (!sectionPlaneForms.includes(form)) throw new MalformedRecordError('form of section planes', stream.at)
    this.drawingElement(stream)
    const start = stream.at
    if (!isUnitPlane(stream.numbers(4))) {
      stream.at = start
      stream.object()
      if (!isUnitPlane(stream.numbers(4))) throw new MalformedRecordError('section plane', start)
    }
    if (form < firstNamedSectionPlane) return true
    stream.text()
    stream.text()
    return true
  }

  /** Reads two ends, which may be any objects. */
  relation(stream: ObjectStream): true {
    this.entity(stream)
    stream.object()
    stream.object()
    return true
  }

  camera(stream: ObjectStream): StoredCamera {
    const readVector = (): Vector => stream.numbers(3) as unknown as Vector
    const [eye, target, up] = [readVector(), readVector(), readVector()]
    // Near and far clipping distances.
    stream.numbers(2)
    const isPerspective = stream.u8() !== 0
    const [fieldOfViewDegrees, height] = stream.numbers(2)
    stream.skip(32)
    const isAngleOfHeight = stream.u8() !== 0
    stream.u8()
    stream.text()
    stream.skip(33)
    return { eye, target, up, isPerspective, fieldOfViewDegrees, height, isAngleOfHeight }
  }

  /** Reads the header of a scene; the rest is not read. */
  scene(stream: ObjectStream): SceneHeader {
    this.entity(stream)
    const name = stream.text()
    stream.text()
    const uses = stream.u32()
    const camera = stream.value('CCamera')
    if (camera === null) throw new MalformedRecordError('scene without a camera', stream.at)
    return { name, uses, camera }
  }
}
