import type { OrthographicView } from './orthographic-view.js'
import type { RasterScene } from './raster-scene.js'

/** Boxes of all instances in one view: pixel rectangles (inclusive, clipped to the grid) and depths. */
export class ProjectedBoxes {
  readonly left: Int16Array
  readonly top: Int16Array
  readonly right: Int16Array
  readonly bottom: Int16Array
  readonly nearest: Float32Array

  constructor(count: number) {
    this.left = new Int16Array(count)
    this.top = new Int16Array(count)
    this.right = new Int16Array(count)
    this.bottom = new Int16Array(count)
    this.nearest = new Float32Array(count)
  }

  /** Projects the boxes of a scene; a box off the grid gets a rectangle whose right is less than its left. */
  project({ boxes, count }: RasterScene, { rows, offset, width, height }: OrthographicView): void {
    const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = rows
    const [ox, oy, oz] = offset
    for (let instance = 0, at = 0; instance < count; instance++, at += 6) {
      const cx = (boxes[at] + boxes[at + 3]) / 2
      const cy = (boxes[at + 1] + boxes[at + 4]) / 2
      const cz = (boxes[at + 2] + boxes[at + 5]) / 2
      const hx = boxes[at + 3] - cx
      const hy = boxes[at + 4] - cy
      const hz = boxes[at + 5] - cz
      const x = ox + xx * cx + xy * cy + xz * cz
      const halfWidth = Math.abs(xx) * hx + Math.abs(xy) * hy + Math.abs(xz) * hz
      const y = oy + yx * cx + yy * cy + yz * cz
      const halfHeight = Math.abs(yx) * hx + Math.abs(yy) * hy + Math.abs(yz) * hz
      this.left[instance] = Math.max(0, Math.floor(x - halfWidth - 0.5))
      this.right[instance] = Math.min(width - 1, Math.ceil(x + halfWidth + 0.5))
      this.top[instance] = Math.max(0, Math.floor(y - halfHeight - 0.5))
      this.bottom[instance] = Math.min(height - 1, Math.ceil(y + halfHeight + 0.5))
      this.nearest[instance] =
        oz + zx * cx + zy * cy + zz * cz - Math.abs(zx) * hx - Math.abs(zy) * hy - Math.abs(zz) * hz
    }
  }
}
