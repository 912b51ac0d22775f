import type { SheetRectangle } from '@kamar/view-package/sheets'
import type { SheetPlace } from './sheet-api.js'

/** Share of the picture that stays free around what is fitted into it. */
const margin = 0.04
/** How far one may zoom: from a hundredth of the whole to a millionth part of it. */
const mostOut = 50
const mostIn = 1e-7

/** Where a sheet is looked at: the middle of the picture and how large a pixel is, in sheet units, float64. */
export class SheetCamera {
  center: SheetPlace = [0, 0]
  unitsPerPixel = 1
  #size = { width: 1, height: 1 }
  #whole = 1

  /** CSS pixels. */
  get size(): { readonly width: number; readonly height: number } {
    return this.#size
  }
  setSize(width: number, height: number): void {
    this.#size = { width: Math.max(1, width), height: Math.max(1, height) }
  }

  /** Brings a rectangle into the picture, with some air around it. */
  fit({ min, max }: SheetRectangle, { isWhole = false } = {}): void {
    const width = Math.max(max[0] - min[0], 1e-9)
    const height = Math.max(max[1] - min[1], 1e-9)
    this.center = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2]
    const free = 1 - margin * 2
    this.unitsPerPixel = Math.max(width / (this.#size.width * free), height / (this.#size.height * free))
    if (isWhole) this.#whole = this.unitsPerPixel
    else this.#hold()
  }

  /** CSS pixels to the right and down. */
  pan(right: number, down: number): void {
    this.center = [this.center[0] - right * this.unitsPerPixel, this.center[1] + down * this.unitsPerPixel]
  }

  /** Makes everything `factor` times as large; what is at a place of the picture stays there. */
  zoom(factor: number, x: number, y: number): void {
    const before = this.placeAt(x, y)
    this.unitsPerPixel /= factor
    this.#hold()
    const after = this.placeAt(x, y)
    this.center = [this.center[0] + before[0] - after[0], this.center[1] + before[1] - after[1]]
  }

  /** What is at a point of the picture, CSS pixels from its left and top. */
  placeAt(x: number, y: number): SheetPlace {
    const { width, height } = this.#size
    return [
      this.center[0] + (x - width / 2) * this.unitsPerPixel,
      this.center[1] - (y - height / 2) * this.unitsPerPixel,
    ]
  }

  /** Where a place of the sheet is in the picture. */
  pointOf([x, y]: SheetPlace): { readonly x: number; readonly y: number } {
    const { width, height } = this.#size
    return {
      x: width / 2 + (x - this.center[0]) / this.unitsPerPixel,
      y: height / 2 - (y - this.center[1]) / this.unitsPerPixel,
    }
  }

  #hold(): void {
    this.unitsPerPixel = Math.min(this.#whole * mostOut, Math.max(this.#whole * mostIn, this.unitsPerPixel))
  }
}
