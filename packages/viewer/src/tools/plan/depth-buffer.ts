import { valueIn, type HalfSpace } from './plan-view.js'

/** Depth of nothing. */
const emptyDepth = Infinity

/** x, y and depth of a vertex. */
type Vertex = readonly [number, number, number]

/** Extent of a depth buffer, metres on the plan, and the side of its pixels. */
export interface DepthGrid {
  readonly left: number
  readonly bottom: number
  readonly width: number
  readonly height: number
  readonly pixel: number
}

/**
 * Depths of the nearest surfaces of a plan, drawn by the processor: the same on every device, and without the limits of
 * a canvas.
 */
export class DepthBuffer {
  readonly #grid: DepthGrid
  readonly #depths: Float32Array

  constructor(grid: DepthGrid) {
    this.#grid = grid
    this.#depths = new Float32Array(grid.width * grid.height).fill(emptyDepth)
  }

  /** Draws a triangle; what lies before the cut (negative depth) or outside the half spaces does not hide anything. */
  add(a: Vertex, b: Vertex, c: Vertex, halfSpaces: readonly HalfSpace[]): void {
    const isInside = halfSpaces.every(
      (space) => valueIn(space, ...a) >= 0 && valueIn(space, ...b) >= 0 && valueIn(space, ...c) >= 0,
    )
    if (isInside) return this.#fill(a, b, c)
    let polygon: Vertex[] = [a, b, c]
    for (const space of halfSpaces) polygon = clip(polygon, space)
    for (let at = 2; at < polygon.length; at++) this.#fill(polygon[0], polygon[at - 1], polygon[at])
  }

  /**
   * Returns whether a point is visible: whether the surface there, or beside it, is not nearer. An edge lies at the
   * border of its own faces, so the farthest of nine pixels decides.
   */
  isVisible(x: number, y: number, depth: number): boolean {
    const { left, bottom, width, height, pixel } = this.#grid
    const column = Math.floor((x - left) / pixel)
    const row = Math.floor((y - bottom) / pixel)
    // Flat surfaces at 45° and less stay visible from pixel to pixel.
    const limit = depth - pixel * 1.5 - 0.002
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) {
        const [atX, atY] = [column + dx, row + dy]
        if (atX < 0 || atY < 0 || atX >= width || atY >= height) return true
        if (this.#depths[atY * width + atX] >= limit) return true
      }
    return false
  }

  /** Fills the pixels whose centres are in a triangle, row by row. */
  #fill(a: Vertex, b: Vertex, c: Vertex): void {
    const { left, bottom, width, height, pixel } = this.#grid
    const [ax, ay] = [(a[0] - left) / pixel - 0.5, (a[1] - bottom) / pixel - 0.5]
    const [bx, by] = [(b[0] - left) / pixel - 0.5, (b[1] - bottom) / pixel - 0.5]
    const [cx, cy] = [(c[0] - left) / pixel - 0.5, (c[1] - bottom) / pixel - 0.5]
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    if (Math.abs(area) < 1e-9) return
    const perX = ((b[2] - a[2]) * (cy - ay) - (c[2] - a[2]) * (by - ay)) / area
    const perY = ((c[2] - a[2]) * (bx - ax) - (b[2] - a[2]) * (cx - ax)) / area
    const last = Math.min(height - 1, Math.floor(Math.max(ay, by, cy)))
    for (let row = Math.max(0, Math.ceil(Math.min(ay, by, cy))); row <= last; row++) {
      let [from, to] = [Infinity, -Infinity]
      const cross = (x1: number, y1: number, x2: number, y2: number): void => {
        if (y1 > row === y2 > row) return
        const x = x1 + ((x2 - x1) * (row - y1)) / (y2 - y1)
        from = Math.min(from, x)
        to = Math.max(to, x)
      }
      cross(ax, ay, bx, by)
      cross(bx, by, cx, cy)
      cross(cx, cy, ax, ay)
      const end = Math.min(width - 1, Math.floor(to))
      for (let column = Math.max(0, Math.ceil(from)); column <= end; column++) {
        const depth = a[2] + perX * (column - ax) + perY * (row - ay)
        const at = row * width + column
        if (depth >= 0 && depth < this.#depths[at]) this.#depths[at] = depth
      }
    }
  }
}

/** Clips a polygon by a half space (Sutherland and Hodgman). */
function clip(polygon: readonly Vertex[], space: HalfSpace): Vertex[] {
  const out: Vertex[] = []
  polygon.forEach((vertex, at) => {
    const next = polygon[(at + 1) % polygon.length]
    const [from, to] = [valueIn(space, ...vertex), valueIn(space, ...next)]
    if (from >= 0) out.push(vertex)
    if (from >= 0 === to >= 0) return
    const share = from / (from - to)
    out.push([
      vertex[0] + (next[0] - vertex[0]) * share,
      vertex[1] + (next[1] - vertex[1]) * share,
      vertex[2] + (next[2] - vertex[2]) * share,
    ])
  })
  return out
}
