import { prepareMesh, preparePoints } from '@kamar/mesh'
import type { LinesInput, MeshId, MeshInput, PointsInput, PreparedMesh, SourceTriangles } from '@kamar/core'
import { computeContentHash, haveSameContent, isTriangles, type Geometry } from './geometry-content.js'
import { GrowingColumn } from './growing-column.js'
import { quantiseLines } from './quantise-lines.js'
import { noTriangles, sumTriangles } from './source-triangles.js'

/**
 * Meshes by number and their unique geometries. Two meshes with equal quantised bytes share a geometry wherever they
 * are; equality is verified byte by byte, the hash only finds candidates.
 */
export class MeshStore {
  /** Unique geometries in order of arrival. */
  readonly geometries: Geometry[] = []
  /** Content hash per geometry, equal for equal bytes, independent of the order of arrival. */
  readonly contentHashes = new GrowingColumn(Uint32Array)
  /** Triangles of unique geometries. */
  triangles = 0
  /** Points of unique geometries. */
  points = 0
  /** Triangle counts of all added meshes, in the source and as stored. */
  source: SourceTriangles = noTriangles
  storedTriangles = 0
  readonly #geometryOfMesh = new GrowingColumn(Uint32Array)
  readonly #originOfMesh = new GrowingColumn(Float64Array)
  readonly #byHash = new Map<number, number[]>()

  get count(): number {
    return this.#geometryOfMesh.length
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

  #addGeometry(geometry: Geometry): MeshId {
    this.#geometryOfMesh.push(this.#intern(geometry))
    this.#originOfMesh.pushAll(geometry.origin)
    return this.#geometryOfMesh.length - 1
  }

  #intern(geometry: Geometry): number {
    const hash = computeContentHash(geometry)
    const candidates = this.#byHash.get(hash)
    const existing = candidates?.find((number) => haveSameContent(this.geometries[number], geometry))
    if (existing !== undefined) return existing
    const number = this.geometries.length
    this.geometries.push(geometry)
    this.contentHashes.push(hash)
    if (isTriangles(geometry)) this.triangles += geometry.levels[0].count / 3
    if ('kind' in geometry) this.points += geometry.positions.length / 3
    if (candidates === undefined) this.#byHash.set(hash, [number])
    else candidates.push(number)
    return number
  }
}
