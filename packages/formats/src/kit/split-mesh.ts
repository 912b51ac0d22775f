import type { MeshId, MeshInput, SceneBuilder } from '@kamar/core'
import { dropBorderEdges, prepareMesh } from '@kamar/mesh'

/**
 * Number of triangles above which readers give a mesh to the scene in several: the mesh stage works on a whole mesh
 * without a pause, with some 200 bytes for each triangle.
 */
export const maxMeshTriangles = 2 ** 20

/** Maximum number of triangles of a part: small enough to be culled as a whole, large enough to keep parts few. */
const maxPartTriangles = 2 ** 17

/** A mesh that can be split: without edges of its own, which a part would have to share. */
export type SplittableMesh = Omit<MeshInput, 'edges'>

/** Adds a mesh to the scene in parts; returns the meshes with content. */
export async function addInParts(scene: SceneBuilder, mesh: SplittableMesh): Promise<MeshId[]> {
  const meshes: MeshId[] = []
  for (const part of splitMesh(mesh)) {
    const prepared = prepareMesh(part)
    const added = scene.addMesh(prepared === null ? part : dropBorderEdges(prepared))
    if (added !== null) meshes.push(added)
    await scene.settle()
  }
  return meshes
}

/**
 * Splits a mesh into parts of neighbouring triangles, halved across the longest side until each is small enough. The
 * parts share the frame of the mesh; triangles of a part stay in order.
 */
export function* splitMesh(mesh: SplittableMesh, maxTriangles = maxPartTriangles): Generator<SplittableMesh> {
  const parts = new PartWriter(mesh)
  const centers = computeCenters(mesh)
  const stack: Uint32Array[] = [Uint32Array.from({ length: centers.length / 3 }, (_, triangle) => triangle)]
  for (let triangles = stack.pop(); triangles !== undefined; triangles = stack.pop()) {
    if (triangles.length <= maxTriangles) yield parts.write(triangles)
    else stack.push(...halve(centers, triangles).toReversed())
  }
}

/** Computes three times the centre of each triangle: the sum of its vertices. */
function computeCenters({ positions, indices }: SplittableMesh): Float32Array {
  const centers = new Float32Array(3 * Math.floor(indices.length / 3))
  for (let at = 0; at < centers.length; at += 3) {
    const [a, b, c] = [3 * indices[at], 3 * indices[at + 1], 3 * indices[at + 2]]
    centers[at] = positions[a] + positions[b] + positions[c]
    centers[at + 1] = positions[a + 1] + positions[b + 1] + positions[c + 1]
    centers[at + 2] = positions[a + 2] + positions[b + 2] + positions[c + 2]
  }
  return centers
}

const bins = 4096

/** Halves a list of triangles at the plane across their longest side that leaves the halves most alike. */
function halve(centers: Float32Array, triangles: Uint32Array): Uint32Array[] {
  const { axis, min, max } = longestSide(centers, triangles)
  const scale = bins / (max - min)
  const median = Number.isFinite(scale) ? medianBin(centers, triangles, { axis, min, scale }) : 0
  const [low, high] = [new Uint32Array(triangles.length), new Uint32Array(triangles.length)]
  let [lows, highs] = [0, 0]
  for (const triangle of triangles) {
    if (Math.floor((centers[3 * triangle + axis] - min) * scale) < median) low[lows++] = triangle
    else high[highs++] = triangle
  }
  // Where most triangles coincide, any cut is valid.
  const half = triangles.length >> 1
  if (Math.min(lows, highs) < half >> 3) return [triangles.slice(0, half), triangles.slice(half)]
  return [low.slice(0, lows), high.slice(0, highs)]
}

interface Axis {
  readonly axis: number
  readonly min: number
  readonly scale: number
}

/** Returns the bin at which half of the triangles are in lower ones. */
function medianBin(centers: Float32Array, triangles: Uint32Array, { axis, min, scale }: Axis): number {
  const counts = new Uint32Array(bins + 1)
  for (const triangle of triangles) counts[Math.floor((centers[3 * triangle + axis] - min) * scale)]++
  let bin = 0
  for (let lower = 0; bin < bins && lower < triangles.length / 2; bin++) lower += counts[bin]
  return bin
}

function longestSide(centers: Float32Array, triangles: Uint32Array): { axis: number; min: number; max: number } {
  const sides = [0, 1, 2].map((axis) => {
    let [min, max] = [Infinity, -Infinity]
    for (const triangle of triangles) {
      const center = centers[3 * triangle + axis]
      if (center < min) min = center
      if (center > max) max = center
    }
    return { axis, min, max }
  })
  return sides.reduce((longest, side) => (side.max - side.min > longest.max - longest.min ? side : longest))
}

/** Writer of parts, which numbers the vertices of each anew. */
class PartWriter {
  readonly #mesh: SplittableMesh
  /** Vertex of the part plus one, by vertex of the mesh; 0 where the part has none. */
  readonly #local: Uint32Array
  readonly #vertices: Uint32Array

  constructor(mesh: SplittableMesh) {
    this.#mesh = mesh
    this.#local = new Uint32Array(mesh.positions.length / 3)
    this.#vertices = new Uint32Array(Math.min(this.#local.length, mesh.indices.length))
  }

  write(triangles: Uint32Array): SplittableMesh {
    const { positions, normals, colors, textureCoordinates } = this.#mesh
    const { indices, vertices } = this.#number(triangles)
    return {
      positions: copyRows(positions, vertices, 3),
      indices,
      ...(normals && { normals: copyRows(normals, vertices, 3) }),
      ...(colors && { colors: copyRows(colors, vertices, 4) }),
      ...(textureCoordinates && { textureCoordinates: copyRows(textureCoordinates, vertices, 2) }),
    }
  }

  #number(triangles: Uint32Array): { readonly indices: Uint32Array; readonly vertices: Uint32Array } {
    const [local, vertices, source] = [this.#local, this.#vertices, this.#mesh.indices]
    const indices = new Uint32Array(3 * triangles.length)
    let [count, at] = [0, 0]
    for (const triangle of triangles) {
      for (let index = 3 * triangle; index < 3 * triangle + 3; index++) {
        const vertex = source[index]
        if (local[vertex] === 0) {
          vertices[count++] = vertex
          local[vertex] = count
        }
        indices[at++] = local[vertex] - 1
      }
    }
    for (let used = 0; used < count; used++) local[vertices[used]] = 0
    return { indices, vertices: vertices.subarray(0, count) }
  }
}

type Values = Float32Array | Float64Array | Uint8Array

/** Copies the rows of some vertices. */
function copyRows<Column extends Values>(values: Column, vertices: Uint32Array, width: number): Column {
  const rows = new (values.constructor as new (length: number) => Column)(width * vertices.length)
  let target = 0
  for (const vertex of vertices) {
    for (let from = width * vertex; from < width * (vertex + 1); from++) rows[target++] = values[from]
  }
  return rows
}
