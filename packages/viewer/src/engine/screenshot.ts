import type { FrameTile } from './render/frame-request.js'
import type { AnnotationTarget } from './types.js'

/** Options of a screenshot. */
export interface ScreenshotOptions {
  /** Pixels, at most 8192; by default those of the frame on screen. Larger images are rendered tile by tile. */
  readonly width?: number
  readonly height?: number
  readonly type?: 'image/png' | 'image/jpeg' | 'image/webp'
  /** 0 to 1, for JPEG and WebP. */
  readonly quality?: number
  /** Includes overlays of extensions: markup, measurements. Off by default. */
  readonly annotations?: boolean
  /** Whether the selection is highlighted as on the screen; on by default. */
  readonly selection?: boolean
}

/** Longest side of a screenshot, pixels. */
const maxScreenshotSide = 8192
/** Side of the tiles of a large screenshot, pixels. */
const tileSide = 1024

/** Rendering functions of a screenshot. */
export interface ScreenshotSource {
  readonly canvas: HTMLCanvasElement
  /** Redraws the frame on the canvas. */
  paintStill(): void
  /** Draws a tile of a larger frame; returns its pixels from the top left. */
  paintTile(tile: FrameTile): Uint8ClampedArray<ArrayBuffer>
  paintOver(frame: AnnotationTarget): void
}

/** Renders the view to an image file. Rejects with a `RangeError` if it is larger than the browser supports. */
export async function takeScreenshot(source: ScreenshotSource, options: ScreenshotOptions): Promise<Blob> {
  const { type = 'image/png', quality = 0.92 } = options
  const { canvas } = source
  const width = options.width ?? canvas.width
  const height = options.height ?? canvas.height
  if (Math.max(width, height) > maxScreenshotSide) throw new RangeError('screenshot too large')
  const copy = Object.assign(document.createElement('canvas'), { width, height })
  const context = copy.getContext('2d')
  if (context === null) throw new RangeError('screenshot too large')
  if (width > canvas.width || height > canvas.height) await paintTiles(source, { context, width, height })
  else {
    source.paintStill()
    context.drawImage(canvas, 0, 0, width, height)
  }
  if (options.annotations === true) source.paintOver({ context, width, height })
  return new Promise((resolve, reject) => {
    copy.toBlob(
      (blob) => (blob === null ? reject(new RangeError('screenshot too large')) : resolve(blob)),
      type,
      quality,
    )
  })
}

/** Yields to the browser between two tiles. */
async function paintTiles(source: ScreenshotSource, { context, width, height }: AnnotationTarget): Promise<void> {
  const frame = { width, height }
  for (let y = 0; y < height; y += tileSide) {
    for (let x = 0; x < width; x += tileSide) {
      const tile = { x, y, width: Math.min(tileSide, width - x), height: Math.min(tileSide, height - y) }
      const pixels = source.paintTile({ ...tile, frame })
      context.putImageData(new ImageData(pixels, tile.width, tile.height), x, y)
      await new Promise((resolve) => setTimeout(resolve, 0))
    }
  }
}
