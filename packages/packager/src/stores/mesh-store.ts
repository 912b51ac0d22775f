import { prepareMesh, preparePoints } from '@kamar/mesh'
import type { LinesInput, MeshId, MeshInput, PointsInput, PreparedMesh, SourceTriangles } from '@kamar/core'
import type { ScratchStorage } from '../files/scratch-file.js'
import { hasPoints, hasTriangles, type PlacedGeometry } from '../pack/placed-scene.js'
import { computeContentHash, haveSameContent } from './geometry-content.js'
import { geometryObjectBytes, GeometryPool, loadGeometry } from './geometry-pool.js'
import { GrowingColumn } from './growing-column.js'
import { HashIndex } from './columns/hash-index.js'
import { quantiseLines } from './quantise-lines.js'
import { noTriangles, sumTriangles } from './source-triangles.js'

/**
 * Meshes by number and their unique geometries. Two meshes with equal quantised bytes share a geometry wherever they
 * are; equality is verified byte by byte, the hash only finds candidates.
 */
export class MeshStore {
  /**
   * Unique geometries in order of arrival; their own origins are unused, because the position of a mesh is stored with
   * the mesh. Large models keep them in a scratch file and read their arrays when they are asked for.
   */
  readonly geometries: PlacedGeometry[] = []
  /** Triangles of unique geometries. */
  triangles = 0
  /** Points of unique geometries. */
  points = 0
  /** Triangle counts of all added meshes, in the source and as stored. */
  source: SourceTriangles = noTriangles
  storedTriangles = 0
  readonly #geometryOfMesh = new GrowingColumn(Uint32Array)
  readonly #originOfMesh = new GrowingColumn(Float64Array)
  readonly #index = new HashIndex()
  readonly #storage: ScratchStorage | null
  #pool: GeometryPool | null = null
  /** Bytes of the geometries in memory. */
  #bytes = 0

  constructor(storage: ScratchStorage | null = null) {
    this.#storage = storage
  }

  get count(): number {
    return this.#geometryOfMesh.length
  }
  /** Content hash per geometry, equal for equal bytes, independent of the order of arrival. */
  get contentHashes(): Uint32Array {
    return this.#index.hashes.view()
  }
  /** Geometry number per mesh. */
  get geometryOfMesh(): Uint32Array {
    return this.#geometryOfMesh.view()
  }
  /** x y z per mesh: position of its geometry's origin in the mesh's frame, metres. */
  get originOfMesh(): Float64Array {
    return this.#originOfMesh.view()
  }

  /** Adds a mesh, preparing it unless the reader did; null when it is empty afterwards. */
  addMesh(mesh: MeshInput | PreparedMesh): MeshId | null {
    const prepared = 'levels' in mesh ? mesh : prepareMesh(mesh)
    const triangles = Math.floor(mesh.indices.length / 3)
    this.source = sumTriangles(this.source, prepared?.source ?? { ...noTriangles, triangles, withoutArea: triangles })
    if (prepared === null || prepared.indices.length === 0) return null
    this.storedTriangles += prepared.levels[0].count / 3
    return this.#addGeometry(prepared)
  }

  /** Adds line segments. */
  addLines(lines: LinesInput): MeshId {
    return this.#addGeometry(quantiseLines(lines))
  }

  /** Adds points. */
  addPoints(points: PointsInput): MeshId {
    return this.#addGeometry(preparePoints(points))
  }

  /**
   * Replaces a geometry by its final form. The triangles and edges of one that reuses those of another geometry are
   * stored with that one only.
   */
  replace(number: number, geometry: PlacedGeometry, template: number | null = null): void {
    this.geometries[number] =
      this.#pool?.add(geometry, template === null ? null : this.geometries[template]) ?? geometry
  }

  /** Frees the scratch file. */
  close(): void {
    this.#pool?.close()
  }

  #addGeometry(geometry: PlacedGeometry): MeshId {
    this.#geometryOfMesh.push(this.#intern(geometry))
    this.#originOfMesh.pushAll(geometry.origin)
    return this.#geometryOfMesh.length - 1
  }

  #intern(geometry: PlacedGeometry): number {
    const hash = computeContentHash(geometry)
    const existing = this.#index.find(hash, (number) =>
      haveSameContent(loadGeometry(this.geometries[number]), geometry),
    )
    if (existing >= 0) return existing
    this.geometries.push(this.#store(geometry))
    if (hasTriangles(geometry)) this.triangles += geometry.levels[0].count / 3
    if (hasPoints(geometry)) this.points += geometry.positions.length / 3
    return this.#index.add(hash)
  }

  #store(geometry: PlacedGeometry): PlacedGeometry {
    if (this.#pool !== null) return this.#pool.add(geometry)
    this.#bytes += geometryObjectBytes + measureArrays(geometry)
    if (this.#storage === null || this.#bytes <= this.#storage.memoryBytes) return geometry
    const pool = new GeometryPool(this.#storage)
    this.#pool = pool
    this.geometries.forEach((own, number) => (this.geometries[number] = pool.add(own)))
    return pool.add(geometry)
  }
}

/** Returns about the bytes of a geometry's arrays. */
function measureArrays(geometry: PlacedGeometry): number {
  if (!hasTriangles(geometry)) return geometry.positions.length * 6
  return geometry.positions.length * 3 + (geometry.indices.length + geometry.edges.length) * 4
}
