import { DepthBuffer } from './depth-buffer.js'
import { isAnyPixelNearest, TriangleScan } from './triangle-scan.js'

/**
 * Rasterises triangles into a depth buffer with an id per pixel. A pixel belongs to a triangle when its centre does, so
 * coverage is conservative: drawn content reliably occludes what is behind it.
 */
export class IdRaster {
  readonly buffer: DepthBuffer
  readonly ids: Int32Array
  /** Depth offset towards the viewer of drawn triangles. */
  forward = 0
  readonly #scan: TriangleScan
  #id = 0

  constructor(width: number, height: number) {
    this.buffer = new DepthBuffer(width, height)
    this.ids = new Int32Array(width * height)
    this.#scan = new TriangleScan(this.buffer)
  }

  /** Clears the buffer; pixels get the number `id`. */
  clear(id = -1): void {
    this.buffer.clear()
    this.ids.fill(id)
  }

  /**
   * Draws triangles of `points` (x, y, depth per vertex). With `cullBack`, back faces are skipped: those of a closed
   * body occlude nothing that its front faces do not.
   */
  draw(points: Float32Array, indices: Uint32Array, id: number, cullBack: boolean): void {
    for (let index = 0; index < indices.length; index += 3) {
      const a = indices[index] * 3
      const b = indices[index + 1] * 3
      const c = indices[index + 2] * 3
      const twiceArea =
        (points[b] - points[a]) * (points[c + 1] - points[a + 1]) -
        (points[b + 1] - points[a + 1]) * (points[c] - points[a])
      // Pixel rows run downwards, so a triangle that is counter-clockwise to the viewer has a negative area here.
      if (twiceArea === 0 || (cullBack && twiceArea > 0)) continue
      this.drawTriangle(points, indices, index, id)
    }
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

  /**
   * Returns whether any triangle, if drawn now, would have a pixel nearer than the buffer; small triangles cover one
   * pixel.
   */
  isInFront(points: Float32Array, indices: Uint32Array): boolean {
    for (let index = 0; index < indices.length; index += 3) {
      if (this.#isTriangleInFront(points, indices[index] * 3, indices[index + 1] * 3, indices[index + 2] * 3))
        return true
    }
    return false
  }

  #isTriangleInFront(points: Float32Array, a: number, b: number, c: number): boolean {
    this.#scan.scan(points, { a, b, c })
    return isAnyPixelNearest(this.#scan, this.buffer)
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
    const start = az - this.forward
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
      let value = start + (left + 0.5 - ax) * stepX + (centerY - ay) * stepY
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
