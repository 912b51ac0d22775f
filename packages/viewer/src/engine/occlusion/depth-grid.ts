/** Sample columns of the frame. */
const columns = 640
const rows = 360
/** Side of a tile, samples. */
const tileSide = 8
const tileColumns = columns / tileSide
const tileRows = rows / tileSide
/** Nearness of empty samples, farther than any surface. */
const emptyDepth = -1e30

/** Rectangle of the frame, in samples, and the nearness of its nearest content. */
export interface Footprint {
  left: number
  bottom: number
  right: number
  top: number
  /** Larger is nearer; varies linearly over the frame on a plane. */
  nearness: number
}

/**
 * Nearness of the nearest surface, at samples all over the frame. A rectangle whose samples are all nearer occludes
 * everything behind it, except through slits narrower than a sample.
 */
export class DepthGrid {
  static readonly columns = columns
  static readonly rows = rows
  readonly #samples = new Float32Array(columns * rows)
  /** Farthest nearness of each tile. */
  readonly #tiles = new Float32Array(tileColumns * tileRows)

  clear(): void {
    this.#samples.fill(emptyDepth)
  }

  /**
   * Rasterises a convex polygon; three numbers per vertex: right and up in samples, nearness. Without `both` only a
   * counter-clockwise one.
   */
  fill(vertices: Float64Array, count: number, both: boolean): void {
    const plane = computePlane(vertices, count)
    if (plane === null || (plane.area < 0 && !both)) return
    let low = Infinity
    let high = -Infinity
    for (let at = 1; at < count * 3; at += 3) {
      low = Math.min(low, vertices[at])
      high = Math.max(high, vertices[at])
    }
    const first = Math.max(0, Math.ceil(low - 0.5))
    const last = Math.min(rows - 1, Math.ceil(high - 0.5) - 1)
    for (let row = first; row <= last; row++) this.#fillRow(row, { vertices, count, plane })
  }

  /** Builds the tiles; call it after all polygons and before any query. */
  finish(): void {
    const samples = this.#samples
    for (let tileRow = 0; tileRow < tileRows; tileRow++)
      for (let tile = 0; tile < tileColumns; tile++) {
        let farthest = Infinity
        const from = tileRow * tileSide * columns + tile * tileSide
        for (let row = 0; row < tileSide; row++)
          for (let at = from + row * columns; at < from + row * columns + tileSide; at++)
            if (samples[at] < farthest) farthest = samples[at]
        this.#tiles[tileRow * tileColumns + tile] = farthest
      }
  }

  /** Returns whether every sample of the rectangle, and its neighbours, are nearer. */
  hides(footprint: Footprint): boolean {
    const left = Math.max(0, Math.floor(footprint.left) - 1)
    const right = Math.min(columns - 1, Math.floor(footprint.right) + 1)
    const bottom = Math.max(0, Math.floor(footprint.bottom) - 1)
    const top = Math.min(rows - 1, Math.floor(footprint.top) + 1)
    for (let tileRow = Math.floor(bottom / tileSide); tileRow * tileSide <= top; tileRow++)
      for (let tile = Math.floor(left / tileSide); tile * tileSide <= right; tile++) {
        if (this.#tiles[tileRow * tileColumns + tile] > footprint.nearness) continue
        const until = Math.min(top, tileRow * tileSide + tileSide - 1)
        const end = Math.min(right, tile * tileSide + tileSide - 1)
        for (let row = Math.max(bottom, tileRow * tileSide); row <= until; row++)
          for (let at = Math.max(left, tile * tileSide); at <= end; at++)
            if (this.#samples[row * columns + at] <= footprint.nearness) return false
      }
    return true
  }

  #fillRow(row: number, { vertices, count, plane }: { vertices: Float64Array; count: number; plane: Plane }): void {
    const y = row + 0.5
    let left = Infinity
    let right = -Infinity
    for (let vertex = 0; vertex < count; vertex++) {
      const a = vertex * 3
      const b = ((vertex + 1) % count) * 3
      if (vertices[a + 1] <= y === vertices[b + 1] <= y) continue
      const x =
        vertices[a] + ((y - vertices[a + 1]) / (vertices[b + 1] - vertices[a + 1])) * (vertices[b] - vertices[a])
      left = Math.min(left, x)
      right = Math.max(right, x)
    }
    const from = Math.max(0, Math.ceil(left - 0.5))
    const end = Math.min(columns, Math.ceil(right - 0.5))
    const samples = this.#samples
    let nearness = plane.atOrigin + plane.upwards * y + plane.rightwards * (from + 0.5)
    for (let at = row * columns + from; at < row * columns + end; at++) {
      if (nearness > samples[at]) samples[at] = nearness
      nearness += plane.rightwards
    }
  }
}

/** Plane of nearness over the frame; `area` is negative if the polygon is clockwise. */
interface Plane {
  readonly rightwards: number
  readonly upwards: number
  readonly atOrigin: number
  readonly area: number
}

/** Computes the plane from the largest triangle at the first vertex. */
function computePlane(vertices: Float64Array, count: number): Plane | null {
  let best: Plane | null = null
  for (let vertex = 2; vertex < count; vertex++) {
    const [b, c] = [vertex * 3 - 3, vertex * 3]
    const [bx, by, bn] = [vertices[b] - vertices[0], vertices[b + 1] - vertices[1], vertices[b + 2] - vertices[2]]
    const [cx, cy, cn] = [vertices[c] - vertices[0], vertices[c + 1] - vertices[1], vertices[c + 2] - vertices[2]]
    const area = bx * cy - by * cx
    if (Math.abs(area) < 1e-3 || Math.abs(area) <= Math.abs(best?.area ?? 0)) continue
    const rightwards = (bn * cy - cn * by) / area
    const upwards = (cn * bx - bn * cx) / area
    best = { rightwards, upwards, atOrigin: vertices[2] - rightwards * vertices[0] - upwards * vertices[1], area }
  }
  return best
}
