import type { Chunk } from '@kamar/package-format/read'
import type { GeometryArrays } from '../geometry-arrays.js'

/** Texture of a part. */
export interface BakedTexture {
  readonly number: number
  readonly isClamped: boolean
}

/** Triangles with one colour or texture, all objects merged, transformed with Y up. */
export interface BakedPart {
  /** r g b opacity, sRGB, 0 to 255; multiplied with the texture, if any. */
  readonly color: readonly [number, number, number, number]
  /** Metres. */
  readonly positions: Float32Array
  readonly normals: Float32Array
  /** r g b a per vertex, linear, 0 to 65535; null without vertex colours. */
  readonly vertexColors: Uint16Array | null
  readonly texture: BakedTexture | null
  /** Whether back faces are culled. */
  readonly isSingleSided: boolean
  /** u v per vertex, v downwards; null without a texture. */
  readonly textureCoordinates: Float32Array | null
  readonly indices: Uint32Array
}

/** Transformable arrays of a shape: only the vertices that its level uses. */
export interface PlacedArrays {
  readonly positions: Float32Array
  readonly normals: Float32Array
  readonly colors: Uint16Array | null
  readonly textureCoordinates: Float32Array | null
  readonly isSingleSided: boolean
  readonly indices: Uint32Array
}

/** Removes the vertices that no triangle refers to. */
export function withoutUnused(arrays: GeometryArrays): PlacedArrays {
  const { positions, normals, colors, textureCoordinates, indices, isSingleSided } = arrays
  const newNumber = new Int32Array(positions.length / 3).fill(-1)
  const used: number[] = []
  const newIndices = Uint32Array.from(indices ?? [], (vertex) => {
    if (newNumber[vertex] < 0) newNumber[vertex] = used.push(vertex) - 1
    return newNumber[vertex]
  })
  const pick = <T extends Float32Array | Uint16Array>(from: T, to: T, width: number): T => {
    used.forEach((vertex, at) => to.set(from.subarray(vertex * width, vertex * width + width), at * width))
    return to
  }
  return {
    positions: pick(positions, new Float32Array(used.length * 3), 3),
    normals: pick(normals ?? new Float32Array(positions.length), new Float32Array(used.length * 3), 3),
    colors: colors && pick(colors, new Uint16Array(used.length * 4), 4),
    textureCoordinates: textureCoordinates && pick(textureCoordinates, new Float32Array(used.length * 2), 2),
    isSingleSided,
    indices: newIndices,
  }
}

/** Transforms a shape by an instance's transform, Y up; reverses the winding when the transform mirrors. */
export function transformShape(shape: PlacedArrays, chunk: Chunk, row: number): PlacedArrays {
  const { linear: linearRow, translation } = chunk.instances
  const columns = chunk.linear.subarray(linearRow[row] * 9, linearRow[row] * 9 + 9)
  const offset = translation.subarray(row * 3, row * 3 + 3)
  return {
    positions: mapTriples(shape.positions, (x, y, z) => transformPoint(columns, [x, y, z], offset)),
    normals: mapTriples(shape.normals, (x, y, z) => transformNormal(columns, [x, y, z])),
    colors: shape.colors,
    textureCoordinates: shape.textureCoordinates,
    isSingleSided: shape.isSingleSided,
    indices: determinant(columns) < 0 ? flipped(shape.indices) : shape.indices,
  }
}

type Triple = readonly [number, number, number]

/** Computes columns · point + offset, then converts Z up to Y up. */
function transformPoint(columns: Float32Array, [x, y, z]: Triple, offset: ArrayLike<number>): Triple {
  const axis = (at: 0 | 1 | 2): number => columns[at] * x + columns[3 + at] * y + columns[6 + at] * z + offset[at]
  return [axis(0), axis(2), -axis(1)]
}

const zeroVector = [0, 0, 0]

/** Transforms a normal; the columns are orthogonal, so it is multiplied by column / |column|². */
function transformNormal(columns: Float32Array, normal: Triple): Triple {
  const part = (axis: 0 | 1 | 2): number => {
    const [a, b, c] = columns.subarray(axis * 3, axis * 3 + 3)
    return normal[axis] / (a * a + b * b + c * c || 1)
  }
  const [x, y, z] = transformPoint(columns, [part(0), part(1), part(2)], zeroVector)
  const length = Math.hypot(x, y, z)
  return length > 0 ? [x / length, y / length, z / length] : [0, 1, 0]
}

function determinant([a, b, c, d, e, f, g, h, i]: Float32Array): number {
  return a * (e * i - f * h) - d * (b * i - c * h) + g * (b * f - c * e)
}

const flipped = (indices: Uint32Array): Uint32Array =>
  indices.map((_, at) => indices[at % 3 === 0 ? at : at % 3 === 1 ? at + 1 : at - 1])

function mapTriples(values: Float32Array, map: (x: number, y: number, z: number) => Triple): Float32Array {
  const out = new Float32Array(values.length)
  for (let at = 0; at < values.length; at += 3) out.set(map(values[at], values[at + 1], values[at + 2]), at)
  return out
}
