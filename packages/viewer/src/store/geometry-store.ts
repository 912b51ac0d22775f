import { geometryKind } from '@kamar/view-package/read'
import type { PlacedChunk } from './placed-chunk.js'
import { grown } from './growable.js'

/** What a geometry is made of: corners count from its first vertex, vertices are four numbers each. */
export interface GeometryShape {
  readonly vertices: Uint16Array
  /** Of its first vertex in `vertices`. */
  readonly firstVertex: number
  readonly corners: Uint16Array | Uint32Array
  readonly cornerStart: number
  readonly cornerCount: number
  /** Corners are those of triangles, or ends of segments; points have none, every vertex is one. */
  readonly kind: 'triangles' | 'lines' | 'points'
  readonly vertexCount: number
}

const kindNames: Readonly<Record<number, GeometryShape['kind']>> = {
  [geometryKind.triangles]: 'triangles',
  [geometryKind.lines]: 'lines',
  [geometryKind.points]: 'points',
}

/** Unique geometries as they were decoded: what picking reads. One row per geometry. */
export class GeometryStore {
  count = 0
  readonly #chunks: PlacedChunk[] = []
  #chunkOf = new Uint16Array(0)
  /** Three per geometry: largest quantised coordinate. */
  extent = new Uint16Array(0)

  /** Keeps the picking arrays of a chunk. */
  append(chunk: PlacedChunk): void {
    const { count, extent } = chunk.geometries
    const end = this.count + count
    this.#chunkOf = grown(this.#chunkOf, end)
    this.#chunkOf.fill(this.#chunks.length, this.count, end)
    this.extent = grown(this.extent, end * 3)
    this.extent.set(extent, this.count * 3)
    this.#chunks.push(forPicking(chunk))
    this.count = end
  }

  /** Number of the chunk that a geometry came with. */
  chunkOf(geometry: number): number {
    return this.#chunkOf[geometry]
  }
  /** Lets the shapes of a chunk go: until they are put back they have neither triangles nor vertices. */
  letGo(chunk: number): void {
    this.#chunks[chunk] = { ...this.#chunks[chunk], ...noShapes }
  }
  /** Shapes of a chunk that were let go. */
  putBack(chunk: number, { vertices, narrowCorners, wideCorners }: PlacedChunk): void {
    this.#chunks[chunk] = { ...this.#chunks[chunk], vertices, narrowCorners, wideCorners }
  }
  /** Bytes of a chunk's shapes. */
  bytesOf(chunk: number): number {
    const { vertices, narrowCorners, wideCorners } = this.#chunks[chunk]
    return vertices.byteLength + narrowCorners.byteLength + wideCorners.byteLength
  }

  /** The triangles of a geometry, without a copy. */
  shapeOf(geometry: number): GeometryShape {
    const chunk = this.#chunks[this.#chunkOf[geometry]]
    const row = geometry - chunk.firstGeometry
    const { geometries } = chunk
    const isHere = chunk.vertices.length > 0
    return {
      vertices: chunk.vertices,
      firstVertex: geometries.vertexStart[row],
      corners: geometries.wide[row] === 1 ? chunk.wideCorners : chunk.narrowCorners,
      cornerStart: geometries.cornerStart[row],
      cornerCount: isHere ? geometries.cornerCount[row] : 0,
      kind: kindNames[geometries.kind[row]] ?? 'triangles',
      vertexCount: isHere ? geometries.vertexCount[row] : 0,
    }
  }

  /** Bytes held for picking. */
  get byteLength(): number {
    return this.#chunks.reduce((sum, _, chunk) => sum + this.bytesOf(chunk), 0)
  }
}

/** A chunk without what only the graphics card needs, so that it can be collected. */
function forPicking(chunk: PlacedChunk): PlacedChunk {
  return {
    ...chunk,
    copiedVertices: new Uint16Array(0),
    owners: new Uint32Array(0),
    colors: null,
    indices: new Uint32Array(0),
    instances: { ...chunk.instances, ...noRows },
  }
}

const noShapes = {
  vertices: new Uint16Array(0),
  narrowCorners: new Uint16Array(0),
  wideCorners: new Uint32Array(0),
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
