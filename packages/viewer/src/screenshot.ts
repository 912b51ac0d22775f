import type { AnnotationTarget } from './extension/extension.js'
import type { FrameTile } from './render/scene-renderer.js'

/** How a screenshot is made. */
export interface ScreenshotOptions {
  /** Pixels, at most 8192; left out, those of the picture on screen. Larger pictures are drawn anew, part by part. */
  readonly width?: number
  readonly height?: number
  readonly type?: 'image/png' | 'image/jpeg' | 'image/webp'
  /** 0 to 1, for JPEG and WebP. */
  readonly quality?: number
  /** With what extensions show over the model: markup, measurements. Off by default. */
  readonly annotations?: boolean
  /** Whether what is selected is marked as on the screen; on by default. */
  readonly selection?: boolean
}

/** Longest side of a screenshot, pixels. */
const maxScreenshotSide = 8192
/** Side of the parts that a large picture is drawn in, pixels. */
const tileSide = 1024

/** What a screenshot is made of. */
export interface ScreenshotSource {
  readonly canvas: HTMLCanvasElement
  /** Draws the picture anew on the canvas. */
  paintStill(): void
  /** Draws a part of a larger picture; its pixels from the top left. */
  paintTile(tile: FrameTile): Uint8ClampedArray<ArrayBuffer>
  paintOver(frame: AnnotationTarget): void
}

/** The viewer's picture as a file. Rejects with a `RangeError` when it is larger than the browser can hold. */
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

/** The browser gets its turn between two parts. */
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
