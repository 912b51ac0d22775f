/**
 * Arrays reused between meshes: a model has tens of thousands of small meshes, and allocating a dozen arrays for each
 * cost as much as the work on them (measured: 0.3 s of 1.1 s on 16,000 meshes). One mesh is prepared at a time.
 */
export class Workspace {
  /** Welded vertices: x y z in metres from the mesh's minimum corner. */
  position = new Float64Array(0)
  /** Welded vertices: x y z in quantisation steps. */
  quantised = new Uint16Array(0)
  /** Welded vertices: hash of the position. */
  vertexHash = new Int32Array(0)
  /** Hash table of welded vertices or of edges: number + 1; 0 is free. */
  table = new Int32Array(0)
  /** Per source vertex: welded vertex, -1 before its first use, -2 when it is not finite. */
  weldedOf = new Int32Array(0)
  /** Per corner: welded vertex. */
  corner = new Int32Array(0)
  /** Per corner: input vertex. */
  source = new Int32Array(0)
  /** Per corner, as the half-edge to the next corner: see `twinKind`. */
  twin = new Int32Array(0)
  /** Per triangle: x y z of the unit normal. */
  faceNormal = new Float64Array(0)
  /** Per corner: parent in the union-find of corners that share a normal. */
  fan = new Int32Array(0)
  /** Per root corner of a fan: x y z of the sum of weighted normals. */
  fanNormal = new Float64Array(0)
  /** Per corner: output vertex. */
  output = new Int32Array(0)
  /**
   * Per output vertex: its welded vertex, packed normal, colour and texture coordinate, and the next output vertex at
   * the same position.
   */
  vertices = emptyVertices(0)
  /** Stack of triangles or half-edges. */
  stack = new Int32Array(0)
  /** Per triangle: component, -1 before it is visited. */
  component = new Int32Array(0)
  /** Per triangle: 1 when wound opposite to the first triangle of its component. */
  flipped = new Uint8Array(0)

  /** Reserves space for a mesh of so many source vertices and corners. */
  reserve(vertices: number, corners: number): void {
    if (Math.max(vertices, corners) > this.weldedOf.length)
      this.weldedOf = new Int32Array(grown(Math.max(vertices, corners)))
    if (corners <= this.corner.length) return
    const size = grown(corners)
    this.position = new Float64Array(size * 3)
    this.quantised = new Uint16Array(size * 3)
    this.corner = new Int32Array(size)
    this.source = new Int32Array(size)
    this.twin = new Int32Array(size)
    this.faceNormal = new Float64Array(size)
    this.vertexHash = new Int32Array(size)
    this.fan = new Int32Array(size)
    this.fanNormal = new Float64Array(size * 3)
    this.output = new Int32Array(size)
    this.vertices = emptyVertices(size)
    this.stack = new Int32Array(size)
    this.component = new Int32Array(size / 3 + 1)
    this.flipped = new Uint8Array(size / 3 + 1)
  }

  /** Returns an empty hash table for so many keys; its length is a power of two, at least twice the keys. */
  emptyTable(keys: number): Int32Array {
    const length = 1 << (32 - Math.clz32(Math.max(keys * 2 - 1, 15)))
    if (length > this.table.length) this.table = new Int32Array(length)
    const table = this.table.subarray(0, length)
    table.fill(0)
    return table
  }

  /** Releases memory after an exceptionally large mesh. */
  trim(): void {
    if (this.corner.length <= maxRetainedCorners) return
    Object.assign(this, new Workspace())
  }
}

/** Columns of output vertices under construction. */
export interface VertexColumns {
  readonly weldedVertex: Int32Array
  readonly normal: Int32Array
  readonly color: Int32Array
  readonly texture: Int32Array
  readonly next: Int32Array
}

function emptyVertices(size: number): VertexColumns {
  const column = (): Int32Array => new Int32Array(size)
  return { weldedVertex: column(), normal: column(), color: column(), texture: column(), next: column() }
}

const maxRetainedCorners = 3_000_000
const grown = (size: number): number => Math.ceil((size * 1.5) / 3) * 3 + 96

/** Workspace of this thread. */
export const sharedWorkspace = new Workspace()
