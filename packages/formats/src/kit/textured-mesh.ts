import type { MeshInput } from '@kamar/core'

/** Texture coordinates of the corners of a mesh. */
export interface IndexedTextureCoordinates {
  /** Row per corner, in the order of the mesh's indices; below 0 for none. */
  readonly rows: ArrayLike<number>
  /** Returns u (0) or v (1) of a row, v downwards from the image's upper edge. */
  readonly coordinate: (row: number, axis: 0 | 1) => number
}

/** Index of vertices by pairs of a vertex and a row; creates missing ones. */
class Pairs {
  /** Vertex of the mesh and row, per pair. */
  readonly vertices: number[] = []
  readonly rows: number[] = []
  readonly #next: number[] = []
  readonly #first: Int32Array

  constructor(vertexCount: number) {
    this.#first = new Int32Array(vertexCount).fill(-1)
  }

  add(vertex: number, row: number): number {
    let pair = this.#first[vertex]
    while (pair >= 0 && this.rows[pair] !== row) pair = this.#next[pair]
    if (pair >= 0) return pair
    this.#next.push(this.#first[vertex])
    this.#first[vertex] = this.rows.length
    this.vertices.push(vertex)
    return this.rows.push(row) - 1
  }

  pick<Values extends Float32Array | Float64Array | Uint8Array>(values: Values, width: number): Values {
    const Class = values.constructor as new (length: number) => Values
    const picked = new Class(this.vertices.length * width)
    this.vertices.forEach((vertex, at) => {
      for (let column = 0; column < width; column++) picked[at * width + column] = values[vertex * width + column]
    })
    return picked
  }
}

/**
 * Adds texture coordinates to a mesh: splits vertices whose corners have different texture coordinates, and keeps their
 * normals and colours. Corners without coordinates get the image's first corner.
 */
export function texturedMesh(
  mesh: Omit<MeshInput, 'edges'>,
  { rows, coordinate }: IndexedTextureCoordinates,
): MeshInput {
  const pairs = new Pairs(Math.floor(mesh.positions.length / 3))
  const indices = mesh.indices.map((vertex, index) => pairs.add(vertex, rows[index]))
  const textureCoordinates = new Float32Array(2 * pairs.rows.length)
  pairs.rows.forEach((row, at) => {
    if (row < 0) return
    for (const axis of [0, 1] as const) {
      const value = coordinate(row, axis)
      if (Number.isFinite(value)) textureCoordinates[2 * at + axis] = value
    }
  })
  return {
    positions: pairs.pick(mesh.positions, 3),
    indices,
    textureCoordinates,
    ...(mesh.normals && { normals: pairs.pick(mesh.normals, 3) }),
    ...(mesh.colors && { colors: pairs.pick(mesh.colors, 4) }),
  }
}
