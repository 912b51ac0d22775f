/** Maximum device pixels per CSS pixel: beyond two, four times the work makes no visible difference. */
const highestPixelRatio = 2

/** Size of the viewer in CSS pixels, and of its canvas in device pixels. */
export interface SurfaceSize {
  readonly width: number
  readonly height: number
  readonly pixelWidth: number
  readonly pixelHeight: number
}

/** Elements of the viewer: a focusable container, and the canvas in it, always as large as the container. */
export class ViewerSurface {
  readonly element: HTMLDivElement
  readonly canvas: HTMLCanvasElement
  readonly #pixelRatio: number | undefined
  readonly #observer: ResizeObserver
  #size: SurfaceSize = { width: 1, height: 1, pixelWidth: 1, pixelHeight: 1 }

  constructor(
    container: HTMLElement,
    options: { readonly label: string; readonly pixelRatio: number | undefined; readonly resized: () => void },
  ) {
    this.#pixelRatio = options.pixelRatio
    this.element = document.createElement('div')
    this.canvas = document.createElement('canvas')
    Object.assign(this.element.style, {
      position: 'relative',
      // Overlays stay below the application's own content over the viewer.
      isolation: 'isolate',
      width: '100%',
      height: '100%',
      overflow: 'hidden',
      touchAction: 'none',
    })
    Object.assign(this.canvas.style, { display: 'block', width: '100%', height: '100%', touchAction: 'none' })
    this.canvas.tabIndex = 0
    this.canvas.setAttribute('role', 'img')
    this.setLabel(options.label)
    this.element.append(this.canvas)
    container.append(this.element)
    this.#measure()
    this.#observer = new ResizeObserver(() => {
      if (this.#measure()) options.resized()
    })
    this.#observer.observe(this.element)
  }

  get size(): SurfaceSize {
    return this.#size
  }

  setLabel(label: string): void {
    this.canvas.setAttribute('aria-label', label)
  }

  dispose(): void {
    this.#observer.disconnect()
    this.element.remove()
  }

  /**
   * Updates the size; returns whether it changed. A container without a size retains the last one: it is hidden, not
   * removed.
   */
  #measure(): boolean {
    const { clientWidth: width, clientHeight: height } = this.element
    if (width === 0 || height === 0) return false
    const ratio = this.#pixelRatio ?? Math.min(highestPixelRatio, window.devicePixelRatio)
    const pixelWidth = Math.max(1, Math.round(width * ratio))
    const pixelHeight = Math.max(1, Math.round(height * ratio))
    const changed = pixelWidth !== this.#size.pixelWidth || pixelHeight !== this.#size.pixelHeight
    this.#size = { width, height, pixelWidth, pixelHeight }
    return changed
  }
}
