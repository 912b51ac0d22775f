import type { Matrix, Vector } from '@kamar/core/math'
import { RecordCursor } from '../../records/record-cursor.js'
import { tryParse } from '../../records/malformed-record-error.js'
import { byLayerColor, toColor, toIndexColor, type EntityColor } from '../color.js'
import { readSavedText, type SavedText } from './saved-text.js'

/** A shape of saved graphics, or a change of how the next ones are drawn. Points are x y z each. */
export type SavedGraphic =
  | { readonly kind: 'polyline' | 'polygon'; readonly points: readonly number[] }
  | {
      readonly kind: 'mesh'
      readonly points: readonly number[]
      readonly rowCount: number
      readonly columnCount: number
    }
  /** Faces as vertex numbers: the outline, then its holes. */
  | { readonly kind: 'shell'; readonly points: readonly number[]; readonly faces: readonly SavedFace[] }
  | { readonly kind: 'circle'; readonly center: Vector; readonly radius: number; readonly normal: Vector }
  | {
      readonly kind: 'arc'
      readonly center: Vector
      readonly radius: number
      readonly normal: Vector
      readonly start: Vector
      readonly sweep: number
    }
  | { readonly kind: 'circleThrough' | 'arcThrough'; readonly points: readonly [Vector, Vector, Vector] }
  | SavedText
  | { readonly kind: 'color'; readonly color: EntityColor }
  | { readonly kind: 'fill'; readonly isOn: boolean }
  /** Hundredths of a millimetre. */
  | { readonly kind: 'lineWeight'; readonly weight: number }
  | { readonly kind: 'pushTransform'; readonly matrix: Matrix }
  | { readonly kind: 'popTransform' }

/** Rings of a face, as vertex numbers: the outline, then its holes. */
export type SavedFace = readonly (readonly number[])[]

/** Numbers of the chunks that are read (Open Design Specification, proxy entity graphics). */
const chunk = {
  circle: 2,
  circleThrough: 3,
  arc: 4,
  arcThrough: 5,
  polyline: 6,
  polygon: 7,
  mesh: 8,
  shell: 9,
  color: 14,
  fill: 20,
  trueColor: 22,
  lineWeight: 23,
  pushTransform: 29,
  pushOtherTransform: 30,
  popTransform: 31,
  polylineWithNormal: 32,
} as const

const headerBytes = 8

/**
 * Parses the graphics that a program saved with an entity: a list of chunks, each with its size and its kind. Damaged
 * chunks and those that draw nothing are left out; a wrong size ends the list.
 * @param encoding Encoding of texts that are not Unicode, as `TextDecoder` names it.
 */
export function parseSavedGraphics(bytes: Uint8Array, encoding = 'windows-1252'): SavedGraphic[] {
  const graphics: SavedGraphic[] = []
  const cursor = new RecordCursor(bytes, 4)
  let left = bytes.length < headerBytes ? 0 : cursor.u32()
  for (; left > 0 && cursor.left >= headerBytes; left--) {
    const size = cursor.i32()
    const kind = cursor.i32()
    if (size < headerBytes || size - headerBytes > cursor.left) break
    const data = cursor.take(size - headerBytes)
    const graphic = tryParse(() => readGraphic(kind, data, encoding))
    if (graphic) graphics.push(graphic)
  }
  return graphics
}

function readGraphic(kind: number, data: Uint8Array, encoding: string): SavedGraphic | null {
  const reader = new GraphicReader(data)
  switch (kind) {
    case chunk.circle:
      return { kind: 'circle', center: reader.vector(), radius: reader.f64(), normal: reader.vector() }
    case chunk.arc: {
      const [center, radius, normal] = [reader.vector(), reader.f64(), reader.vector()]
      return { kind: 'arc', center, radius, normal, start: reader.vector(), sweep: reader.f64() }
    }
    case chunk.circleThrough:
    case chunk.arcThrough: {
      const points = [reader.vector(), reader.vector(), reader.vector()] as const
      return { kind: kind === chunk.arcThrough ? 'arcThrough' : 'circleThrough', points }
    }
    case chunk.polyline:
    case chunk.polylineWithNormal:
      return { kind: 'polyline', points: reader.points(reader.count(pointBytes)) }
    case chunk.polygon:
      return { kind: 'polygon', points: reader.points(reader.count(pointBytes)) }
    case chunk.mesh:
      return reader.mesh()
    case chunk.shell:
      return { kind: 'shell', points: reader.points(reader.count(pointBytes)), faces: reader.faces() }
    default:
      return readChange(kind, reader) ?? readSavedText(kind, data, encoding)
  }
}

const maxColorIndex = 256

function readChange(kind: number, reader: GraphicReader): SavedGraphic | null {
  switch (kind) {
    case chunk.color: {
      const index = reader.u32()
      return { kind: 'color', color: index > maxColorIndex ? byLayerColor : toIndexColor(index) }
    }
    case chunk.trueColor:
      return { kind: 'color', color: toColor(reader.u32()) }
    case chunk.fill:
      return { kind: 'fill', isOn: reader.u32() !== 0 }
    case chunk.lineWeight:
      return { kind: 'lineWeight', weight: reader.i32() }
    case chunk.pushTransform:
    case chunk.pushOtherTransform:
      return { kind: 'pushTransform', matrix: reader.matrix() }
    case chunk.popTransform:
      return { kind: 'popTransform' }
    default:
      return null
  }
}

const pointBytes = 24

class GraphicReader extends RecordCursor {
  vector(): Vector {
    return [this.f64(), this.f64(), this.f64()]
  }

  points(count: number): number[] {
    return Array.from({ length: 3 * count }, () => this.f64())
  }

  mesh(): SavedGraphic | null {
    const [rowCount, columnCount] = [this.i32(), this.i32()]
    const count = rowCount * columnCount
    if (!(rowCount > 0 && columnCount > 0 && count * pointBytes <= this.left)) return null
    return { kind: 'mesh', rowCount, columnCount, points: this.points(count) }
  }

  /** Reads faces, each after the number of its vertices; a negative number begins a hole in the face before. */
  faces(): SavedFace[] {
    const numberCount = this.count(4)
    const end = this.at + 4 * numberCount
    const faces: (readonly number[])[][] = []
    while (this.at < end) {
      const count = this.i32()
      const length = Math.min(Math.abs(count), (end - this.at) / 4)
      const ring = Array.from({ length }, () => this.i32())
      const outer = count < 0 ? faces.at(-1) : undefined
      if (outer) outer.push(ring)
      else faces.push([ring])
    }
    return faces
  }

  /** Reads a matrix of four rows. Returns three rows by columns. */
  matrix(): Matrix {
    const rows = Array.from({ length: 16 }, () => this.f64())
    return Float64Array.from({ length: 12 }, (_, at) => rows[(at % 3) * 4 + Math.floor(at / 3)])
  }
}
