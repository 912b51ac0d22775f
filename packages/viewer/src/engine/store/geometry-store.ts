import { geometryKind, mapArrays, releaseArrays } from '@kamar/package-format/read'
import type { GpuChunk } from './gpu-chunk.js'
import { grown } from './growable.js'

/** Data of a geometry: indices count from its first vertex, vertices are four numbers each. */
export interface GeometryShape {
  readonly vertices: Uint16Array
  /** Offset of its first vertex in `vertices`. */
  readonly firstVertex: number
  readonly indices: Uint16Array | Uint32Array
  readonly indexStart: number
  readonly indexCount: number
  /** Indices are those of triangles, or ends of segments; points have none, as every vertex is one. */
  readonly kind: 'triangles' | 'lines' | 'points'
  readonly vertexCount: number
}

const kindNames: Readonly<Record<number, GeometryShape['kind']>> = {
  [geometryKind.triangles]: 'triangles',
  [geometryKind.lines]: 'lines',
  [geometryKind.points]: 'points',
}

/** Unique geometries as decoded, for picking. One row per geometry. */
export class GeometryStore {
  count = 0
  readonly #chunks: GpuChunk[] = []
  #chunkOf = new Uint16Array(0)
  /** Three per geometry: largest quantised coordinate. */
  extent = new Uint16Array(0)

  /** Stores the picking arrays of a chunk. */
  append(chunk: GpuChunk): void {
    const { count, extent } = chunk.geometries
    const end = this.count + count
    this.#chunkOf = grown(this.#chunkOf, end)
    this.#chunkOf.fill(this.#chunks.length, this.count, end)
    this.extent = grown(this.extent, end * 3)
    this.extent.set(extent, this.count * 3)
    this.#chunks.push(forPicking(chunk))
    this.count = end
  }

  /** Puts a copy of a chunk at free numbers of geometries. */
  put(
    chunk: GpuChunk,
    { chunkNumber, firstGeometry }: { readonly chunkNumber: number; readonly firstGeometry: number },
  ): void {
    const { count, extent } = chunk.geometries
    const end = firstGeometry + count
    this.#chunkOf = grown(this.#chunkOf, end)
    this.#chunkOf.fill(chunkNumber, firstGeometry, end)
    this.extent = grown(this.extent, end * 3)
    this.extent.set(extent, firstGeometry * 3)
    this.#chunks[chunkNumber] = { ...mapArrays(forPicking(chunk), (array) => array.slice()), firstGeometry }
    this.count = Math.max(this.count, end)
  }
  /** Removes a chunk with its geometries, and frees their memory. */
  remove(chunkNumber: number): void {
    const chunk = this.#chunks[chunkNumber]
    this.#chunks[chunkNumber] = { ...chunk, ...noShapes, geometries: noGeometries }
    releaseArrays(chunk)
  }

  /** Returns the number of a geometry's chunk. */
  chunkOf(geometry: number): number {
    return this.#chunkOf[geometry]
  }
  /** Evicts the shapes of a chunk: until they are put back they have neither triangles nor vertices. */
  evict(chunk: number): void {
    this.#chunks[chunk] = { ...this.#chunks[chunk], ...noShapes }
  }
  /** Restores the evicted shapes of a chunk. */
  restore(chunk: number, { vertices, indices16, indices32 }: GpuChunk): void {
    this.#chunks[chunk] = { ...this.#chunks[chunk], vertices, indices16, indices32 }
  }
  /** Returns the bytes of a chunk's shapes. */
  getByteLength(chunk: number): number {
    const { vertices, indices16, indices32 } = this.#chunks[chunk]
    return vertices.byteLength + indices16.byteLength + indices32.byteLength
  }

  /** Returns the triangles of a geometry, without a copy. */
  getShape(geometry: number): GeometryShape {
    const chunk = this.#chunks[this.#chunkOf[geometry]]
    const row = geometry - chunk.firstGeometry
    const { geometries } = chunk
    const isResident = chunk.vertices.length > 0
    return {
      vertices: chunk.vertices,
      firstVertex: geometries.vertexStart[row],
      indices: geometries.wide[row] === 1 ? chunk.indices32 : chunk.indices16,
      indexStart: geometries.indexStart[row],
      indexCount: isResident ? geometries.indexCount[row] : 0,
      kind: kindNames[geometries.kind[row]] ?? 'triangles',
      vertexCount: isResident ? geometries.vertexCount[row] : 0,
    }
  }

  /** Bytes used for picking. */
  get byteLength(): number {
    return this.#chunks.reduce((sum, _, chunk) => sum + this.getByteLength(chunk), 0)
  }
}

/** Returns a chunk without the data that only the GPU needs, so that it can be garbage collected. */
function forPicking(chunk: GpuChunk): GpuChunk {
  return {
    ...chunk,
    copiedVertices: new Uint16Array(0),
    owners: new Uint32Array(0),
    colors: null,
    textureCoordinates: null,
    indices: new Uint32Array(0),
    instances: { ...chunk.instances, ...noRows },
  }
}

const noShapes = {
  vertices: new Uint16Array(0),
  indices16: new Uint16Array(0),
  indices32: new Uint32Array(0),
} as const

const noGeometries = {
  count: 0,
  vertexStart: new Uint32Array(0),
  vertexCount: new Uint32Array(0),
  indexStart: new Uint32Array(0),
  indexCount: new Uint32Array(0),
  wide: new Uint8Array(0),
  kind: new Uint8Array(0),
  extent: new Uint16Array(0),
} as const

const noRows = {
  count: 0,
  node: new Uint32Array(0),
  geometry: new Uint32Array(0),
  color: new Uint8Array(0),
  placement: new Float32Array(0),
  sphere: new Float32Array(0),
  levelError: new Float32Array(0),
  ranges: new Uint32Array(0),
  flags: new Uint8Array(0),
} as const
