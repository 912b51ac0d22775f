import type { MeshLevel, QuantisedTextureCoordinates } from '@kamar/core'
import { hasPoints, hasTriangles, type PlacedGeometry } from '../pack/placed-scene.js'

/** Array lengths of a geometry and which arrays it has: what is needed to read its record. */
export interface RecordShape {
  readonly vertexCount: number
  readonly indexCount: number
  readonly edgeCount: number
  readonly levelCount: number
  readonly hasNormals: boolean
  readonly hasColors: boolean
  readonly hasTexture: boolean
  /** The index and edge arrays are those of another record. */
  readonly isReuse: boolean
}

/** Contents of a record. */
export interface RecordContent {
  readonly positions: Uint16Array
  readonly normals: Int8Array | null
  readonly colors: Uint8Array | null
  readonly textureCoordinates: QuantisedTextureCoordinates | null
  /** Empty for a record that reuses those of another one. */
  readonly indices: Uint32Array
  readonly edges: Uint32Array
  readonly levels: readonly MeshLevel[]
}

const noIndices = new Uint32Array(0)
/** Numbers of vertices up to which 16 bits per index suffice. */
const maxNarrowVertices = 0x10000
const levelNumbers = 3
const textureNumbers = 3

/** Returns the shape of a geometry's record. */
export function describeRecord(geometry: PlacedGeometry, isReuse: boolean): RecordShape {
  const isMesh = hasTriangles(geometry)
  return {
    vertexCount: geometry.positions.length / 3,
    indexCount: isMesh ? geometry.indices.length : 0,
    edgeCount: hasPoints(geometry) ? 0 : geometry.edges.length,
    levelCount: isMesh ? geometry.levels.length : 0,
    hasNormals: isMesh && geometry.normals !== null,
    hasColors: (isMesh || hasPoints(geometry)) && geometry.colors !== null,
    hasTexture: isMesh && geometry.textureCoordinates !== undefined,
    isReuse,
  }
}

/** Byte offsets of the arrays of a record, wide elements first, so that each is aligned. */
function layOut(
  shape: RecordShape,
): Record<'indices' | 'edges' | 'positions' | 'texture' | 'normals' | 'colors' | 'end', number> {
  const indexBytes = shape.vertexCount > maxNarrowVertices ? 4 : 2
  const stored = shape.isReuse ? 0 : indexBytes
  const indices = 8 * (shape.levelCount * levelNumbers + (shape.hasTexture ? textureNumbers : 0))
  const edges = indices + shape.indexCount * stored
  const positions = edges + shape.edgeCount * stored
  const texture = positions + shape.vertexCount * 6
  const normals = texture + (shape.hasTexture ? shape.vertexCount * 4 : 0)
  const colors = normals + (shape.hasNormals ? shape.vertexCount * 2 : 0)
  const end = colors + (shape.hasColors ? shape.vertexCount * 4 : 0)
  return { indices, edges, positions, texture, normals, colors, end: Math.ceil(end / 8) * 8 }
}

/** Returns the length of a record in bytes, a multiple of 8. */
export const measureRecord = (shape: RecordShape): number => layOut(shape).end

/** Encodes a geometry; its step, area and the like are columns beside the record. */
export function encodeRecord(geometry: PlacedGeometry, shape: RecordShape): Uint8Array {
  const layout = layOut(shape)
  const bytes = new Uint8Array(layout.end)
  const { buffer } = bytes
  const IndexArray = shape.vertexCount > maxNarrowVertices ? Uint32Array : Uint16Array
  new Uint16Array(buffer, layout.positions, shape.vertexCount * 3).set(geometry.positions)
  if (!shape.isReuse && !hasPoints(geometry)) new IndexArray(buffer, layout.edges, shape.edgeCount).set(geometry.edges)
  if (!hasTriangles(geometry)) {
    if (hasPoints(geometry) && geometry.colors !== null) bytes.set(geometry.colors, layout.colors)
    return bytes
  }
  const { colors, indices, levels, normals, textureCoordinates: texture } = geometry
  const numbers = levels.flatMap(({ start, count, errorMetres }) => [start, count, errorMetres])
  if (texture !== undefined) numbers.push(...texture.offset, texture.step)
  new Float64Array(buffer, 0, numbers.length).set(numbers)
  if (!shape.isReuse) new IndexArray(buffer, layout.indices, shape.indexCount).set(indices)
  if (texture !== undefined) new Uint16Array(buffer, layout.texture, shape.vertexCount * 2).set(texture.values)
  if (normals !== null) new Int8Array(buffer, layout.normals, shape.vertexCount * 2).set(normals)
  if (colors !== null) bytes.set(colors, layout.colors)
  return bytes
}

/** Decodes a record; arrays are views of its buffer where the types agree. */
export function decodeRecord({ buffer }: { readonly buffer: ArrayBuffer }, shape: RecordShape): RecordContent {
  const layout = layOut(shape)
  const { vertexCount, levelCount } = shape
  const IndexArray = vertexCount > maxNarrowVertices ? Uint32Array : Uint16Array
  const readIndices = (start: number, count: number): Uint32Array =>
    shape.isReuse || count === 0 ? noIndices : new Uint32Array(new IndexArray(buffer, start, count))
  const numbers = new Float64Array(buffer, 0, layout.indices / 8)
  const levels = Array.from({ length: levelCount }, (_, level): MeshLevel => {
    const at = level * levelNumbers
    return { start: numbers[at], count: numbers[at + 1], errorMetres: numbers[at + 2] }
  })
  const textureAt = levelCount * levelNumbers
  return {
    positions: new Uint16Array(buffer, layout.positions, vertexCount * 3),
    normals: shape.hasNormals ? new Int8Array(buffer, layout.normals, vertexCount * 2) : null,
    colors: shape.hasColors ? new Uint8Array(buffer, layout.colors, vertexCount * 4) : null,
    textureCoordinates: shape.hasTexture
      ? {
          values: new Uint16Array(buffer, layout.texture, vertexCount * 2),
          offset: [numbers[textureAt], numbers[textureAt + 1]],
          step: numbers[textureAt + 2],
        }
      : null,
    indices: readIndices(layout.indices, shape.indexCount),
    edges: readIndices(layout.edges, shape.edgeCount),
    levels,
  }
}
