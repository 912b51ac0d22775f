/** Three vertices as offsets into an array of x, y, depth. */
export interface TriangleOffsets {
  a: number
  b: number
  c: number
}

/**
 * Pixels of one triangle, row by row: of row i the pixels `first[i]` to `last[i]` (inclusive, offsets into the grid),
 * the depth at the first, and the depth step per pixel. Arrays instead of a callback per pixel: the callback took half
 * the time of the whole exterior set (2.1 of 4.3 s on a model of 1.35 million triangles).
 */
export class TriangleScan {
  rows = 0
  depthStep = 0
  readonly first: Int32Array
  readonly last: Int32Array
  readonly depth: Float64Array
  readonly #width: number
  readonly #height: number

  constructor(target: { readonly width: number; readonly height: number }) {
    this.#width = target.width
    this.#height = target.height
    this.first = new Int32Array(target.height + 1)
    this.last = new Int32Array(target.height + 1)
    this.depth = new Float64Array(target.height + 1)
  }

  /**
   * Scans the triangle of `points` (x, y, depth per vertex). A pixel belongs to it when its centre does; a triangle
   * that covers no pixel centre takes the pixel of its centroid, so that nothing thin is lost.
   */
  scan(points: Float32Array, triangle: TriangleOffsets): void {
    this.rows = 0
    const { a, b, c } = sortedByRow(points, triangle)
    const ay = points[a + 1]
    const by = points[b + 1]
    const cy = points[c + 1]
    const top = Math.max(0, Math.ceil(ay - 0.5))
    const bottom = Math.min(this.#height - 1, Math.floor(cy - 0.5))
    const ax = points[a]
    const twiceArea = (points[b] - ax) * (cy - ay) - (by - ay) * (points[c] - ax)
    if (top > bottom || twiceArea === 0) return this.#scanCentroid(points, a, b, c)
    const az = points[a + 2]
    const bz = points[b + 2] - az
    const cz = points[c + 2] - az
    const stepX = (bz * (cy - ay) - cz * (by - ay)) / twiceArea
    const stepY = (cz * (points[b] - ax) - bz * (points[c] - ax)) / twiceArea
    this.depthStep = stepX
    const longSlope = (points[c] - ax) / (cy - ay)
    const upperSlope = by > ay ? (points[b] - ax) / (by - ay) : 0
    const lowerSlope = cy > by ? (points[c] - points[b]) / (cy - by) : 0
    for (let y = top; y <= bottom; y++) {
      const centerY = y + 0.5
      const long = ax + (centerY - ay) * longSlope
      const short = centerY < by ? ax + (centerY - ay) * upperSlope : points[b] + (centerY - by) * lowerSlope
      const left = Math.max(0, Math.ceil(Math.min(long, short) - 0.5))
      const right = Math.min(this.#width - 1, Math.floor(Math.max(long, short) - 0.5))
      if (left > right) continue
      const row = this.rows++
      this.first[row] = y * this.#width + left
      this.last[row] = y * this.#width + right
      this.depth[row] = az + (left + 0.5 - ax) * stepX + (centerY - ay) * stepY
    }
    if (this.rows === 0) this.#scanCentroid(points, a, b, c)
  }

  #scanCentroid(points: Float32Array, a: number, b: number, c: number): void {
    const x = Math.floor((points[a] + points[b] + points[c]) / 3)
    const y = Math.floor((points[a + 1] + points[b + 1] + points[c + 1]) / 3)
    if (!(x >= 0 && y >= 0 && x < this.#width && y < this.#height)) return
    this.rows = 1
    this.first[0] = y * this.#width + x
    this.last[0] = this.first[0]
    this.depth[0] = (points[a + 2] + points[b + 2] + points[c + 2]) / 3
    this.depthStep = 0
  }
}

const sorted: TriangleOffsets = { a: 0, b: 0, c: 0 }

/** Sorts the vertices from top to bottom. */
function sortedByRow(points: Float32Array, { a, b, c }: TriangleOffsets): TriangleOffsets {
  const ay = points[a + 1]
  const by = points[b + 1]
  const cy = points[c + 1]
  const first = ay <= by ? (ay <= cy ? a : c) : by <= cy ? b : c
  const last = ay > by ? (ay > cy ? a : c) : by > cy ? b : c
  sorted.a = first
  sorted.c = last
  sorted.b = a + b + c - first - last
  return sorted
}

const current: TriangleOffsets = { a: 0, b: 0, c: 0 }

/** Returns the triangle that starts at `first` of `indices`; reuses one object, because this is the innermost loop. */
export function getTriangle(indices: Uint32Array, first: number): TriangleOffsets {
  current.a = indices[first] * 3
  current.b = indices[first + 1] * 3
  current.c = indices[first + 2] * 3
  return current
}
