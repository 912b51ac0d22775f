import { DepthBuffer } from './depth-buffer.js'

/**
 * Rasterises triangles into a depth buffer with an id per pixel. A pixel belongs to a triangle when its centre does, so
 * coverage is conservative: drawn content reliably occludes what is behind it.
 */
export class IdRaster {
  readonly buffer: DepthBuffer
  readonly ids: Int32Array
  #id = 0

  constructor(width: number, height: number) {
    this.buffer = new DepthBuffer(width, height)
    this.ids = new Int32Array(width * height)
  }

  /** Draws the triangle whose indices start at `first`; it must not be degenerate. */
  drawTriangle(points: Float32Array, indices: Uint32Array, first: number, id: number): void {
    const a = indices[first] * 3
    const b = indices[first + 1] * 3
    const c = indices[first + 2] * 3
    const ay = points[a + 1]
    const by = points[b + 1]
    const cy = points[c + 1]
    const top = ay <= by ? (ay <= cy ? a : c) : by <= cy ? b : c
    const bottom = ay > by ? (ay > cy ? a : c) : by > cy ? b : c
    this.#id = id
    this.#fill(points, top, a + b + c - top - bottom, bottom)
  }

  /** Fills a triangle whose vertices are given from top to bottom. */
  #fill(points: Float32Array, a: number, b: number, c: number): void {
    const id = this.#id
    const { width, height, depth } = this.buffer
    const ids = this.ids
    const ax = points[a]
    const ay = points[a + 1]
    const az = points[a + 2]
    const bx = points[b]
    const by = points[b + 1]
    const cx = points[c]
    const cy = points[c + 1]
    const firstRow = Math.max(0, Math.ceil(ay - 0.5))
    const lastRow = Math.min(height - 1, Math.floor(cy - 0.5))
    if (firstRow > lastRow) return
    const twiceArea = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    const bz = points[b + 2] - az
    const cz = points[c + 2] - az
    const stepX = (bz * (cy - ay) - cz * (by - ay)) / twiceArea
    const stepY = (cz * (bx - ax) - bz * (cx - ax)) / twiceArea
    const longSlope = (cx - ax) / (cy - ay)
    const upperSlope = by > ay ? (bx - ax) / (by - ay) : 0
    const lowerSlope = cy > by ? (cx - bx) / (cy - by) : 0
    for (let y = firstRow; y <= lastRow; y++) {
      const centerY = y + 0.5
      const long = ax + (centerY - ay) * longSlope
      const short = centerY < by ? ax + (centerY - ay) * upperSlope : bx + (centerY - by) * lowerSlope
      const left = Math.max(0, Math.ceil((long < short ? long : short) - 0.5))
      const right = Math.min(width - 1, Math.floor((long < short ? short : long) - 0.5))
      let value = az + (left + 0.5 - ax) * stepX + (centerY - ay) * stepY
      const end = y * width + right
      for (let pixel = y * width + left; pixel <= end; pixel++, value += stepX) {
        if (value < depth[pixel]) {
          depth[pixel] = value
          ids[pixel] = id
        }
      }
    }
  }
}
