/** How a screenshot is made. */
export interface ScreenshotOptions {
  /** Pixels; left out, those of the picture on screen. */
  readonly width?: number
  readonly height?: number
  readonly type?: 'image/png' | 'image/jpeg' | 'image/webp'
  /** 0 to 1, for JPEG and WebP. */
  readonly quality?: number
}

/** The canvas's picture, scaled to the wanted size, as a file. Must be called in the turn in which it was drawn. */
export async function copyPicture(canvas: HTMLCanvasElement, options: ScreenshotOptions): Promise<Blob> {
  const { type = 'image/png', quality = 0.92 } = options
  const copy = document.createElement('canvas')
  copy.width = options.width ?? canvas.width
  copy.height = options.height ?? canvas.height
  copy.getContext('2d')?.drawImage(canvas, 0, 0, copy.width, copy.height)
  return new Promise((resolve, reject) => {
    copy.toBlob(
      (blob) => (blob === null ? reject(new RangeError('screenshot too large')) : resolve(blob)),
      type,
      quality,
    )
  })
}
