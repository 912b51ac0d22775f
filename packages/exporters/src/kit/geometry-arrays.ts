import { decodeOctahedral } from '@kamar/mesh'
import { type Chunk, geometryFlag, vertexStride } from '@kamar/package-format/read'

/** Maximum vertices addressable by 16-bit indices; 65535 is glTF's primitive restart value. */
const maxVertices16 = 65535

/** Geometry of a chunk in glTF layout. */
export interface GeometryArrays {
  /** Metres. */
  readonly positions: Float32Array
  readonly kind: 'triangles' | 'lines' | 'points'
  /** Unit length; null for lines and points. */
  readonly normals: Float32Array | null
  /** r g b a, linear, 0 to 65535; null without vertex colours. */
  readonly colors: Uint16Array | null
  /** u v, with 0 0 at the image's upper left corner; null without a texture. */
  readonly textureCoordinates: Float32Array | null
  /** Whether back faces are culled. */
  readonly isSingleSided: boolean
  /** Null for points, which are drawn in order. */
  readonly indices: Uint16Array | Uint32Array | null
}

const kindNames = ['triangles', 'lines', 'points'] as const

/** Extracts a level of a triangle geometry, the segments of a lines geometry, or points. */
export class ChunkArrays {
  readonly #chunk: Chunk
  readonly #view: DataView
  readonly #colorStart: Uint32Array
  readonly #textureStart: Uint32Array

  constructor(chunk: Chunk) {
    this.#chunk = chunk
    this.#view = new DataView(chunk.vertex.buffer, chunk.vertex.byteOffset, chunk.vertex.byteLength)
    this.#colorStart = computeStarts(chunk, geometryFlag.hasColors, 4)
    this.#textureStart = computeStarts(chunk, geometryFlag.hasTexture, 2)
  }

  /**
   * Returns the arrays of a geometry. Levels 1 and 2 have fewer triangles and only vertices of level 0; `level` must
   * exist.
   */
  arrays(row: number, level = 0): GeometryArrays {
    const kind = kindNames[this.#chunk.geometries.kind[row]] ?? 'triangles'
    return {
      kind,
      isSingleSided: (this.#chunk.geometries.flags[row] & geometryFlag.singleSided) !== 0,
      positions: this.#positions(row),
      normals: kind === 'triangles' ? this.#normals(row) : null,
      colors: this.#colors(row),
      textureCoordinates: this.#textureCoordinates(row),
      indices: kind === 'points' ? null : kind === 'lines' ? this.#segments(row) : this.#indices(row, level),
    }
  }

  #positions(row: number): Float32Array {
    const { vertexStart, vertexCount, origin, step } = this.#chunk.geometries
    const out = new Float32Array(vertexCount[row] * 3)
    for (let vertex = 0; vertex < vertexCount[row]; vertex++) {
      const at = (vertexStart[row] + vertex) * vertexStride
      for (let axis = 0; axis < 3; axis++) {
        out[vertex * 3 + axis] = origin[row * 3 + axis] + step[row] * this.#view.getUint16(at + axis * 2, true)
      }
    }
    return out
  }

  #normals(row: number): Float32Array {
    const { vertexStart, vertexCount } = this.#chunk.geometries
    const out = new Float32Array(vertexCount[row] * 3)
    for (let vertex = 0; vertex < vertexCount[row]; vertex++) {
      const at = (vertexStart[row] + vertex) * vertexStride + 6
      out.set(decodeOctahedral(this.#view.getInt8(at), this.#view.getInt8(at + 1)), vertex * 3)
    }
    return out
  }

  #colors(row: number): Uint16Array | null {
    const { flags, vertexCount } = this.#chunk.geometries
    if ((flags[row] & geometryFlag.hasColors) === 0) return null
    const start = this.#colorStart[row]
    const from = this.#chunk.color.subarray(start, start + vertexCount[row] * 4)
    return Uint16Array.from(from, (value, part) => Math.round((part % 4 === 3 ? value / 255 : toLinear(value)) * 65535))
  }

  #textureCoordinates(row: number): Float32Array | null {
    const { flags, vertexCount } = this.#chunk.geometries
    if ((flags[row] & geometryFlag.hasTexture) === 0) return null
    const start = this.#textureStart[row]
    return this.#chunk.textureCoordinates?.subarray(start, start + vertexCount[row] * 2) ?? null
  }

  #segments(row: number): Uint16Array | Uint32Array {
    const { edgeStart, edgeCount } = this.#chunk.geometries
    return this.#ownNumbers(row, this.#chunk.edge.subarray(edgeStart[row], edgeStart[row] + edgeCount[row]))
  }

  #indices(row: number, level: number): Uint16Array | Uint32Array {
    const { levelStart, levelCount } = this.#chunk.geometries
    const start = levelStart[row * 3 + level]
    return this.#ownNumbers(row, this.#chunk.index.subarray(start, start + levelCount[row * 3 + level]))
  }

  /** Converts vertex indices of the chunk to indices of the geometry. */
  #ownNumbers(row: number, numbers: Uint32Array): Uint16Array | Uint32Array {
    const { vertexStart, vertexCount } = this.#chunk.geometries
    const out = new (vertexCount[row] < maxVertices16 ? Uint16Array : Uint32Array)(numbers.length)
    for (let at = 0; at < numbers.length; at++) out[at] = numbers[at] - vertexStart[row]
    return out
  }
}

/** Computes where the values of each geometry with a flag start, given the values per vertex. */
function computeStarts({ geometries }: Chunk, flag: number, width: number): Uint32Array {
  const starts = new Uint32Array(geometries.count)
  let next = 0
  for (let row = 0; row < geometries.count; row++) {
    starts[row] = next
    if ((geometries.flags[row] & flag) !== 0) next += geometries.vertexCount[row] * width
  }
  return starts
}

/** Converts an sRGB channel, 0 to 255, to linear light: 0 to 1 (IEC 61966-2-1). */
export function toLinear(part: number): number {
  const value = part / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
