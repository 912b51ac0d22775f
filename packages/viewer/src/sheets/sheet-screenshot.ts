/** Options of `SheetView.screenshot`. */
export interface SheetScreenshotOptions {
  /** Longest side of the image, pixels. */
  readonly maxSidePixels: number
  readonly type: 'image/png' | 'image/jpeg'
  /** Of JPEG, from 0 to 1. */
  readonly quality?: number
}

/** Part of a canvas in CSS pixels, with the size of the canvas. */
interface CanvasRegion {
  readonly canvas: HTMLCanvasElement
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** Device pixels per CSS pixel of the canvas. */
  readonly pixelRatio: number
}

type Painter = (context: CanvasRenderingContext2D) => void

/** Copies a region of the canvas, which must just have been drawn, and paints the overlays over it. */
export async function createScreenshot(
  { canvas, left, top, width, height, pixelRatio }: CanvasRegion,
  painters: Iterable<Painter>,
  { maxSidePixels, type, quality }: SheetScreenshotOptions,
): Promise<Blob> {
  const scale = Math.min(pixelRatio, maxSidePixels / Math.max(width, height))
  const image = document.createElement('canvas')
  image.width = Math.max(1, Math.round(width * scale))
  image.height = Math.max(1, Math.round(height * scale))
  const context = image.getContext('2d')
  if (context === null) throw new RangeError('screenshot too large')
  context.scale(scale, scale)
  context.translate(-left, -top)
  context.drawImage(canvas, 0, 0, canvas.width / pixelRatio, canvas.height / pixelRatio)
  for (const paint of painters) paint(context)
  return new Promise((resolve, reject) => {
    image.toBlob(
      (blob) => (blob === null ? reject(new RangeError('screenshot too large')) : resolve(blob)),
      type,
      quality,
    )
  })
}
