import type { MarkupShape } from './markup-format.js'
import { MarkupOnCanvas } from './markup-on-canvas.js'

/** Size of an image in its own pixels. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

/**
 * Drawing on an image, which its container shows as large as it fits. The unit of the shapes is half of the image's
 * height, so that they are at the same part of the image on every screen and in the saved file.
 */
export class ImageMarkup extends MarkupOnCanvas {
  readonly #container: HTMLElement
  readonly #image: ImageSize
  readonly #observer = new ResizeObserver(() => this.#updateLayer())

  constructor(container: HTMLElement, image: ImageSize) {
    super({ element: container })
    this.#container = container
    this.#image = image
    this.#observer.observe(container)
    this.#updateLayer()
    this.canvas.setEditable(true)
  }

  override dispose(): void {
    this.#observer.disconnect()
    super.dispose()
  }

  /** Opens these shapes with an empty history. */
  open(shapes: readonly MarkupShape[]): void {
    this.canvas.open(shapes)
  }
  clear(): void {
    this.open([])
  }

  /** Paints the shapes over a copy of the image of this size. */
  paint(context: CanvasRenderingContext2D, { height, width }: ImageSize): void {
    this.canvas.paint({ context }, { left: width / 2, top: height / 2, scale: height / 2 })
  }

  #updateLayer(): void {
    const { clientHeight, clientWidth } = this.#container
    const { height, width } = this.#image
    const scale = (Math.min(clientWidth / width, clientHeight / height) * height) / 2
    if (!(scale > 0)) return
    // Lines and texts are as large as on a model, however small the image is on the screen.
    this.canvas.editor.magnification = scale / (clientHeight / 2)
    this.canvas.updateLayer(true, { left: clientWidth / 2, top: clientHeight / 2, scale })
  }
}
