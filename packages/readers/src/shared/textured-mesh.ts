import type { MeshInput } from '@kamar/scene'

/** Where the corners of a mesh stand on a texture. */
export interface IndexedTextureCoordinates {
  /** Row of each corner, in the order of the mesh's indices; below 0 for none. */
  readonly rows: ArrayLike<number>
  /** u (0) or v (1) of a row, v running down from the picture's upper edge. */
  readonly coordinate: (row: number, axis: 0 | 1) => number
}

/** Finds or makes a vertex for each different pair of a vertex and a row. */
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
 * The mesh with texture coordinates: its vertices are split where corners stand on different places of the texture, and
 * keep the normals and colours that they have. Corners without a place stand on the picture's first corner.
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
