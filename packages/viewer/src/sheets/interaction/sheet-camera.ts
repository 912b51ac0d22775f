import type { SheetRectangle } from '@kamar/package-format/sheets'
import type { Insets } from '../../engine/camera/fit.js'
import type { SheetFrame, SheetPoint } from '../sheet-api.js'
import type { SceneView } from '../render/sheet-scene.js'

/** Margin around fitted content, as a ratio of the canvas. */
const defaultMargin = 0.04
/** Minimum free ratio of the canvas's sides, however much is covered: as for models. */
const minFreeRatio = 0.25
/** Zoom limits: from a hundredth of the whole to a millionth of it. */
const maxZoomOut = 50
const maxZoomIn = 1e-7

/** Camera of a sheet: the centre of the canvas and the size of a pixel, in sheet units, float64. */
export class SheetCamera {
  center: SheetPoint = [0, 0]
  unitsPerPixel = 1
  /** Covered margins of the canvas, CSS pixels: content is fitted to the rest. */
  insets: Insets = { left: 0, right: 0, top: 0, bottom: 0 }
  #size = { width: 1, height: 1 }
  #fitScale = 1

  /** CSS pixels. */
  get size(): { readonly width: number; readonly height: number } {
    return this.#size
  }
  setSize(width: number, height: number): void {
    this.#size = { width: Math.max(1, width), height: Math.max(1, height) }
  }

  /** Centre and size of the free part of the canvas. */
  get free(): { readonly x: number; readonly y: number; readonly width: number; readonly height: number } {
    const { width, height } = this.#size
    const across = computeFreeSpan(width, this.insets.left, this.insets.right)
    const down = computeFreeSpan(height, this.insets.top, this.insets.bottom)
    return { x: across.center, width: across.length, y: down.center, height: down.length }
  }

  /** Fits a rectangle to the free part of the canvas, with a margin as a ratio of it. */
  fit({ min, max }: SheetRectangle, { isFitted = false, margin = defaultMargin } = {}): void {
    const width = Math.max(max[0] - min[0], 1e-9)
    const height = Math.max(max[1] - min[1], 1e-9)
    const { free } = this
    const share = 1 - margin * 2
    this.unitsPerPixel = Math.max(width / (free.width * share), height / (free.height * share))
    if (isFitted) this.#fitScale = this.unitsPerPixel
    else this.#hold()
    this.center = [
      (min[0] + max[0]) / 2 + (this.#size.width / 2 - free.x) * this.unitsPerPixel,
      (min[1] + max[1]) / 2 - (this.#size.height / 2 - free.y) * this.unitsPerPixel,
    ]
  }

  /** Returns the part of the sheet in the free part of the canvas. */
  get freeFrame(): SheetFrame {
    const { x, y, width, height } = this.free
    return {
      center: this.placeAt(x, y),
      heightUnits: height * this.unitsPerPixel,
      aspectRatio: Math.min(100, Math.max(0.01, width / height)),
    }
  }
  /** Shows a part of a sheet completely in the free part of the canvas. */
  showFrame({ center, heightUnits, aspectRatio }: SheetFrame): void {
    const [halfWidth, halfHeight] = [(heightUnits * aspectRatio) / 2, heightUnits / 2]
    const min: SheetPoint = [center[0] - halfWidth, center[1] - halfHeight]
    const max: SheetPoint = [center[0] + halfWidth, center[1] + halfHeight]
    this.fit({ min, max }, { margin: 0 })
  }

  /** Pans by CSS pixels to the right and down. */
  pan(right: number, down: number): void {
    this.center = [this.center[0] - right * this.unitsPerPixel, this.center[1] + down * this.unitsPerPixel]
  }

  /** Zooms by `factor`; the sheet point at this canvas position stays there. */
  zoom(factor: number, x: number, y: number): void {
    const before = this.placeAt(x, y)
    this.unitsPerPixel /= factor
    this.#hold()
    const after = this.placeAt(x, y)
    this.center = [this.center[0] + before[0] - after[0], this.center[1] + before[1] - after[1]]
  }

  /** Returns the sheet point at a position of the canvas, CSS pixels from its left and top. */
  placeAt(x: number, y: number): SheetPoint {
    const { width, height } = this.#size
    return [
      this.center[0] + (x - width / 2) * this.unitsPerPixel,
      this.center[1] - (y - height / 2) * this.unitsPerPixel,
    ]
  }

  /** Projects a sheet point to the canvas. */
  toScreen([x, y]: SheetPoint): { readonly x: number; readonly y: number } {
    const { width, height } = this.#size
    return {
      x: width / 2 + (x - this.center[0]) / this.unitsPerPixel,
      y: height / 2 - (y - this.center[1]) / this.unitsPerPixel,
    }
  }

  /** Returns the view for the shaders, for a canvas with this many pixels per CSS pixel. */
  viewFor(pixelRatio: number): SceneView {
    const { center, unitsPerPixel } = this
    const scale = pixelRatio / unitsPerPixel
    return { matrix: [scale, 0, 0, scale, -center[0] * scale, -center[1] * scale], pixelRatio, unitsPerPixel }
  }

  #hold(): void {
    this.unitsPerPixel = Math.min(this.#fitScale * maxZoomOut, Math.max(this.#fitScale * maxZoomIn, this.unitsPerPixel))
  }
}

/** Computes the free span between the covered margins at both ends of a side. */
function computeFreeSpan(
  side: number,
  before: number,
  after: number,
): { readonly center: number; readonly length: number } {
  const share = Math.min(1, (side * (1 - minFreeRatio)) / Math.max(1, before + after))
  return { center: (side + (before - after) * share) / 2, length: side - (before + after) * share }
}
