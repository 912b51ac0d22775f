import type { MarkupShape } from './markup-format.js'
import type { LayerTransform } from './markup-layer.js'
import { MarkupOnCanvas } from './markup-on-canvas.js'
import { boundsOfShapes } from './shape-geometry.js'

/** Part of a sheet that defines the unit of the shapes: half of its height, counted from its centre. */
export interface MarkupFrame {
  /** Units of the sheet. */
  readonly center: readonly [number, number]
  readonly heightUnits: number
}

/** Markup of a sheet, as it is stored. */
export interface SheetMarkupDrawing {
  readonly sheet: number
  readonly frame: MarkupFrame
  readonly shapes: readonly MarkupShape[]
}

/** The view of a sheet that is drawn on. */
export interface MarkedSheet {
  readonly element: HTMLElement
  readonly canvas: HTMLCanvasElement
  readonly openSheet: number | null
  readonly camera: {
    readonly center: readonly [number, number]
    readonly unitsPerPixel: number
    readonly size: { readonly width: number; readonly height: number }
    toScreen(point: readonly [number, number]): { readonly x: number; readonly y: number }
  }
  on(name: 'frame' | 'sheetOpened', listener: () => void): () => void
  /** Adds what a screenshot shows over the sheet. */
  addPainter(painter: (context: CanvasRenderingContext2D) => void): () => void
}

/**
 * Drawing on a sheet. The shapes have sheet coordinates: they stay in place and keep their size on paper while the sheet
 * is zoomed and panned, which remains possible while drawing. Each sheet has a drawing of its own.
 */
export class SheetMarkup extends MarkupOnCanvas {
  readonly #sheet: MarkedSheet
  readonly #stored = new Map<number, Omit<SheetMarkupDrawing, 'sheet'>>()
  readonly #stop: readonly (() => void)[]
  #number: number | null = null
  #frame: MarkupFrame | null = null
  #isVisible = true

  constructor(sheet: MarkedSheet) {
    super({
      element: sheet.element,
      navigate: (event) =>
        sheet.canvas.dispatchEvent(
          event instanceof WheelEvent ? new WheelEvent(event.type, event) : new PointerEvent('pointerdown', event),
        ),
    })
    this.#sheet = sheet
    this.#stop = [
      sheet.on('frame', () => this.#updateLayer()),
      sheet.on('sheetOpened', () => this.#followSheet()),
      sheet.addPainter((context) => this.#paint(context)),
    ]
    this.#followSheet()
  }

  override dispose(): void {
    for (const stop of this.#stop) stop()
    super.dispose()
  }

  /** Returns whether the drawings are visible. */
  get isVisible(): boolean {
    return this.#isVisible
  }
  /** Shows or hides the drawings of all sheets; drawing again shows them. */
  setVisible(isVisible: boolean): void {
    if (isVisible === this.#isVisible) return
    this.#isVisible = isVisible
    this.#updateLayer()
    this.canvas.changed()
  }

  /** Begins drawing on the open sheet. */
  activate(): boolean {
    if (this.#number === null) return false
    this.setVisible(true)
    if (this.shapes.length === 0) this.#begin(this.#getVisibleFrame(), [])
    this.canvas.setEditable(true)
    return true
  }
  deactivate(): void {
    if (this.isActive()) this.canvas.setEditable(false)
  }

  /** Returns the drawing of the open sheet for storage; null if it is empty. */
  get drawing(): SheetMarkupDrawing | null {
    if (this.#number === null || this.#frame === null || this.shapes.length === 0) return null
    return { sheet: this.#number, frame: this.#frame, shapes: this.shapes }
  }

  /** Centre of the shapes on the open sheet, in its units; null if there are none. */
  get center(): readonly [number, number] | null {
    const box = boundsOfShapes(this.shapes)
    if (box === null || this.#frame === null) return null
    const { center, heightUnits } = this.#frame
    const [left, top, right, bottom] = box.map((value) => (value * heightUnits) / 2)
    return [center[0] + (left + right) / 2, center[1] - (top + bottom) / 2]
  }

  /** Shows a drawing, now or when its sheet is opened. */
  show({ sheet, frame, shapes }: SheetMarkupDrawing): void {
    this.deactivate()
    if (sheet === this.#number) this.#begin(frame, shapes)
    else this.#stored.set(sheet, { frame, shapes })
  }
  clear(): void {
    this.deactivate()
    this.#frame = null
    this.canvas.open([])
  }
  /** Discards the drawing of a sheet, which may not be the open one. */
  clearSheet(sheet: number): void {
    if (sheet === this.#number) this.clear()
    else this.#stored.delete(sheet)
  }

  #followSheet(): void {
    const { openSheet } = this.#sheet
    if (openSheet === this.#number) return
    this.deactivate()
    const { drawing } = this
    if (drawing !== null) this.#stored.set(drawing.sheet, drawing)
    else if (this.#number !== null) this.#stored.delete(this.#number)
    this.#number = openSheet
    const stored = openSheet === null ? undefined : this.#stored.get(openSheet)
    this.#frame = stored?.frame ?? null
    this.canvas.open(stored?.shapes ?? [])
    this.#updateLayer()
  }

  #begin(frame: MarkupFrame, shapes: readonly MarkupShape[]): void {
    this.#frame = frame
    this.canvas.open(shapes)
    this.#updateLayer()
  }

  #getVisibleFrame(): MarkupFrame {
    const { center, size, unitsPerPixel } = this.#sheet.camera
    return { center, heightUnits: size.height * unitsPerPixel }
  }

  #updateLayer(): void {
    const transform = this.#computeTransform()
    this.canvas.updateLayer(transform !== null, transform ?? { left: 0, top: 0, scale: 1 })
    if (transform === null) return
    const { width, height } = this.#sheet.camera.size
    const { left, top, scale } = transform
    this.canvas.editor.magnification = scale / (height / 2)
    this.canvas.editor.center = [(width / 2 - left) / scale, (height / 2 - top) / scale]
  }

  #computeTransform(): LayerTransform | null {
    if (!this.#isVisible || this.#frame === null) return null
    if (this.#number === null || this.#number !== this.#sheet.openSheet) return null
    const { center, heightUnits } = this.#frame
    const { x, y } = this.#sheet.camera.toScreen(center)
    return { left: x, top: y, scale: heightUnits / 2 / this.#sheet.camera.unitsPerPixel }
  }

  #paint(context: CanvasRenderingContext2D): void {
    const transform = this.#computeTransform()
    if (transform !== null) this.canvas.paint({ context }, transform)
  }
}
