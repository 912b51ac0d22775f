import { GeometryStore } from '../../engine/store/geometry-store.js'
import { grown } from '../../engine/store/growable.js'
import { placementStride, type GpuChunk } from '../../engine/store/gpu-chunk.js'

/** Triangles of one element among the collected ones. */
export interface TriangleSpan {
  readonly element: number
  readonly first: number
  readonly count: number
}

/** Collects the transformed triangles of selected elements of a package, chunk by chunk. */
export class TriangleCollector {
  /** Number of collected triangles. */
  count = 0
  /** Number of triangles omitted beyond `maxTriangles`. */
  omitted = 0
  /** Triangles of each instance, in order. */
  readonly spans: TriangleSpan[] = []
  readonly #elements: ReadonlySet<number>
  readonly #maxTriangles: number
  readonly #shift: readonly [number, number, number]
  readonly #geometries = new GeometryStore()
  #positions = new Float32Array(0)

  /** `shift` in metres is added to every position. */
  constructor(options: {
    readonly elements: ReadonlySet<number>
    readonly maxTriangles: number
    readonly shift: readonly [number, number, number]
  }) {
    this.#elements = options.elements
    this.#maxTriangles = options.maxTriangles
    this.#shift = options.shift
  }

  /** Nine numbers per triangle: x, y, z of its vertices, metres in model coordinates. */
  get positions(): Float32Array {
    return this.#positions.subarray(0, this.count * 9)
  }

  /** Adds the next chunk of the package; chunks must come in order. */
  append(chunk: GpuChunk): void {
    this.#geometries.append(chunk)
    const { count, geometry, node, placement } = chunk.instances
    for (let instance = 0; instance < count; instance++) {
      if (!this.#elements.has(node[instance])) continue
      const at = instance * placementStride
      const first = this.count
      this.#appendShape(geometry[instance], placement.subarray(at, at + placementStride))
      if (this.count > first) this.spans.push({ element: node[instance], first, count: this.count - first })
    }
  }

  #appendShape(geometry: number, rows: Float32Array): void {
    const shape = this.#geometries.getShape(geometry)
    if (shape.kind !== 'triangles') return
    const triangles = shape.indexCount / 3
    if (this.count + triangles > this.#maxTriangles) {
      this.omitted += triangles
      return
    }
    this.#positions = grown(this.#positions, (this.count + triangles) * 9)
    let to = this.count * 9
    for (let index = 0; index < shape.indexCount; index++) {
      const from = (shape.firstVertex + shape.indices[shape.indexStart + index]) * 4
      const [x, y, z] = [shape.vertices[from], shape.vertices[from + 1], shape.vertices[from + 2]]
      for (let axis = 0; axis < 3; axis++) {
        const row = axis * 4
        this.#positions[to++] =
          rows[row] * x + rows[row + 1] * y + rows[row + 2] * z + rows[row + 3] + this.#shift[axis]
      }
    }
    this.count += triangles
  }
}

/** Returns the indices of the vertices of some elements. */
export function listVertices(spans: readonly TriangleSpan[], elements: ReadonlySet<number>): Uint32Array {
  const matches = spans.filter(({ element }) => elements.has(element))
  const indices = new Uint32Array(matches.reduce((sum, { count }) => sum + count * 3, 0))
  let to = 0
  for (const { first, count } of matches)
    for (let vertex = first * 3; vertex < (first + count) * 3; vertex++) indices[to++] = vertex
  return indices
}
