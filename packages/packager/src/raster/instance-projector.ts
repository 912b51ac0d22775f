import type { OrthographicView } from './orthographic-view.js'
import type { RasterScene } from './raster-scene.js'

/** Pixel rectangle (inclusive, clipped to the grid) and nearest depth of an instance's box; `empty` when off the grid. */
export interface ProjectedBox {
  left: number
  top: number
  right: number
  bottom: number
  nearest: number
  empty: boolean
}

/** Projects one instance at a time; reuses its scratch arrays, so nothing is allocated per instance. */
export class InstanceProjector {
  /** Pixel x, pixel y, depth per vertex of the last projected instance. */
  points: Float32Array = new Float32Array(3 * 4096)
  readonly box: ProjectedBox = { left: 0, top: 0, right: 0, bottom: 0, nearest: 0, empty: true }
  readonly #scene: RasterScene
  readonly #view: OrthographicView
  readonly #matrix = new Float64Array(12)
  readonly #low = new Float64Array(3)
  readonly #high = new Float64Array(3)

  constructor(scene: RasterScene, view: OrthographicView) {
    this.#scene = scene
    this.#view = view
  }

  /** Projects the instance's box to a rectangle, returned in `this.box`. */
  projectBox(instance: number): ProjectedBox {
    const { rows, offset, width, height } = this.#view
    const { boxes } = this.#scene
    const low = this.#low
    const high = this.#high
    for (let row = 0; row < 3; row++) {
      let center = offset[row]
      let halfExtent = 0
      for (let axis = 0; axis < 3; axis++) {
        const minimum = boxes[instance * 6 + axis]
        const maximum = boxes[instance * 6 + 3 + axis]
        center += (rows[row * 3 + axis] * (minimum + maximum)) / 2
        halfExtent += (Math.abs(rows[row * 3 + axis]) * (maximum - minimum)) / 2
      }
      low[row] = center - halfExtent
      high[row] = center + halfExtent
    }
    const box = this.box
    box.left = Math.max(0, Math.floor(low[0] - 0.5))
    box.right = Math.min(width - 1, Math.ceil(high[0] + 0.5))
    box.top = Math.max(0, Math.floor(low[1] - 0.5))
    box.bottom = Math.min(height - 1, Math.ceil(high[1] + 0.5))
    box.nearest = low[2]
    box.empty = !(box.left <= box.right && box.top <= box.bottom)
    return box
  }

  /** Returns whether the transform mirrors, which swaps front and back faces. */
  isMirrored(instance: number): boolean {
    const m = this.#scene.linear.subarray(instance * 9, instance * 9 + 9)
    return (
      m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]) < 0
    )
  }

  /**
   * Returns the second longest side of an instance's world box in pixels: its apparent thickness, where a plate does
   * not count as thin.
   */
  computeMedianSide(instance: number): number {
    const { boxes } = this.#scene
    const x = boxes[instance * 6 + 3] - boxes[instance * 6]
    const y = boxes[instance * 6 + 4] - boxes[instance * 6 + 1]
    const z = boxes[instance * 6 + 5] - boxes[instance * 6 + 2]
    return (x + y + z - Math.max(x, y, z) - Math.min(x, y, z)) * this.#view.scale
  }

  /** Returns the index range to draw: the coarsest level within `tolerancePixels`. */
  selectLevel(instance: number, tolerancePixels: number): { start: number; count: number } {
    const { levels } = this.#scene.geometries[this.#scene.geometry[instance]]
    // Metres in the geometry's frame.
    const allowed = tolerancePixels / (this.#view.scale * this.#largestScale(instance))
    let coarsest = levels[0]
    for (const level of levels) if (level.errorMetres <= allowed && level.count > 0) coarsest = level
    return coarsest
  }

  /** Projects every vertex of the instance's geometry into `points`. */
  projectPoints(instance: number): void {
    const geometry = this.#scene.geometries[this.#scene.geometry[instance]]
    const length = geometry.positions.length
    if (this.points.length < length) this.points = new Float32Array(length * 2)
    const m = this.#compose(instance)
    const { positions } = geometry
    const points = this.points
    for (let offset = 0; offset < length; offset += 3) {
      const x = positions[offset]
      const y = positions[offset + 1]
      const z = positions[offset + 2]
      points[offset] = m[0] * x + m[1] * y + m[2] * z + m[3]
      points[offset + 1] = m[4] * x + m[5] * y + m[6] * z + m[7]
      points[offset + 2] = m[8] * x + m[9] * y + m[10] * z + m[11]
    }
  }

  /** Multiplies view rows, instance transform and dequantisation to a row-major 3×4 matrix. */
  #compose(instance: number): Float64Array {
    const { rows, offset } = this.#view
    const { linear, translation } = this.#scene
    const geometry = this.#scene.geometries[this.#scene.geometry[instance]]
    const m = this.#matrix
    for (let row = 0; row < 3; row++) {
      let constant = offset[row]
      for (let axis = 0; axis < 3; axis++) constant += rows[row * 3 + axis] * translation[instance * 3 + axis]
      for (let column = 0; column < 3; column++) {
        let value = 0
        for (let axis = 0; axis < 3; axis++) value += rows[row * 3 + axis] * linear[instance * 9 + column * 3 + axis]
        constant += value * geometry.origin[column]
        m[row * 4 + column] = value * geometry.step
      }
      m[row * 4 + 3] = constant
    }
    return m
  }

  #largestScale(instance: number): number {
    const { linear } = this.#scene
    let largest = 0
    for (let column = 0; column < 3; column++) {
      const at = instance * 9 + column * 3
      largest = Math.max(largest, Math.hypot(linear[at], linear[at + 1], linear[at + 2]))
    }
    return Math.max(largest, 1e-12)
  }
}
