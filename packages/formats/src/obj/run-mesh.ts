import type { LinesInput, MeshInput, PointsInput } from '@kamar/core'
import { GrowingUint32 } from '../kit/growing-array.js'
import { toImageCoordinate, type TextureTransform } from '../kit/texture-transform.js'
import { texturedMesh } from '../kit/textured-mesh.js'
import type { ModelCollector, Run } from './model-collector.js'

type Point = readonly [x: number, y: number, z: number]

/** A mesh or lines relative to a nearby origin, and that origin. */
export interface LocalShape<Shape> {
  readonly shape: Shape
  /** Metres, Z up. */
  readonly origin: Point
}

/** Source axes of the conversion from Y up to Z up: x stays, -z becomes y, y becomes z. */
const sourceAxis = [0, 2, 1] as const
const axisSign = [1, -1, 1] as const

/**
 * Mesher of runs, with one vertex for each distinct pair of position and normal. The pairs are found through one list
 * per vertex index, without hashing; all runs share the table of list heads.
 */
export class RunMesher {
  readonly #model: ModelCollector
  readonly #metresPerUnit: number
  /** First local vertex of a vertex index, plus one; 0 where the run has not used it yet. */
  #firstLocal = new Uint32Array(0)

  constructor(model: ModelCollector, metresPerUnit: number) {
    this.#model = model
    this.#metresPerUnit = metresPerUnit
  }

  /** Creates the mesh of a run's triangles, with vertex colours only where the file states any. */
  mesh(run: Run): LocalShape<MeshInput> {
    const { indices, vertices, keys } = this.#deduplicateVertices(run)
    const { positions, origin } = this.#localPositions(vertices)
    const colors = this.#vertexColors(vertices)
    const normals = this.#computeNormals(run, { positions, indices, keys })
    return { shape: { positions, indices, ...(normals ? { normals } : {}), ...(colors ? { colors } : {}) }, origin }
  }

  /**
   * Creates the mesh of a run's triangles with texture coordinates, if the file states them; OBJ counts v upwards from
   * the lower edge.
   */
  texturedMesh(run: Run, transform: TextureTransform): LocalShape<MeshInput> {
    const { shape, origin } = this.mesh(run)
    const { textureCoordinates: table } = this.#model
    const rows = Int32Array.from({ length: run.textures.length }, (_, index) => run.textures.at(index) - 1)
    if (rows.every((row) => row < 0)) return { shape, origin }
    const coordinate = (row: number, axis: 0 | 1): number =>
      toImageCoordinate(transform, [table.at(row, 0), table.at(row, 1)], axis)
    return { shape: texturedMesh(shape, { rows, coordinate }), origin }
  }

  /** Creates the line segments of a run. */
  lines(run: Run): LocalShape<LinesInput> {
    const { positions, origin } = this.#localPositions(run.segments)
    return { shape: { positions, indices: Uint32Array.from({ length: run.segments.length }, (_, at) => at) }, origin }
  }

  /** Creates the points of a run, with the colours of their vertices. */
  points(run: Run): LocalShape<PointsInput> {
    const { positions, origin } = this.#localPositions(run.points)
    const colors = this.#vertexColors(run.points)
    return { shape: { positions, ...(colors && { colors }) }, origin }
  }

  #deduplicateVertices({ faceVertices }: Run): { indices: Uint32Array; vertices: GrowingUint32; keys: GrowingUint32 } {
    const firstLocal = this.#heads()
    const [vertices, keys, next] = [new GrowingUint32(), new GrowingUint32(), new GrowingUint32()]
    const indices = new Uint32Array(faceVertices.length / 2)
    for (let index = 0; index < indices.length; index++) {
      const vertex = faceVertices.at(2 * index)
      const key = faceVertices.at(2 * index + 1)
      let local = firstLocal[vertex]
      while (local !== 0 && keys.at(local - 1) !== key) local = next.at(local - 1)
      if (local === 0) {
        vertices.push(vertex)
        keys.push(key)
        next.push(firstLocal[vertex])
        local = vertices.length
        firstLocal[vertex] = local
      }
      indices[index] = local - 1
    }
    for (let local = 0; local < vertices.length; local++) firstLocal[vertices.at(local)] = 0
    return { indices, vertices, keys }
  }

  #heads(): Uint32Array {
    const { count } = this.#model.positions
    if (this.#firstLocal.length < count) this.#firstLocal = new Uint32Array(Math.ceil(count * 1.5))
    return this.#firstLocal
  }

  #localPositions(vertices: GrowingUint32): { positions: Float32Array; origin: Point } {
    const { positions: table } = this.#model
    const scale = this.#metresPerUnit
    const positions = new Float32Array(3 * vertices.length)
    const origin: [number, number, number] = [0, 0, 0]
    for (const axis of [0, 1, 2] as const) {
      const [source, factor] = [sourceAxis[axis], axisSign[axis] * scale]
      let smallest = Infinity
      for (let local = 0; local < vertices.length; local++) {
        smallest = Math.min(smallest, factor * table.at(vertices.at(local), source))
      }
      for (let local = 0; local < vertices.length; local++) {
        positions[3 * local + axis] = factor * table.at(vertices.at(local), source) - smallest
      }
      origin[axis] = smallest + 0
    }
    return { positions, origin }
  }

  #vertexColors(vertices: GrowingUint32): Uint8Array | null {
    const { colors } = this.#model
    if (!colors.any) return null
    const channels = new Uint8Array(4 * vertices.length)
    let any = false
    for (let local = 0; local < vertices.length; local++)
      any = colors.copy(vertices.at(local), channels, 4 * local) || any
    return any ? channels : null
  }

  #computeNormals(
    run: Run,
    mesh: { positions: Float32Array; indices: Uint32Array; keys: GrowingUint32 },
  ): Float32Array | null {
    if (run.normals === 'file') return this.#normalsOfFile(mesh.keys)
    return run.normals === 'smoothing groups' ? smoothNormals(mesh.positions, mesh.indices) : null
  }

  #normalsOfFile(keys: GrowingUint32): Float32Array {
    const { normals: table } = this.#model
    const normals = new Float32Array(3 * keys.length)
    for (let local = 0; local < keys.length; local++) {
      const normal = keys.at(local)
      const [x, y, z] = [table.at(normal, 0), table.at(normal, 1), table.at(normal, 2)]
      const length = Math.hypot(x, y, z)
      normals[3 * local] = x / length
      normals[3 * local + 1] = (0 - z) / length
      normals[3 * local + 2] = y / length
    }
    return normals
  }
}

/**
 * Computes the normals of vertices already split by smoothing group: the sum of their faces' normals, each weighted by
 * its angle at the vertex, so that the triangulation of a face does not matter.
 */
function smoothNormals(positions: Float32Array, indices: Uint32Array): Float32Array {
  const normals = new Float32Array(positions.length)
  for (let at = 0; at < indices.length; at += 3) {
    for (let index = 0; index < 3; index++) {
      const current = 3 * indices[at + index]
      addWeightedNormal(normals, positions, [
        current,
        3 * indices[at + ((index + 1) % 3)],
        3 * indices[at + ((index + 2) % 3)],
      ])
    }
  }
  for (let at = 0; at < normals.length; at += 3) {
    const length = Math.hypot(normals[at], normals[at + 1], normals[at + 2])
    if (length > 0) for (let axis = 0; axis < 3; axis++) normals[at + axis] /= length
    else normals[at + 2] = 1
  }
  return normals
}

/** Adds a triangle's normal, weighted by its angle at the first of its three corners, to that corner's normal. */
function addWeightedNormal(
  normals: Float32Array,
  positions: Float32Array,
  [current, next, last]: readonly [number, number, number],
): void {
  const ux = positions[next] - positions[current]
  const uy = positions[next + 1] - positions[current + 1]
  const uz = positions[next + 2] - positions[current + 2]
  const vx = positions[last] - positions[current]
  const vy = positions[last + 1] - positions[current + 1]
  const vz = positions[last + 2] - positions[current + 2]
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
  const length = Math.hypot(x, y, z)
  if (length === 0) return
  const weight = Math.atan2(length, ux * vx + uy * vy + uz * vz) / length
  normals[current] += x * weight
  normals[current + 1] += y * weight
  normals[current + 2] += z * weight
}
