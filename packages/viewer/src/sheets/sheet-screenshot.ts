import { ViewerError } from '../engine/errors.js'
import type { SheetCamera } from './interaction/sheet-camera.js'
import type { SheetPoint } from './sheet-api.js'

/** Options of `SheetView.screenshot`. */
export interface SheetScreenshotOptions {
  /** Longest side of the image, pixels. */
  readonly maxSidePixels: number
  readonly type: 'image/png' | 'image/jpeg'
  /** Of JPEG, from 0 to 1. */
  readonly quality?: number
  /** Point of the sheet that the image is about. */
  readonly mark?: SheetPoint
}

/** A canvas that has just been drawn. */
interface DrawnCanvas {
  readonly canvas: HTMLCanvasElement
  readonly camera: SheetCamera
  /** Device pixels per CSS pixel. */
  readonly pixelRatio: number
}

/** Copies the free part of the canvas, and paints overlays and the mark over it. */
export async function createScreenshot(
  { canvas, camera, pixelRatio }: DrawnCanvas,
  painters: Iterable<(context: CanvasRenderingContext2D) => void>,
  { maxSidePixels, type, quality, mark }: SheetScreenshotOptions,
): Promise<Blob> {
  const { x, y, width, height } = camera.free
  const scale = Math.min(pixelRatio, maxSidePixels / Math.max(width, height))
  const image = document.createElement('canvas')
  image.width = Math.max(1, Math.round(width * scale))
  image.height = Math.max(1, Math.round(height * scale))
  const context = image.getContext('2d')
  if (context === null) throw new ViewerError('out-of-memory', 'screenshot')
  context.scale(scale, scale)
  context.translate(width / 2 - x, height / 2 - y)
  context.drawImage(canvas, 0, 0, canvas.width / pixelRatio, canvas.height / pixelRatio)
  for (const paint of painters) paint(context)
  if (mark) paintMark(context, camera.toScreen(mark))
  return new Promise((resolve, reject) => {
    image.toBlob(
      (blob) => (blob === null ? reject(new ViewerError('out-of-memory', 'screenshot')) : resolve(blob)),
      type,
      quality,
    )
  })
}

/** CSS pixels. */
const markPixels = 16
const markColor = '#a6432b'

/** Paints a ring around a point, visible on light and dark paper. */
function paintMark(context: CanvasRenderingContext2D, { x, y }: { readonly x: number; readonly y: number }): void {
  context.save()
  for (const [strokeStyle, lineWidth] of [
    ['#ffffff', 7],
    [markColor, 4],
  ] as const) {
    Object.assign(context, { strokeStyle, lineWidth })
    context.beginPath()
    context.arc(x, y, markPixels, 0, Math.PI * 2)
    context.stroke()
  }
  context.restore()
}
