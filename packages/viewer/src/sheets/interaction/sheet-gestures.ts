/** Callbacks of sheet gestures; points are CSS pixels from the left and top of the canvas. */
export interface SheetGestureHost {
  pan(right: number, down: number): void
  zoom(factor: number, x: number, y: number): void
  /** Handles a short press without movement. */
  click(x: number, y: number): void
  doubleClick(x: number, y: number): void
  hover(x: number, y: number): void
  /** Handles a right click, or a long press of a finger. */
  contextMenu?(x: number, y: number): void
}

/** Movement tolerance of a click by finger or mouse, pixels. */
const clickTolerance = 5
/** Zoom of the wheel, as exponent per scrolled pixel. */
const wheelExponent = 0.0015
const doubleMilliseconds = 350
const longPressMilliseconds = 500

interface Point {
  readonly x: number
  readonly y: number
}

/** Mouse, pen and touch gestures: drag pans, wheel and pinch zoom at their position, click selects. */
export class SheetGestures {
  readonly #canvas: HTMLCanvasElement
  readonly #host: SheetGestureHost
  readonly #pointers = new Map<number, Point>()
  readonly #abort = new AbortController()
  #way = 0
  #longPress: ReturnType<typeof setTimeout> | undefined
  #lastClick: (Point & { readonly time: number }) | null = null

  constructor(canvas: HTMLCanvasElement, host: SheetGestureHost) {
    this.#canvas = canvas
    this.#host = host
    const { signal } = this.#abort
    canvas.addEventListener('pointerdown', (event) => this.#down(event), { signal })
    canvas.addEventListener('pointermove', (event) => this.#move(event), { signal })
    canvas.addEventListener('pointerup', (event) => this.#up(event), { signal })
    canvas.addEventListener('pointercancel', (event) => this.#cancel(event), { signal })
    canvas.addEventListener('contextmenu', (event) => this.#contextMenu(event), { signal })
    canvas.addEventListener('wheel', (event) => this.#wheel(event), { signal, passive: false })
  }

  dispose(): void {
    clearTimeout(this.#longPress)
    this.#abort.abort()
  }

  #toPoint(event: MouseEvent): Point {
    const { left, top } = this.#canvas.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }

  #down(event: PointerEvent): void {
    this.#canvas.setPointerCapture(event.pointerId)
    if (this.#pointers.size === 0) this.#way = 0
    const point = this.#toPoint(event)
    this.#pointers.set(event.pointerId, point)
    clearTimeout(this.#longPress)
    if (event.pointerType !== 'touch' || this.#pointers.size > 1) return
    this.#longPress = setTimeout(() => {
      // What follows of the press is no click.
      this.#way = Number.POSITIVE_INFINITY
      this.#host.contextMenu?.(point.x, point.y)
    }, longPressMilliseconds)
  }

  #cancel(event: PointerEvent): void {
    clearTimeout(this.#longPress)
    this.#pointers.delete(event.pointerId)
  }

  /** The browser's own event of a finger comes at another time than the long press, that of a mouse on release. */
  #contextMenu(event: MouseEvent): void {
    event.preventDefault()
    // Without a position it comes from the keyboard.
    if (event.button === 2 || event.clientX > 0 || event.clientY > 0) return
    const { width, height } = this.#canvas.getBoundingClientRect()
    this.#host.contextMenu?.(width / 2, height / 2)
  }

  #move(event: PointerEvent): void {
    const now = this.#toPoint(event)
    const before = this.#pointers.get(event.pointerId)
    if (before === undefined) return this.#host.hover(now.x, now.y)
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1]
    this.#pointers.set(event.pointerId, now)
    this.#way += Math.hypot(now.x - before.x, now.y - before.y)
    if (this.#way > clickTolerance) clearTimeout(this.#longPress)
    if (other !== undefined) {
      const [far, near] = [
        Math.hypot(now.x - other.x, now.y - other.y),
        Math.hypot(before.x - other.x, before.y - other.y),
      ]
      if (near > 0) this.#host.zoom(far / near, (now.x + other.x) / 2, (now.y + other.y) / 2)
      this.#host.pan((now.x - before.x) / 2, (now.y - before.y) / 2)
    } else if (this.#way > clickTolerance) this.#host.pan(now.x - before.x, now.y - before.y)
  }

  #up(event: PointerEvent): void {
    const isLast = this.#pointers.size === 1
    clearTimeout(this.#longPress)
    if (!this.#pointers.delete(event.pointerId) || !isLast || this.#way > clickTolerance) return
    const { x, y } = this.#toPoint(event)
    if (event.button === 2) return this.#host.contextMenu?.(x, y)
    if (event.button > 0) return
    const last = this.#lastClick
    const isDouble =
      last !== null &&
      event.timeStamp - last.time < doubleMilliseconds &&
      Math.hypot(x - last.x, y - last.y) < clickTolerance * 2
    this.#lastClick = isDouble ? null : { x, y, time: event.timeStamp }
    if (isDouble) this.#host.doubleClick(x, y)
    else this.#host.click(x, y)
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault()
    const { x, y } = this.#toPoint(event)
    const pixels = event.deltaY * [1, 33, 400][event.deltaMode]
    const way = Math.max(-400, Math.min(400, event.ctrlKey ? pixels * 4 : pixels))
    this.#host.zoom(Math.exp(-way * wheelExponent), x, y)
  }
}
